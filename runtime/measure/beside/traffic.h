/*
 * traffic.h - counts calls, messages and bytes on communicators, for each node.
 *
 * Few nodes deal with communicators, and a message costs far more than a lock, so this stands beside the tree:
 * one table for the process, from node and communicator to its traffic. It is in the store, as the nodes are.
 */
#ifndef INSTR_TRAFFIC_H
#define INSTR_TRAFFIC_H

#include "profile/profile.h"
#include "runtime/measure/store/tree_data.h"

struct communicator;
struct store_header;

/* An entry never moves. When its node is freed the entry is emptied, and kept for the next node at the same address. */
struct traffic {
    const struct node *node;
    const struct communicator *communicator; /* null: none */
    struct traffic *next;                    /* in the bucket, which is the node's */
    struct traffic *older;                   /* all, from store->traffic on */
    uint64_t moved;                          /* 1: what is here is another entry's already */
    struct profile_traffic sum;
};

/* services->used: counts one call on `communicator` in the node of the open `frame` (each may be NULL), and a message of `bytes` bytes unless
 * that is negative. */
void traffic_used(const struct __instr_frame *frame, const struct communicator *communicator, long long bytes);

/* Moves the traffic of `from`, which is about to be freed, to `to`. */
void traffic_move(const struct node *to, const struct node *from);

/* Fills profile->traffic and profile->communicators from a store, for `count` nodes of a profile under construction. Its node i is a copy of
 * `nodes[i]`, whose `order` is i. */
bool traffic_collect(const struct store_header *from, const struct node *const *nodes, uint32_t count,
                     struct profile *profile, struct arena *arena);

#endif
