/*
 * snapshot.h - the profile of the process as it is now.
 *
 * Other threads go on measuring while their trees are read: every number is whole, but two numbers of
 * one node may be a call apart.
 */
#ifndef INSTR_SNAPSHOT_H
#define INSTR_SNAPSHOT_H

#include "common/arena.h"
#include "common/error.h"
#include "profile/profile.h"
#include "runtime/machine/clock.h"

/* A canonical profile in `arena`; frames that are open count as if they ended at `end`, which is now or just was. */
bool snapshot_take(struct clock_pair end, struct profile *out, struct arena *arena, struct error *error);

/* The same of one thread only, the calling one: its time is the root's. */
struct thread;
bool snapshot_thread(struct thread *thread, struct profile *out, struct arena *arena, struct error *error);

#endif
