/*
 * wait_calls.h - calls that wait for children of all kinds would find the observer: it is ended before them, and begins again
 * behind them.
 */
#ifndef INSTR_WAIT_CALLS_H
#define INSTR_WAIT_CALLS_H

#include <stdbool.h>

/* What to call for `name`, which the program means to be `original`; null: that is no such call. */
void (*wait_calls_find(const char *name, void (*original)(void)))(void);

/* Before a system call that the program makes by its number; and behind it, with what that returned. */
bool wait_calls_by_syscall(long number, const long *with);
void wait_calls_behind(bool hidden);

#endif
