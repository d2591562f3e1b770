/*
 * traffic.h - what the program's calls do on communicators: calls, messages and bytes, for each node.
 *
 * Few nodes deal with communicators, and a message costs far more than a lock, so this stands beside the tree:
 * one table for the process, from node and communicator to its traffic.
 */
#ifndef INSTR_TRAFFIC_H
#define INSTR_TRAFFIC_H

#include "profile/profile.h"
#include "runtime/tree.h"

struct __instr_frame;
struct communicator;

/* services->used: counts one call on `communicator` in the node of the open `frame`, each of which may be
 * null, and a message of `bytes` bytes unless that is negative. */
void traffic_used(const struct __instr_frame *frame, const struct communicator *communicator, long long bytes);

/* What `from` has goes to `to`: `from` is about to be given back. */
void traffic_move(const struct node *to, const struct node *from);

/* Fills profile->traffic and profile->communicators for `count` nodes of a profile in the making, of which
 * `nodes[i]` is what the i-th is a copy of. */
bool traffic_collect(const struct node *const *nodes, uint32_t count, struct profile *profile,
                     struct arena *arena);

#endif
