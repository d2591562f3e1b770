/*
 * files_mpi.h - logs collective calls on files that several ranks have open, to find who waits for whom (operation.h).
 *
 * Such a call may wait for all ranks of the file. A call that ends before the last rank came did not wait.
 */
#ifndef INSTR_MPI_FILES_H
#define INSTR_MPI_FILES_H

#include "runtime/mpi/noted_mpi.h"

#include <mpi.h>

struct file;

/* Notes that all ranks of `comm` have opened `file`. Does nothing without a runtime. */
void files_made(MPI_File file, MPI_Comm comm);

/* Logs the begin of a call of all ranks of `file`. */
struct noted files_meet(const struct caller *caller, MPI_File file);

/* Surround closing a file: get its data before, because another file may get the handle then; forget the data after. */
const struct file *files_known(MPI_File file);
void files_forget(const struct file *file);

#endif
