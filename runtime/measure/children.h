/*
 * children.h - a node's table of children, in which a probe finds the node of a call with one comparison.
 *
 * A table is a perfect hash: no two regions in it share a slot. It is small, made anew with another shift of the
 * regions' keys, or twice as large, when a child comes whose slot is taken. Where even many slots a child don't do, the
 * one that was searched for last has the slot. An empty slot names tree_nowhere, so that a probe needs no test for it.
 *
 * A table that is full stays as it is for who may still look into it, as a probe that a signal handler interrupted,
 * until the whole tree goes.
 */
#ifndef INSTR_CHILDREN_H
#define INSTR_CHILDREN_H

#include "runtime/measure/tree.h"

struct children {
    uint32_t shift, mask;  /* number of slots - 1 */
    uint32_t count;        /* of children in it */
    uint32_t crowded;      /* 1: children share slots, and no table was found in which they don't */
    struct children *next; /* of the tree's spare ones, or outgrown ones */
    struct node *slots[];
};

/* Of a node that has none. */
extern const struct children *const children_none;

static inline struct node *children_find(const struct children *table, const struct region *region)
{
    return table->slots[region->key >> table->shift & table->mask];
}

/* From now on `parent` has `node` in its table, if there is memory. By the tree's owner. */
void children_put(struct tree *tree, struct node *parent, struct node *node);

/* No probe uses the tree any more: the table of this node, and all that were outgrown, can be used again. */
void children_give_back(struct tree *tree, struct node *node);
void children_clear(struct tree *tree);

/* The key of the region with this index. */
uint32_t children_key(uint32_t index);

#endif
