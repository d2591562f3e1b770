/*
 * causes.h - what a thread did before the calls of MPI that other ranks waited for.
 *
 * Where such a call begins it is looked up in the thread's tree which paths took how much since it was looked up last: timed calls
 * by the clock, others by the looks at them. The few that took most are kept, as a *stretch*. A look-up costs as much as the tree has
 * changed. So there is none before fifty times that has passed (took.h); then a stretch has several calls of MPI in it.
 */
#ifndef INSTR_CAUSES_H
#define INSTR_CAUSES_H

#include "runtime/measure/operations.h"

/* As operations_begin, where a stretch may end. */
struct operation *causes_begin(const struct caller *caller, const struct meeting *meetings, uint32_t count);

/* No stretch comes any more, and the next are called. */
void causes_close(void);

/* Others waited for an operation, each no longer than `longest`, and `waited` in all; ns. That is booked on its call, and on what
 * the thread did meanwhile. What it spent in calls of MPI meanwhile has its cause in other ranks, and is booked nowhere. */
void causes_delayed(const struct operation *operation, uint64_t longest, uint64_t waited);

#endif
