/*
 * process_calls.h - calls that end, replace or multiply the process.
 *
 * An edited call of such a function arrives here by resolve; what the C library and code that is not
 * instrumented do is noticed by handlers of at_quick_exit and pthread_atfork. Signals are left alone:
 * after a fatal one the store is there to recover from.
 */
#ifndef INSTR_PROCESS_CALLS_H
#define INSTR_PROCESS_CALLS_H

#include <stdbool.h>

/* Called once, when the runtime starts. Returns false if handlers can't be registered. */
bool process_end_calls_start(void);

/* Writes the last profile, from a destructor. Several threads may be in exit(); one that is done would end the process during the writing, so
 * it waits. */
void process_end_calls_write(void);

/* Returns what to call instead of the function `name`, or NULL for another function. */
void (*process_end_calls_find(const char *name))(void);

/*
 * --- clone_calls.c: calls that double a process like fork, but do not run the C library's handlers. An edited call of such a function arrives
 * here by resolve. Otherwise the child would go on in its parent's store. ---
 */

/* Returns what to call instead of the function `name`, which is `original`, or NULL for another function. */
void (*clone_calls_find(const char *name, void (*original)(void)))(void);

/* Returns whether syscall() with these arguments does so. fork_prepare then comes before it, and this after it, in both processes. */
bool clone_calls_by_syscall(long number, const long *with);
void clone_calls_done(bool in_child);

/*
 * --- wait_calls.c: a call that waits for children of any kind would find the observer, so it is ended before such a call and started again after
 * it. ---
 */

/* Returns what to call for `name`, by which the program means `original`, or NULL for another call. */
void (*wait_calls_find(const char *name, void (*original)(void)))(void);

/* Called before a system call that the program makes by number; and after it, with its result. */
bool wait_calls_by_syscall(long number, const long *with);
void wait_calls_behind(bool hidden);

/*
 * --- sandbox_calls.c: calls by which a process gives up rights. An edited call of such a function arrives here by resolve. A call that enters a
 * seccomp sandbox is replaced. Before the others, which change the user or the visible files, it is enough that a child of fork has a store of
 * its own. ---
 */

/* Returns what to call instead of the function `name`, which is `original`, or NULL for another function. */
void (*sandbox_calls_find(const char *name, void (*original)(void)))(void);

#endif
