/*
 * mpi_calls.h - calls of MPI that no edit has seen: by libraries that are not instrumented, and from Fortran.
 */
#ifndef INSTR_MPI_CALLS_H
#define INSTR_MPI_CALLS_H

#include <stddef.h>

struct mpi_call;

/* See catch_calls in services.h. */
void mpi_calls_catch(struct mpi_call *calls, size_t count);

#endif
