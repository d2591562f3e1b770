/*
 * process_end_calls.h - calls that end, replace or multiply the process.
 *
 * An edited call of such a function arrives here by resolve; what the C library and code that is not
 * instrumented do is noticed by handlers of at_quick_exit and pthread_atfork. Signals are left alone:
 * after a fatal one the store is there to recover from.
 */
#ifndef INSTR_PROCESS_END_CALLS_H
#define INSTR_PROCESS_END_CALLS_H

#include <stdbool.h>

/* Once, when the runtime starts. False when handlers can't be registered. */
bool process_end_calls_start(void);

/* Writes the last profile, from a destructor. Threads may be in exit() side by side: one that is through would end the process in the
 * midst, so it waits. */
void process_end_calls_write(void);

/* What to call in place of the function `name`; null where that is no function of these. */
void (*process_end_calls_find(const char *name))(void);

#endif
