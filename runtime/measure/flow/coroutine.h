/*
 * coroutine.h - gives each context (makecontext, swapcontext) a shadow stack of its own.
 *
 * A context hangs under the node that was open where it was first resumed, as if it had been called there. Its
 * clock runs while it runs, or one that hangs under it: while others do, its open frames stand still. So a node
 * takes at least as long as what is below it, whichever way control is passed around. Where a context is resumed
 * from another node than the one it hangs under, time moves as it does for calls that fold (see tree.h).
 *
 * A context is known by the ucontext_t that it was made or saved in. What instr-cc did not compile passes control
 * unseen; a frame that is left while the stack of another context is in use then tells whose turn it is.
 *
 * One that is resumed by another thread goes on in that one's tree, below where it was resumed. A copy of its frames
 * stays behind for its former thread to close, so that each tree has the time that it spent there.
 */
#ifndef INSTR_COROUTINE_H
#define INSTR_COROUTINE_H

#include "runtime/measure/stack/context.h"

/* Returns the replacement for the function of that name, or NULL. */
void (*coroutine_find(const char *name))(void);

/* Makes the context whose stack contains `frame` the running one. Returns false if there is none. */
bool coroutine_step(struct thread *thread, const struct __instr_frame *frame);

/* Returns the frame of a call with this identity (stack.h) in a context that does not run, or NULL. */
struct __instr_frame *coroutine_find_told(struct thread *thread, const struct __instr_region *descriptor,
                                          const void *cfa);

/* At a thread's end: closes the frames of its stack and of all its other contexts. */
void coroutines_end(struct thread *thread, uint64_t now);

/* Prevents others from changing any thread's contexts, or allows it again. */
void coroutines_hold(bool hold);

/* In a child of fork: restores a context of the forking thread. */
void coroutines_revive(struct context *context, struct thread *thread);

/* Moves the starts of the coroutines below which the running one hangs by so many ticks, which are even. */
void coroutines_postpone(struct thread *thread, uint64_t ticks);

#endif
