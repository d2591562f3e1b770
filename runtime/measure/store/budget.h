/*
 * budget.h - INSTR_BUDGET: what the probes cost is kept under a share of the program's time.
 *
 * Timing fewer calls costs less, but a call that is only counted still costs some nanoseconds, too much for a function
 * that is little longer itself. So where too many of the observer's looks find a thread in a probe, the regions that are
 * called most often are switched off for good: from then on their calls are neither counted nor timed, and their time is
 * their callers'. The profile marks them.
 *
 * The observer says which (see observer/budget.h), as what probes cost is seen by nobody else. It can't change what lies
 * outside the store, so it has every thread come the slow way, where the first one does what is wanted.
 */
#ifndef INSTR_BUDGET_H
#define INSTR_BUDGET_H

/* Switches off what the observer wants to be, if that has not been done. By a thread that is not in the runtime. */
void budget_apply(void);

#endif
