/* children.c - see children.h. */
#include "runtime/measure/children.h"

#include "profile/region.h"
#include "runtime/machine/word.h"
#include "runtime/measure/bound.h"
#include "runtime/measure/store.h"

#include <string.h>

enum {
    SLOTS_EACH = 32,
    MOST_SLOTS = 1 << (TREE_TABLE_SIZES - 1)
}; /* for a child, of a table: before neighbours are used */

/* One outside of a node. */
struct table {
    struct table *next; /* of the tree's spare ones, or outgrown ones */
    uint32_t crowded;   /* 1: no larger one will do */
    struct children children;
};

static uintptr_t slots_of(const struct children *children)
{
    return children->mask / sizeof(struct child) + 1;
}

static struct table *table_of(const struct children *children)
{
    return (struct table *)((char *)(uintptr_t)children - offsetof(struct table, children));
}

static int size_class(uintptr_t slots)
{
    return __builtin_ctzl(slots);
}

/* Beyond the bound only where it `must` be. */
static struct table *table_new(struct tree *tree, uintptr_t slots, bool must)
{
    struct table **spare = &tree->spare[size_class(slots)], *table = *spare;
    if (table) {
        *spare = table->next;
        return table;
    }
    size_t size = offsetof(struct table, children.slots) + slots * sizeof(struct child);
    if ((!must && !bound_allows(size)) || !(table = store_alloc(size)))
        return NULL;
    bound_take(size);
    table->children.mask = (slots - 1) * sizeof(struct child);
    return table;
}

/* Puts a child where probes in line look for it; false where another one stands. */
static bool add(struct children *children, struct child child)
{
    struct child *slot = children_slot(children, (const struct region *)child.region);
    if (slot->region)
        return false;
    slot->node = child.node;
    __atomic_store_n(&slot->region, child.region, __ATOMIC_RELEASE);
    return true;
}

/* Puts what `from` holds, and one more, into an empty table; false where two meet. */
static bool fill(struct children *children, const struct children *from, struct child extra)
{
    const struct child *old = from->slots;
    memset(children->slots, 0, slots_of(children) * sizeof(struct child));
    if (!add(children, extra))
        return false;
    for (uintptr_t i = 0; i < slots_of(from); i++)
        if (old[i].region && !add(children, old[i]))
            return false;
    return true;
}

static void keep(struct table **list, struct table *table)
{
    table->next = *list;
    *list = table;
}

static void spare(struct tree *tree, struct table *table)
{
    keep(&tree->spare[size_class(slots_of(&table->children))], table);
}

/* A larger table with what `old` holds and one more; null where it can't be had. */
static struct table *table_for(struct tree *tree, const struct children *old, struct child extra, bool must)
{
    uintptr_t count = 1;
    for (uintptr_t i = 0; i < slots_of(old); i++)
        count += ((const struct child *)old->slots)[i].region != 0;
    for (uintptr_t slots = slots_of(old) * 2; slots <= count * SLOTS_EACH && slots <= MOST_SLOTS; slots *= 2) {
        struct table *table = table_new(tree, slots, must);
        if (!table)
            return NULL;
        if (fill(&table->children, old, extra)) {
            table->crowded = 0;
            return table;
        }
        spare(tree, table);
    }
    return NULL;
}

/* Where no table can be had in which no two meet. */
static void squeeze(struct children *children, struct child child)
{
    struct child *slot = children_slot(children, (const struct region *)child.region);
    struct child *neighbour = children_neighbour(children, slot);
    if (!neighbour->region)
        slot = neighbour;
    PUT(slot->region, 0); /* a handler must not find one child's region with another's node */
    BARRIER();
    PUT(slot->node, child.node);
    BARRIER();
    PUT(slot->region, child.region);
}

void children_put(struct tree *tree, struct node *parent, struct node *node)
{
    struct children *old = (struct children *)parent->known;
    struct table *table = old == &parent->first ? NULL : table_of(old);
    struct child child = {(uintptr_t)node->region, node};
    if (add(old, child))
        return;
    bool many = tree_is_other(parent); /* it stands for many paths, and there are few like it */
    struct table *larger = table && table->crowded ? NULL : table_for(tree, old, child, many);
    if (larger) {
        __atomic_store_n(&parent->known, &larger->children, __ATOMIC_RELEASE);
        if (table)
            keep(&tree->outgrown, table);
    } else {
        if (table)
            table->crowded = 1; /* nothing is tried again on every call */
        squeeze(old, child);
    }
}

void children_give_back(struct tree *tree, struct node *node)
{
    if (node->known != &node->first)
        spare(tree, table_of(node->known));
    children_none(node);
}

void children_drop(struct tree *tree, struct node *node)
{
    struct children *old = (struct children *)node->known;
    PUT(node->first.slots[0].region, 0);
    PUT(node->first.slots[1].region, 0);
    if (old == &node->first)
        return;
    __atomic_store_n(&node->known, &node->first, __ATOMIC_RELEASE);
    keep(&tree->outgrown, table_of(old));
}

static void spare_all(struct tree *tree, struct table *table)
{
    while (table) {
        struct table *next = table->next;
        spare(tree, table);
        table = next;
    }
}

void children_turn(struct tree *tree)
{
    spare_all(tree, tree->older);
    tree->older = tree->outgrown;
    tree->outgrown = NULL;
}

void children_clear(struct tree *tree)
{
    spare_all(tree, tree->older);
    spare_all(tree, tree->outgrown);
    tree->older = tree->outgrown = NULL;
}
