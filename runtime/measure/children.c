/* children.c - see children.h. */
#include "runtime/measure/children.h"

#include "runtime/machine/word.h"
#include "runtime/measure/store.h"

enum {
    SHIFTS = 20,     /* so many of a key are tried before the table grows */
    SLOTS_EACH = 64, /* at most, for a child */
    MOST_SLOTS = 1 << 13
};

__extension__ static const struct children empty = {.slots = {&tree_nowhere}};
const struct children *const children_none = &empty;

static struct region nobody; /* of no call */
struct node tree_nowhere = {.region = &nobody, .known = &empty};

uint32_t children_key(uint32_t index)
{
    uint32_t key = (index + 1) * 0x9e3779b1u;
    key = (key ^ key >> 15) * 0x85ebca77u;
    return key ^ key >> 13;
}

static struct node **slot_of(struct children *table, const struct region *region)
{
    return &table->slots[region->key >> table->shift & table->mask];
}

static struct children *table_new(struct tree *tree, uint32_t slots)
{
    for (struct children **link = &tree->spare; *link; link = &(*link)->next)
        if ((*link)->mask == slots - 1) {
            struct children *table = *link;
            *link = table->next;
            return table;
        }
    struct children *table = store_alloc(sizeof *table + slots * sizeof table->slots[0]);
    if (table)
        table->mask = slots - 1;
    return table;
}

/* Puts what `from` holds, and `node`, into an empty table; false where two meet. */
static bool table_fill(struct children *table, const struct children *from, struct node *node)
{
    for (uint32_t i = 0; i <= table->mask; i++)
        table->slots[i] = &tree_nowhere;
    *slot_of(table, node->region) = node;
    table->count = 1;
    table->crowded = 0;
    for (uint32_t i = 0; i <= from->mask; i++) {
        struct node *other = from->slots[i], **slot;
        if (other == &tree_nowhere || other->region == node->region)
            continue;
        if (*(slot = slot_of(table, other->region)) != &tree_nowhere)
            return false;
        *slot = other;
        table->count++;
    }
    return true;
}

static void keep(struct children **list, struct children *table)
{
    table->next = *list;
    *list = table;
}

/* A table of at most so many slots with what `old` holds and `node`; null where it can't be had. */
static struct children *table_for(struct tree *tree, const struct children *old, struct node *node, uint32_t count,
                                  uint32_t most)
{
    uint32_t slots = 1;
    while (slots < count)
        slots *= 2;
    for (; slots <= most; slots *= 2) {
        struct children *table = table_new(tree, slots);
        if (!table)
            return NULL;
        for (table->shift = 0; table->shift < SHIFTS; table->shift++)
            if (table_fill(table, old, node))
                return table;
        keep(&tree->spare, table);
    }
    return NULL;
}

void children_put(struct tree *tree, struct node *parent, struct node *node)
{
    struct children *old = (struct children *)parent->known;
    uint32_t count = old->count + 1, most = count * SLOTS_EACH < MOST_SLOTS ? count * SLOTS_EACH : MOST_SLOTS;
    bool none = old == children_none, taken = none || *slot_of(old, node->region) != &tree_nowhere;
    struct children *table = taken && !old->crowded ? table_for(tree, old, node, count, most) : NULL;
    if (table) {
        __atomic_store_n(&parent->known, table, __ATOMIC_RELEASE);
        if (!none)
            keep(&tree->outgrown, old);
    } else if (!none) {
        old->count += !taken;
        old->crowded |= taken; /* who comes last has the slot, and nothing is tried again on every call */
        __atomic_store_n(slot_of(old, node->region), node, __ATOMIC_RELEASE);
    }
}

void children_give_back(struct tree *tree, struct node *node)
{
    struct children *table = (struct children *)node->known;
    node->known = children_none;
    if (table != children_none)
        keep(&tree->spare, table);
}

void children_clear(struct tree *tree)
{
    while (tree->outgrown) {
        struct children *table = tree->outgrown;
        tree->outgrown = table->next;
        keep(&tree->spare, table);
    }
}
