/*
 * prune_tree.h - removes nodes from a call tree, and adds their time to others.
 */
#ifndef INSTR_PRUNE_TREE_H
#define INSTR_PRUNE_TREE_H

#include "profile/profile.h"

/* stands_for[node] is the node itself where it stays, the node above it that has its time, or PROFILE_NONE where it is gone.
 * What stays and is below nothing that does hangs under the root. Nodes move up in the array that they are in; so do rows,
 * bins, values and traffic. */
bool prune_tree_nodes(struct profile *profile, const uint32_t *stands_for, struct arena *arena, struct error *error);

#endif
