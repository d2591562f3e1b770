/*
 * files_mpi.h - files that several ranks have open: for who waits for whom in their collective calls (operation.h).
 *
 * Such a call may wait for all ranks of the file. Some end before the last of them has come, as MPI writes what there is; these did
 * not wait.
 */
#ifndef INSTR_MPI_FILES_H
#define INSTR_MPI_FILES_H

#include "runtime/measure/beside/operation.h"

#include <mpi.h>

/* All of `comm` opened `file` just now. Nothing happens without a runtime. */
void files_made(MPI_File file, MPI_Comm comm);

/* A call of all ranks of `file` begins. For services->met; null: it is not logged. */
struct operation *files_meet(const struct caller *caller, MPI_File file);

/* It is closed. */
void files_forget(MPI_File file);

#endif
