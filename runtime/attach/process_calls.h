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

/* Once, when the runtime starts. False when handlers can't be registered. */
bool process_end_calls_start(void);

/* Writes the last profile, from a destructor. Threads may be in exit() side by side: one that is through would end the process in the
 * midst, so it waits. */
void process_end_calls_write(void);

/* What to call in place of the function `name`; null where that is no function of these. */
void (*process_end_calls_find(const char *name))(void);

/*
 * --- clone_calls.c: calls by which a process doubles itself as fork does, but of which the C library's handlers hear nothing.
 *
 * An edited call of such a function arrives here by resolve. Without that the child would go on in its parent's store.
 */

/* What to call in place of the function `name`, which is `original`; null where that is no function of these. */
void (*clone_calls_find(const char *name, void (*original)(void)))(void);

/* Whether syscall() with these does so. Then fork_prepare comes before it, and this behind it, in both processes. */
bool clone_calls_by_syscall(long number, const long *with);
void clone_calls_done(bool in_child);

/*
 * --- wait_calls.c: calls that wait for children of all kinds would find the observer: it is ended before them, and begins again
 * behind them.
 */

/* What to call for `name`, which the program means to be `original`; null: that is no such call. */
void (*wait_calls_find(const char *name, void (*original)(void)))(void);

/* Before a system call that the program makes by its number; and behind it, with what that returned. */
bool wait_calls_by_syscall(long number, const long *with);
void wait_calls_behind(bool hidden);

/*
 * --- sandbox_calls.c: calls by which a process gives up what it may do.
 *
 * An edited call of such a function arrives here by resolve. One that enters a sandbox of system calls is stood in for;
 * before the others, which change who the process is and which files it sees, nothing is needed but that the child of a fork
 * has a store of its own.
 */

/* What to call in place of the function `name`, which is `original`; null where that is no function of these. */
void (*sandbox_calls_find(const char *name, void (*original)(void)))(void);

#endif
