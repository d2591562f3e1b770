/*
 * waits.h - who waited for whom, found at the end of a job from what its ranks logged (operations.h).
 *
 * Of a collective call the ranks that met know together who came last, or first, and when. A rank waited from its own coming
 * until then, and never longer than its call took:
 *
 *     all for all (Barrier, Allreduce)    until the last one came
 *     one to all (Bcast, Scatter)         until the root came
 *     all to one (Reduce, Gather)         the root, until the first of the others came
 *
 *     a message                           its receiver until it was sent, of several that one call waits for the longest so; and a
 *                                         sender that blocks until the receiver asked for it
 *
 * What a meeting's ranks are not all known to have logged stays unknown, and is counted.
 */
#ifndef INSTR_WAITS_H
#define INSTR_WAITS_H

#include "runtime/job/transport.h"

/* Collective. This rank's CLOCK_MONOTONIC is `ahead` ns of the first rank's. Books what is found with operations_found(). */
void waits_find(struct transport *transport, int64_t ahead);

#endif
