/*
 * sampled_nodes.h - calls without frames that samples found (runtime/observe/sampled.h).
 *
 * A demoted function has no frame, so the thread says what has called it, or what has called that: the *host*, the nearest call with a
 * frame. For each pair of a host and a function that was seen to run in it there is one node here, whose parent is the host's. It is in
 * nobody's tree: the observer makes it, as it may not change those. A profile has it below its host (runtime/collect/draft.c).
 */
#ifndef INSTR_SAMPLED_NODES_H
#define INSTR_SAMPLED_NODES_H

#include "runtime/measure/store/tree_data.h"

enum { SAMPLED_NODES = 1 << 12 }; /* by hash of both, open addressing */

/* Where the search for a pair begins. */
static inline uint32_t sampled_home(uint64_t host, uint64_t region)
{
    return (uint32_t)((host / sizeof(struct node) * 31 + region / 8) * 0x9e3779b97f4a7c15u >> 40) % SAMPLED_NODES;
}

#endif
