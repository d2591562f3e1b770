/* index.c - see index.h. */
#include "runtime/measure/store/index.h"

#include "common/check.h"
#include "runtime/machine/pages.h"
#include "runtime/measure/store/memory_limit.h"

#include <string.h>

enum { FIRST_HOMES = 128 };

const struct index index_none;

static size_t homes_of(const struct index *index)
{
    return (size_t)index->mask / sizeof(struct index_slot) + 1;
}

static size_t size_of(size_t homes)
{
    return sizeof(struct index) + (homes + INDEX_FAR) * sizeof(struct index_slot);
}

static size_t larger(const struct index *index)
{
    return index == &index_none ? FIRST_HOMES : homes_of(index) * 2;
}

static struct index *index_new(size_t homes)
{
    CHECK(homes >= FIRST_HOMES && (homes & (homes - 1)) == 0);
    struct index *index = pages_map(size_of(homes));
    if (!index)
        return NULL;
    memory_limit_take(size_of(homes));
    index->mask = (homes - 1) * sizeof(struct index_slot);
    return index;
}

/* Empties a table. A thread that still searches it finds nothing, and takes the slow path. */
static void empty(struct index *index, struct index *older)
{
    size_t size = size_of(homes_of(index));
    uint64_t mask = index->mask;
    CHECK(index != &index_none && index != older);
    memory_limit_give(size);
    pages_empty(index, size);
    index->mask = mask;
    index->older = older;
}

/* Those that are empty. */
static void drop(struct index *index)
{
    while (index) {
        struct index *older = index->older;
        pages_unmap(index, size_of(homes_of(index)));
        index = older;
    }
}

static bool put(struct index *index, uint64_t key, struct node *node)
{
    struct index_slot *slot = index_home(index, key), *end = slot + INDEX_FAR + 1;
    CHECK(key & 1 && node);
    while (slot < end && slot->key)
        slot++;
    if (slot == end)
        return false;
    CHECK(index->used < homes_of(index) + INDEX_FAR && (homes_of(index) & (homes_of(index) - 1)) == 0);
    PUT(slot->node, node);
    __atomic_store_n(&slot->key, key, __ATOMIC_RELEASE);
    index->used++;
    return true;
}

static const struct node *parent_of(const struct index_slot *slot)
{
    return (struct node *)(uintptr_t)(slot->key - tree_key(NULL, slot->node->region));
}

static bool put_all(struct index *to, const struct index *from,
                    bool (*wanted)(const struct node *, const struct node *))
{
    for (size_t i = 0; i < homes_of(from) + INDEX_FAR; i++) {
        const struct index_slot *slot = &from->slots[i];
        if (slot->key && (!wanted || wanted(parent_of(slot), slot->node)) && !put(to, slot->key, slot->node))
            return false;
    }
    return true;
}

/* Replaces the table by one with at least so many homes. */
static bool change(struct tree *tree, size_t homes, bool (*wanted)(const struct node *, const struct node *))
{
    struct index *old = tree->index == &index_none ? NULL : (struct index *)tree->index, *index;
    while ((index = index_new(homes)) && old && !put_all(index, old, wanted)) {
        empty(index, NULL);
        drop(index);
        homes *= 2;
    }
    if (!index)
        return false;
    CHECK(!old || wanted || index->used == old->used);
    __atomic_store_n(&tree->index, index, __ATOMIC_RELEASE);
    if (old) {
        empty(old, tree->outgrown);
        tree->outgrown = old;
    }
    return true;
}

static bool is_full(const struct index *index)
{
    return index == &index_none || index->used > homes_of(index) / 2;
}

bool index_add(struct tree *tree, uint64_t key, struct node *node)
{
    while (is_full(tree->index) || !put((struct index *)tree->index, key, node))
        if (!change(tree, larger(tree->index), NULL))
            return false;
    return true;
}

size_t index_more(const struct tree *tree)
{
    if (!is_full(tree->index))
        return 0;
    size_t more = size_of(larger(tree->index));
    return tree->index == &index_none ? more : more - size_of(homes_of(tree->index));
}

void index_tidy(struct tree *tree, bool (*wanted)(const struct node *, const struct node *))
{
    drop(tree->outgrown_before);
    tree->outgrown_before = tree->outgrown;
    tree->outgrown = NULL;
    if (tree->index != &index_none)
        change(tree, homes_of(tree->index), wanted);
}

static void drop_outgrown(struct tree *tree)
{
    drop(tree->outgrown);
    drop(tree->outgrown_before);
    tree->outgrown = tree->outgrown_before = NULL;
}

void index_clear(struct tree *tree)
{
    struct index *index = (struct index *)tree->index;
    drop_outgrown(tree);
    if (index == &index_none)
        return;
    memset(index->slots, 0, (homes_of(index) + INDEX_FAR) * sizeof index->slots[0]);
    index->used = 0;
}

void index_close(struct tree *tree)
{
    struct index *index = (struct index *)tree->index;
    drop_outgrown(tree);
    tree->index = &index_none;
    if (index == &index_none)
        return;
    empty(index, NULL);
    drop(index);
}
