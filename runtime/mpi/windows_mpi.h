/*
 * windows_mpi.h - logs calls on windows of one-sided communication, to find who waits for whom (operation.h).
 *
 * Fences are logged as barriers. An epoch with a group is logged as two messages between each origin and target, with a tag that the
 * program can't see: the target's memory may be used, and the origin has finished.
 *
 *     origin     MPI_Win_start   MPI_Win_complete   waits in either for the last MPI_Win_post
 *     target     MPI_Win_post    MPI_Win_wait       waits for the last MPI_Win_complete
 */
#ifndef INSTR_MPI_WINDOWS_H
#define INSTR_MPI_WINDOWS_H

#include "runtime/mpi/noted_mpi.h"

#include <mpi.h>

/* Notes that all ranks of `comm` have made `win`. Does nothing without a runtime. */
void windows_made(MPI_Win win, MPI_Comm comm);

/* Logs the begin of a call of all ranks of `win`. */
struct noted windows_meet(const struct caller *caller, MPI_Win win);

enum epoch_step { EPOCH_POST, EPOCH_START, EPOCH_COMPLETE, EPOCH_WAIT };

/* Logs that an epoch of `win` with a `group` has begun, by a call that began at `enter` (ticks). */
struct noted windows_begun(const struct caller *caller, MPI_Win win, enum epoch_step step, MPI_Group group,
                           uint64_t enter);

/* Log that the last step of an epoch begins, and has ended. */
struct noted windows_step(const struct caller *caller, MPI_Win win, enum epoch_step step);
void windows_ended(MPI_Win win, enum epoch_step step);

#endif
