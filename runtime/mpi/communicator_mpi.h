/*
 * communicator_mpi.h - keeps for each communicator of the program its name, the place that made it, and its
 * ranks.
 */
#ifndef INSTR_COMMUNICATOR_MPI_H
#define INSTR_COMMUNICATOR_MPI_H

#include "runtime/mpi/noted_mpi.h"

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

struct communicator;
struct __instr_frame;
struct members;

/* Returns the communicator for services->used; NULL if it is unknown. Only the first use of a communicator takes time, because its ranks are
 * read from MPI. So MPI must have accepted `comm`. The other functions may be called for any `comm`, and ignore one that MPI has not made or
 * has freed. */
const struct communicator *communicator_of(MPI_Comm comm);

/* Notes that a call of `function` ("MPI_Comm_split") made `comm`, at its call site or, if that is unknown, in the innermost open function. */
void communicator_made(MPI_Comm comm, const struct caller *caller, const char *function);

/* Notes that a call began to make `comm` from `original`. MPI may not be asked about `comm` before the program uses it. Does nothing for
 * MPI_COMM_NULL. */
void communicator_coming(MPI_Comm comm, MPI_Comm original, const struct caller *caller, const char *function);

/* Notes that `comm` has a new name. */
void communicator_named(MPI_Comm comm);

/* Counts one accepted call on `comm`, which may be MPI_COMM_NULL, at the path of `frame`. It sent a message of that size unless `bytes` is
 * negative. To be called only with a runtime. */
void communicator_used(const struct __instr_frame *frame, MPI_Comm comm, int64_t bytes);

/* Logs the begin of a collective call on `comm`; `root` is one of its ranks, a root constant of an
 * intercommunicator, or -1. This rank may wait in the last of the call's meetings. */
struct noted communicator_meets(const struct caller *caller, MPI_Comm comm, enum meeting_kind kind, int root);

/* Fills in the meetings of such a call, to be logged later. Returns their number; 0 if the call is not logged. */
uint32_t communicator_meeting(MPI_Comm comm, enum meeting_kind kind, int root, struct meeting meetings[2]);

/* Numbers a collective call on `comm` without logging it. Returns false if `comm` is unknown. */
bool communicator_call(MPI_Comm comm, struct meeting *call);

/* Returns the members whose ranks are used in messages on `comm`, and sets *stream to its number, which is the same on all ranks. NULL if
 * `comm` is unknown; messages on it are not logged. */
const struct members *communicator_members(MPI_Comm comm, uint64_t *stream);

/* Returns the ranks of `group` in MPI_COMM_WORLD, to be freed: `count` of its `size` members have one. NULL if they are unknown. */
int *communicator_group_ranks(MPI_Group group, int *size, uint32_t *count);

/* Returns the member's rank in MPI_COMM_WORLD; -1 if it has none. */
int communicator_rank(const struct members *members, int rank);

#endif
