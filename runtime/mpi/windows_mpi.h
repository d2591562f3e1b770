/*
 * windows_mpi.h - windows of one-sided communication: for who waits for whom (operation.h).
 *
 * Their fences are barriers. An epoch that only some ranks take part in is two messages between each two of them, without a tag that
 * the program could see: that the target's memory may be used, and that the origin has done with it.
 *
 *     origin     MPI_Win_start   MPI_Win_complete   waits in either for the last MPI_Win_post
 *     target     MPI_Win_post    MPI_Win_wait       waits for the last MPI_Win_complete
 */
#ifndef INSTR_MPI_WINDOWS_H
#define INSTR_MPI_WINDOWS_H

#include "runtime/mpi/noted_mpi.h"

#include <mpi.h>

/* All of `comm` made `win` just now. Nothing happens without a runtime. */
void windows_made(MPI_Win win, MPI_Comm comm);

/* A call of all ranks of `win` begins. */
struct noted windows_meet(const struct caller *caller, MPI_Win win);

enum epoch_step { EPOCH_POST, EPOCH_START, EPOCH_COMPLETE, EPOCH_WAIT };

/* An epoch of `win` with a `group` has begun, by a call that began at `enter` (ticks). */
struct noted windows_begun(const struct caller *caller, MPI_Win win, enum epoch_step step, MPI_Group group,
                           uint64_t enter);

/* The last step of one begins, and has been done. */
struct noted windows_step(const struct caller *caller, MPI_Win win, enum epoch_step step);
void windows_ended(MPI_Win win, enum epoch_step step);

#endif
