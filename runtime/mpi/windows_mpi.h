/*
 * windows_mpi.h - windows of one-sided communication, whose fences are barriers: for who waits for whom (operation.h).
 */
#ifndef INSTR_MPI_WINDOWS_H
#define INSTR_MPI_WINDOWS_H

#include "runtime/measure/operation.h"

#include <mpi.h>

/* All of `comm` made `win` just now. Nothing happens without a runtime. */
void windows_made(MPI_Win win, MPI_Comm comm);

/* A call of all ranks of `win` begins. For services->met; null: it is not logged. */
struct operation *windows_meet(const struct caller *caller, MPI_Win win);

#endif
