/*
 * budget.h - INSTR_BUDGET: what the probes cost is kept under a share of the program's time.
 *
 * What each kind of call costs is calibrated, and how many there were is known whenever sampling.c looks
 * at a node. Timing fewer calls costs less, but a call that is only counted still costs some
 * nanoseconds, too much for a function that is little longer itself. So where a thread's probes have
 * taken more than their share, the regions that took most of it are switched off for good: from then on
 * their calls are neither counted nor timed, and their time is their callers'. The profile marks them.
 */
#ifndef INSTR_BUDGET_H
#define INSTR_BUDGET_H

#include "runtime/measure/thread.h"

/* The calling thread's probes of `region` took so many more ticks. Does nothing without a budget. */
void budget_charge(struct thread *thread, struct region *region, double ticks);

#endif
