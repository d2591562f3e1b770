/*
 * before_waits.h - what a thread did before the calls of MPI that other ranks waited for.
 *
 * Where such a call begins it is looked up in the thread's tree which paths took how much since it was looked up last: timed calls
 * by the clock, others by the looks at them. The few that took most are kept, as a *stretch*. A look-up costs as much as the tree has
 * changed. So there is none before fifty times that has passed (time_split.h); then a stretch has several calls of MPI in it.
 */
#ifndef INSTR_BEFORE_WAITS_H
#define INSTR_BEFORE_WAITS_H

#include "runtime/measure/beside/operations.h"

/* Does as operations_begin, and may end a stretch. */
struct operation *before_waits_begin(const struct caller *caller, const struct meeting *meetings, uint32_t count);

#endif
