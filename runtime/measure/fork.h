/*
 * fork.h - a child of fork gets a profile of its own, and touches nothing of its parent's.
 *
 * The child begins with its parent's memory, the store's file included. Until it passes a probe or takes a lock of the
 * runtime (lock.h) it measures nothing, so that a child that only calls exec costs and leaves nothing; then it *settles*:
 * it gets a store with the regions there were, an empty tree, and the frames that were open, which begin anew. What else
 * it needs is saved before the fork: until the child has a store of its own the parent's goes on changing.
 */
#ifndef INSTR_FORK_H
#define INSTR_FORK_H

#include "include/instr_abi.h"

#include <stdbool.h>

/* Has fork noticed; once. False when there is no memory. */
bool fork_start(void);

/* What a child does when it has settled: up to so many functions, each once. */
enum { FORK_SETTLED = 8 };
void fork_register(void (*settled)(void));

/* Before a thread that is not known does anything: in a child, makes the store its own, and the thread
 * that called fork known again. False: it must do nothing. */
bool fork_settle(void);

/* The top frame of the thread that called fork, in a child that has not done that yet; else null. */
const struct __instr_frame *fork_top(void);

#endif
