/*
 * fork.h - a child of fork gets a profile of its own, and touches nothing of its parent's.
 *
 * The child begins with its parent's memory, the store's file included. Its first calls it keeps in a list, and its parent's store
 * counts them (short_calls.h). So a child that only calls exec or _exit, or little before, costs next to nothing. When the list is
 * full, or something else is wanted of the runtime that takes a lock (lock.h), or metrics are on, it *settles*: it gets a store with
 * the regions there were, an empty tree, and the frames that were open, which begin anew. There it makes the calls of its list. What
 * else it needs is saved before the fork: until the child has a store of its own the parent's goes on changing.
 */
#ifndef INSTR_FORK_H
#define INSTR_FORK_H

#include "include/instr_abi.h"
#include "runtime/measure/store/thread_self.h"

#include <stdbool.h>

struct region;

/* Registers for fork, once. Returns false if there is no memory. */
bool fork_start(void);

/* Steps around a fork, for calls that do the same unknown to the C library: before it; after it in the parent, with or without a child; and in
 * the child. */
void fork_prepare(void);
void fork_in_parent(void);
void fork_in_child(void);

/* Registers a function that a child calls when it has settled; at most so many, each once. */
enum { FORK_SETTLED = 8 };
void fork_register(void (*settled)(void));

/* Must be called before an unknown thread does anything. In a child it makes a store of its own, and the forking thread known again. Returns
 * false if the thread must do nothing. */
bool fork_settle(void);

/* A child's first calls: the first returns what stands for a call's frame, or NULL if the call is not kept. The second leaves a frame, or all
 * above a frame that stays, that is not the thread's top one; it returns the real frame, or NULL if nothing is left to do. */
struct __instr_frame *fork_enter(struct region *region, const struct __instr_region *descriptor, const void *cfa);
struct __instr_frame *fork_leave(struct __instr_frame *frame, bool stay);

/* Returns the frame, or what stands for it, of the newest call with this identity (stack.h), or NULL. */
struct __instr_frame *fork_find(const struct __instr_region *descriptor, const void *cfa);

/* Keeps a library call that is only counted. Returns false if it is not kept. */
bool fork_count(struct region *region, const struct __instr_region *descriptor, const struct __instr_object *object);

/* Called before exec. Returns true in a child whose few calls are handed to its parent. */
bool fork_leaves_calls(void);

/* The same before an immediate exit of a short-lived child. For others a profile costs little. */
bool fork_ends_early(void);

/* Called before the process ends otherwise: turns such a child's calls into a profile of its own. */
void fork_take_calls(void);

/*
 * --- fork_stacks.c: the shadow stacks of the forking thread, kept for the child. Its frames stay at their addresses, because the program's
 * functions will leave them. Their nodes are new, as are those that contexts (coroutine.h) hang below. ---
 */

/* Called before the fork with all locks held. Returns false if there is no memory. */
bool fork_stacks_save(const struct thread *thread);

/* Called in the child, where `thread` is as before with an empty tree: opens its frames again, as if they began now. */
void fork_stacks_open(struct thread *thread);

/* Returns the newest frame of the running stack whose call has this identity, or NULL. For use while the store is still the parent's. */
struct __instr_frame *fork_stacks_find(const struct __instr_region *descriptor, const void *cfa);

#endif
