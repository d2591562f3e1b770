/*
 * traffic.h - what the program's calls hand to MPI: messages and bytes, for each node.
 *
 * Few nodes send anything, and a message costs far more than a lock, so this stands beside the tree: one
 * table for the process, from node to its traffic.
 */
#ifndef INSTR_TRAFFIC_H
#define INSTR_TRAFFIC_H

#include "profile/profile.h"
#include "runtime/tree.h"

struct __instr_frame;

/* services->sent: counts one message in the node of the open `frame`, which may be null. */
void traffic_sent(const struct __instr_frame *frame, unsigned long long bytes);

/* What `from` has sent goes to `to`: `from` is about to be given back. */
void traffic_move(const struct node *to, const struct node *from);

/* Fills profile->traffic for `count` nodes of a profile in the making, of which `nodes[i]` is what the
 * i-th is a copy of. */
bool traffic_collect(const struct node *const *nodes, uint32_t count, struct profile *profile,
                     struct arena *arena);

#endif
