/*
 * fork_stacks.h - the shadow stacks of the thread that forks, kept for the child.
 *
 * In the child the frames are where they were, for the program's functions will leave them; their nodes are new, and
 * so are those that contexts (coroutine.h) hang under.
 */
#ifndef INSTR_FORK_STACKS_H
#define INSTR_FORK_STACKS_H

#include "runtime/measure/store/thread_self.h"

/* Before the fork, with all locks held. False: no memory. */
bool fork_stacks_save(const struct thread *thread);

/* In the child, where `thread` is what it was, with an empty tree: its frames are open again, as if they began now. */
void fork_stacks_open(struct thread *thread);

/* The newest frame of the stack that runs, of a call that is told so; null: there is none. While the store is the parent's. */
struct __instr_frame *fork_stacks_find(const struct __instr_region *descriptor, const void *cfa);

#endif
