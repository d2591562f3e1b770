/*
 * clocks.h - compares the clocks of a job's ranks, for their traces and to find who waited for whom.
 *
 * Ranks compare clocks in MPI_Finalize, and after MPI_Init if all ranks come there (roll_all_begin). Clocks of two machines drift. Between the
 * two comparisons the difference is taken as linear. A job whose ranks do not get to MPI_Finalize has the first comparison only.
 */
#ifndef INSTR_CLOCKS_H
#define INSTR_CLOCKS_H

#include "runtime/job/transport.h"
#include "runtime/job/waits_state.h"

/* Compares the clocks, and tells the trace if there is one. Collective. Returns false if the difference is unknown. */
bool clocks_compare(struct transport *transport, bool ends);

bool clocks_are_compared(void);

/* Returns how to convert moments of this rank's log to ns of the first rank's clock. */
struct waits_clock clocks_line(void);

#endif
