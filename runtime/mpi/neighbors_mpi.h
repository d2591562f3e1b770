/*
 * neighbors_mpi.h - collective calls in which a rank meets its neighbors alone: for who waits for whom (operation.h).
 *
 * Such a call is a message to each neighbor that it sends to, and one from each that it receives from, without a tag that the program
 * could see. It waits for those from which it receives.
 */
#ifndef INSTR_MPI_NEIGHBORS_H
#define INSTR_MPI_NEIGHBORS_H

#include "runtime/mpi/noted_mpi.h"

#include <mpi.h>

/* Such a call on `comm` begins. Of its operations the last `receives` are those that it waits for. */
struct noted neighbors_meet(const struct caller *caller, MPI_Comm comm, uint32_t *receives);

#endif
