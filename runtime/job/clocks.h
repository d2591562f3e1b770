/*
 * clocks.h - how far the clocks of a job's ranks are apart, for their traces and to find who waited for whom.
 *
 * Ranks compare them in MPI_Finalize, and behind MPI_Init where all come along (roll_all_begin). Clocks of two machines drift; what they
 * were apart between the two comparisons lies on a line. A job whose ranks do not get to MPI_Finalize has the first one.
 */
#ifndef INSTR_CLOCKS_H
#define INSTR_CLOCKS_H

#include "runtime/job/transport.h"
#include "runtime/job/waits_state.h"

/* Collective: compares them, and tells the trace if there is one. False: that is not known. */
bool clocks_compare(struct transport *transport, bool ends);

bool clocks_are_compared(void);

/* From moments of this rank's log to ns of the first rank's. */
struct waits_clock clocks_line(void);

#endif
