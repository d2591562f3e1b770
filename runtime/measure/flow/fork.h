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

/* Has fork noticed; once. False when there is no memory. */
bool fork_start(void);

/* What happens around fork, for calls that do the same and that the C library does not know of: before it, and behind
 * it in the parent, child or no, or in the child. */
void fork_prepare(void);
void fork_in_parent(void);
void fork_in_child(void);

/* What a child does when it has settled: up to so many functions, each once. */
enum { FORK_SETTLED = 8 };
void fork_register(void (*settled)(void));

/* Before a thread that is not known does anything: in a child, makes the store its own, and the thread
 * that called fork known again. False: it must do nothing. */
bool fork_settle(void);

/* A child's first calls: what stands for a frame of it, null where it does not keep the call; and a frame is left, or the frames
 * above one that stays, and it is not the thread's top one. The frame that it really is; null where nothing is left to do. */
struct __instr_frame *fork_enter(struct region *region, const struct __instr_region *descriptor, const void *cfa);
struct __instr_frame *fork_leave(struct __instr_frame *frame, bool stay);

/* What stands for the newest call that is told so (stack.h), or its frame; null: it has none. */
struct __instr_frame *fork_find(const struct __instr_region *descriptor, const void *cfa);

/* A call of a library that is only counted. False: it is not kept. */
bool fork_count(struct region *region, const struct __instr_region *descriptor, const struct __instr_object *object);

/* The process is about to call exec: true where it is a child whose few calls are its parent's. */
bool fork_leaves_calls(void);

/* The same where it ends at once, if it was a short one: for others the price of a profile is little. */
bool fork_ends_early(void);

/* The process is about to end otherwise: what such a child did becomes a profile of its own. */
void fork_take_calls(void);

/*
 * --- fork_stacks.c: the shadow stacks of the thread that forks, kept for the child.
 *
 * In the child the frames are where they were, for the program's functions will leave them; their nodes are new, and
 * so are those that contexts (coroutine.h) hang under.
 */

/* Before the fork, with all locks held. False: no memory. */
bool fork_stacks_save(const struct thread *thread);

/* In the child, where `thread` is what it was, with an empty tree: its frames are open again, as if they began now. */
void fork_stacks_open(struct thread *thread);

/* The newest frame of the stack that runs, of a call that is told so; null: there is none. While the store is the parent's. */
struct __instr_frame *fork_stacks_find(const struct __instr_region *descriptor, const void *cfa);

#endif
