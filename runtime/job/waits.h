/*
 * waits.h - finds at the end of a job who waited for whom, from the ranks' logs (operations.h).
 *
 * For a collective call the logs of its ranks show together who came last, or first, and when. A rank waited from its own call
 * until then, and never longer than its call took:
 *
 *     all for all (Barrier, Allreduce)    until the last one came
 *     one to all (Bcast, Scatter)         until the root came
 *     all to one (Reduce, Gather)         the root, until the first of the others came
 *     all to later ranks (Scan)           until the last of the ranks up to this one came
 *     group to group (on an intercommunicator)   until the last of the other group came
 *
 *     a message                           its receiver until it was sent; and a sender that blocks, until the receiver asked for it
 *
 * A rank comes to a nonblocking call, such as MPI_Iallreduce, when the call begins. It waits in the call that ends the request.
 * If one call waits for several operations, only the longest wait counts.
 *
 * If not all ranks of a meeting are known to have logged it, its waits stay unknown, and are counted.
 */
#ifndef INSTR_WAITS_H
#define INSTR_WAITS_H

#include "runtime/job/transport.h"

/* Finds the waits, and adds them with wait_sums_found(). Collective, after clocks are compared (clocks.h). */
void waits_find(struct transport *transport);

#endif
