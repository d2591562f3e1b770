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
#include "runtime/machine/clock.h"

struct store_header;

/* A canonical profile of what `from` holds, in `arena`, with what is open closed at `end`. Looks at
 * nothing but the store, which may be that of a process that is no more; changes the nodes' `order`.
 * The caller holds thread_lock where the store is in use; `mine` is its thread, or null. */
struct thread;
bool collect_store(struct store_header *from, struct thread *mine, struct clock_pair end, struct profile *out,
                   struct arena *arena, struct error *error);

/* The same of one thread, whose time is the root's. The thread is the caller's own. */
bool collect_thread(struct store_header *from, struct thread *thread, struct clock_pair end, struct profile *out,
                    struct arena *arena, struct error *error);

#endif
