/*
 * collect.h - makes a profile from the runtime's trees.
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

/* Makes a canonical profile of the store `from`, in `arena`; open calls end at `end`. It reads only the store, which may be of a process that
 * is gone, and changes the nodes' `order`. If the store is in use the caller holds thread_lock; `mine` is its thread, or NULL. */
struct thread;
bool collect_store(struct store_header *from, struct thread *mine, struct clock_pair end, struct profile *out,
                   struct arena *arena, struct error *error);

/* Does the same for one thread, the caller's own, whose time is the root's. */
bool collect_thread(struct store_header *from, struct thread *thread, struct clock_pair end, struct profile *out,
                    struct arena *arena, struct error *error);

/*
 * --- snapshot.c: the profile of the process as it is now. Other threads go on measuring while their trees are read. Every number is whole, but
 * two numbers of one node may be a call apart. ---
 */

/* Makes a canonical profile in `arena`; open calls count as if they ended at `end`, which is now or a moment ago. */
bool snapshot_take(struct clock_pair end, struct profile *out, struct arena *arena, struct error *error);

/* Does the same for the calling thread only, whose time is the root's. */
struct thread;
bool snapshot_thread(struct thread *thread, struct profile *out, struct arena *arena, struct error *error);

#endif
