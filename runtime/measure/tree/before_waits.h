/*
 * before_waits.h - logs the work of a thread before MPI calls for which other ranks waited.
 *
 * At the begin of such a call, the time of each path since the last such call is found in the thread's tree: timed calls by the clock, others by
 * samples. The few that took most are kept, as a *stretch*. A look-up costs as much as the tree has changed. So there is none before fifty times
 * that has passed (time_split.h); then a stretch has several calls of MPI in it.
 */
#ifndef INSTR_BEFORE_WAITS_H
#define INSTR_BEFORE_WAITS_H

#include "runtime/measure/beside/operations.h"

/* Does as operations_begin, and may end a stretch. */
struct operation *before_waits_begin(const struct caller *caller, const struct meeting *meetings, uint32_t count);

#endif
