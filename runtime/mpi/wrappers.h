/*
 * wrappers.h - the functions the MPI part puts before those of MPI.
 */
#ifndef INSTR_MPI_WRAPPERS_H
#define INSTR_MPI_WRAPPERS_H

#include "runtime/mpi/table.h"

extern struct wrapper wrappers[];
extern const size_t wrappers_count;

#endif
