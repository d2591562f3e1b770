/*
 * waits.h - who waited for whom, found at the end of a job from what its ranks logged (operations.h).
 *
 * Of a collective call the ranks that met know together who came last, or first, and when. A rank waited from its own coming
 * until then, and never longer than its call took:
 *
 *     all for all (Barrier, Allreduce)    until the last one came
 *     one to all (Bcast, Scatter)         until the root came
 *     all to one (Reduce, Gather)         the root, until the first of the others came
 *     all to those behind (Scan)          until the last one came up to the rank itself
 *     group to group (on an intercommunicator)   until the last of the other group came
 *
 *     a message                           its receiver until it was sent; and a sender that blocks, until the receiver asked for it
 *
 * A rank comes to a call that does not block, as MPI_Iallreduce, when that begins; and it waits in the call that ends its request.
 * Of all that one call waits for, only that counts for which it waits longest.
 *
 * What a meeting's ranks are not all known to have logged stays unknown, and is counted.
 */
#ifndef INSTR_WAITS_H
#define INSTR_WAITS_H

#include "runtime/job/transport.h"

/* Collective, once clocks are compared (clocks.h). Books what is found with wait_sums_found(). */
void waits_find(struct transport *transport);

#endif
