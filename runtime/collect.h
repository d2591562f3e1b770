/*
 * collect.h - from the runtime's trees to a profile.
 *
 * The profile is the process's tree plus the trees of the threads that have not ended, each hung in
 * where its thread was started. Other threads go on measuring while their trees are read: every number
 * is whole, but two numbers of one node may be a call apart. Frames that are open count as if they
 * ended now.
 */
#ifndef INSTR_COLLECT_H
#define INSTR_COLLECT_H

#include "profile/profile.h"
#include "runtime/clock.h"

/* A canonical profile in `arena`. */
bool collect_profile(struct profile *out, struct arena *arena, struct error *error);

/* The same of one thread, whose time is the root's. The thread is the caller's own. */
struct thread;
bool collect_thread(struct thread *thread, struct profile *out, struct arena *arena, struct error *error);

/* Statistics of a node in the profile's units. */
struct node;
void collect_node(const struct node *node, struct clock_scale scale, struct stat_calls *stat);

#endif
