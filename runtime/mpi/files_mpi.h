/*
 * files_mpi.h - files that several ranks have open: for who waits for whom in their collective calls (operation.h).
 *
 * Such a call may wait for all ranks of the file. Some end before the last of them has come, as MPI writes what there is; these did
 * not wait.
 */
#ifndef INSTR_MPI_FILES_H
#define INSTR_MPI_FILES_H

#include "runtime/mpi/noted_mpi.h"

#include <mpi.h>

struct file;

/* All of `comm` opened `file` just now. Nothing happens without a runtime. */
void files_made(MPI_File file, MPI_Comm comm);

/* A call of all ranks of `file` begins. */
struct noted files_meet(const struct caller *caller, MPI_File file);

/* What is known of it, before it is closed: another one may get its handle then. It is closed. */
const struct file *files_known(MPI_File file);
void files_forget(const struct file *file);

#endif
