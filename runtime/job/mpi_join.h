/*
 * mpi_join.h - makes a process a member of its MPI job, whoever calls MPI_Init.
 *
 * Programs built with instr-cc contain the MPI part. But MPI_Init may be called by an uninstrumented library, by Fortran or
 * C++, or before the runtime is there. So calls of MPI_Init between loaded objects are redirected to this file. When an object
 * attaches, MPI is asked whether it has begun unseen.
 */
#ifndef INSTR_MPI_JOIN_H
#define INSTR_MPI_JOIN_H

#include <stddef.h>

/* Called when the runtime is there: makes MPI_Init noticed, and joins the job if MPI has begun. The caller holds no lock. */
void mpi_join_look(void);

/* Returns the original of `function`, if that is the replacement of MPI_Init; else `function`. */
void (*mpi_join_original(void (*function)(void)))(void);

/* Returns the function to call instead of `found`, which dlsym returned for `name`. */
void *mpi_join_asked(const char *name, void *found);

/* --- calls of MPI that were not edited: by libraries that are not instrumented, and from Fortran. --- */

struct mpi_call;

/* Implements services->catch_calls. */
void mpi_calls_catch(struct mpi_call *calls, size_t count);

#endif
