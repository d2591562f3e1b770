/*
 * sampled_nodes.h - calls without frames that samples found (runtime/observe/observer_view.h).
 *
 *     main            a tree's node: the *host*, the nearest call with a frame
 *       parse         a node of these, whose parent is the host's
 *         next_word   another, whose parent is that one
 *
 * A demoted function has no frame. The stack says who called it. Each pair of a caller and a function that was seen to run has one node
 * here. It is in nobody's tree: the observer makes it, and may not change those. A profile has it where the tree would have it
 * (runtime/collect/draft.c).
 */
#ifndef INSTR_SAMPLED_NODES_H
#define INSTR_SAMPLED_NODES_H

#include "runtime/measure/store/tree_data.h"

enum { SAMPLED_NODES = 1 << 13 }; /* by hash of both, open addressing */

/* Returns the place at which the search for a pair begins. */
static inline uint32_t sampled_home(uint64_t caller, uint64_t region)
{
    return (uint32_t)((caller / sizeof(struct node) * 31 + region / 8) * 0x9e3779b97f4a7c15u >> 40) % SAMPLED_NODES;
}

#endif
