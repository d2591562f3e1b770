/*
 * index.h - finds the node for a call of a region from a node, whether it is a child of that, or the call folds.
 *
 * One table for each tree, by open addressing, in ordinary memory: probes look into it with one comparison, as a key is one
 * number (tree_key). It is looked for from its home on up to a free slot. A table that is half full is made anew, twice as
 * large. The old one is empty from then on, and stays where it is for who may still look into it, as a probe that a signal handler
 * interrupted, until the whole tree goes or was pruned twice.
 *
 * A lookup also works in a signal handler, whichever of the tree's functions the signal interrupted. All paths of a tree are here.
 */
#ifndef INSTR_INDEX_H
#define INSTR_INDEX_H

#include "runtime/measure/store/tree_data.h"

struct index_slot {
    uint64_t key; /* 0: free */
    struct node *node;
};

struct index {
    struct index *older; /* outgrown before */
    uint64_t mask;       /* of a key: the offset in bytes of its home */
    size_t used;
    struct index_slot slots[1]; /* that stays free, behind the homes and INDEX_FAR more */
};

enum { INDEX_FAR = 15 }; /* slots that a key can be from home */

/* The table of a tree that has none yet: nothing is found. */
extern const struct index index_none;

static inline struct index_slot *index_home(const struct index *index, uint64_t key)
{
    return (struct index_slot *)((char *)(uintptr_t)index->slots + (key & index->mask));
}

/* Returns the node with a key; NULL if there is none, or if the table was just replaced. */
static inline struct node *index_find(const struct index *index, uint64_t key)
{
    const struct index_slot *slot = index_home(index, key);
    if (__builtin_expect(slot->key == key, 1))
        return GET(slot->node);
    do
        if (!slot->key)
            return NULL;
    while ((++slot)->key != key);
    return GET(slot->node);
}

/* Adds a node. Returns false if there is no memory. Only the tree's owner calls this and the following functions. */
bool index_add(struct tree *tree, uint64_t key, struct node *node);

/* Returns the memory that one more node may take: none, or that of a larger table. */
size_t index_more(const struct tree *tree);

/* Keeps only the wanted nodes, after the tree was pruned. */
void index_tidy(struct tree *tree, bool (*wanted)(const struct node *parent, const struct node *node));

/* Empties the table. */
void index_clear(struct tree *tree);

/* Closes the table; nothing will be looked up. */
void index_close(struct tree *tree);

#endif
