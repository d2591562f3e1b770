/*
 * prune_tree.h - removes nodes from a call tree, and adds their time to others.
 */
#ifndef INSTR_PRUNE_TREE_H
#define INSTR_PRUNE_TREE_H

#include "profile/profile.h"

/* Removes nodes. stands_for[node] is the node itself if it is kept, the ancestor that gets its time, or PROFILE_NONE if its time is dropped.
 * Kept nodes without a kept ancestor move below the root. The arrays of nodes, rows, bins, values and traffic shrink in place. */
bool prune_tree_nodes(struct profile *profile, const uint32_t *stands_for, struct arena *arena, struct error *error);

#endif
