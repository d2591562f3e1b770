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

#include "common/arena.h"
#include "common/error.h"
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

/*
 * --- snapshot.c: the profile of the process as it is now.
 *
 * Other threads go on measuring while their trees are read: every number is whole, but two numbers of
 * one node may be a call apart.
 */

/* A canonical profile in `arena`; frames that are open count as if they ended at `end`, which is now or just was. */
bool snapshot_take(struct clock_pair end, struct profile *out, struct arena *arena, struct error *error);

/* The same of one thread only, the calling one: its time is the root's. */
struct thread;
bool snapshot_thread(struct thread *thread, struct profile *out, struct arena *arena, struct error *error);

#endif
