/*
 * children.h - a node's table of children, in which a probe finds the node of a call with one comparison.
 *
 * A child's slot is told by its region's address. A table has two slots in the node itself, which most nodes never outgrow,
 * so that a call touches one cache line of each node. One in which two children meet is made anew, twice as large, up to
 * some slots a child; beyond that the second takes the slot's neighbour, where only the slow way looks, and where that is
 * taken, too, who came last has the slot. A slot names its region, so that a child of no interest is not touched. Children
 * whose calls need no frame are not here, but in the thread's one table (light_table.h).
 *
 * A table that is outgrown stays as it is for who may still look into it, as a probe that a signal handler interrupted,
 * until the whole tree goes or was pruned twice.
 */
#ifndef INSTR_CHILDREN_H
#define INSTR_CHILDREN_H

#include "runtime/measure/tree_data.h"

/* The table of a node that has none, in the node itself. */
static inline void children_none(struct node *node)
{
    node->first = (struct children){.mask = sizeof(struct child)};
    node->known = &node->first;
}

/* The slot of a region, and a slot's neighbour. */
static inline struct child *children_slot(const struct children *table, const struct region *region)
{
    return (struct child *)((char *)(uintptr_t)table->slots + ((uintptr_t)region & table->mask));
}

static inline struct child *children_neighbour(const struct children *table, struct child *slot)
{
    return (slot - table->slots) % 2 ? slot - 1 : slot + 1;
}

/* The slot for a call of `region`, or null. */
static inline struct child *children_find(const struct children *table, const struct region *region)
{
    struct child *slot = children_slot(table, region);
    if (__builtin_expect(slot->region == (uintptr_t)region, 1))
        return slot;
    slot = children_neighbour(table, slot);
    return slot->region == (uintptr_t)region ? slot : NULL;
}

/* From now on `parent` has `node` in its table, if there is memory. By the tree's owner. */
void children_put(struct tree *tree, struct node *parent, struct node *node);

/* Its table holds nothing any more, and what was in it is found the slow way. By the tree's owner. */
void children_drop(struct tree *tree, struct node *node);

/* The tree was pruned once more: see above. */
void children_turn(struct tree *tree);

/* No probe uses the tree any more: the table of this node, and all that were outgrown, can be used again. */
void children_give_back(struct tree *tree, struct node *node);
void children_clear(struct tree *tree);

#endif
