/*
 * before_waits.h - logs the work of a thread before MPI calls for which other ranks waited.
 *
 * When such a call begins, the thread's tree gives the time of each path since the last such call: timed calls by the clock, others by samples.
 * The few longest are kept, as a *stretch*. Finding them costs the more, the more the tree has changed. It is repeated only after fifty times
 * that cost, so a stretch may contain several calls of MPI.
 */
#ifndef INSTR_BEFORE_WAITS_H
#define INSTR_BEFORE_WAITS_H

#include "runtime/measure/beside/operations.h"

/* Does as operations_begin, and may end a stretch. */
struct operation *before_waits_begin(const struct caller *caller, const struct meeting *meetings, uint32_t count);

#endif
