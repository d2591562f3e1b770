/*
 * mpi_join.h - makes a process a member of its MPI job, whoever calls MPI_Init.
 *
 * Calls that instr-cc edited or linked bring the MPI part with them. But MPI may be begun by a library that nobody
 * instrumented, by Fortran or C++, or before there was anything to measure. So calls of MPI_Init between objects that
 * are loaded go through here, and when an object attaches MPI is asked whether it has begun without being seen.
 */
#ifndef INSTR_MPI_JOIN_H
#define INSTR_MPI_JOIN_H

#include <stddef.h>

/* The runtime is there: sees to it that MPI_Init is noticed, and joins if that is over. No lock may be held. */
void mpi_join_look(void);

/* What `function` is in plain, where it may be what MPI_Init was directed to. */
void (*mpi_join_original(void (*function)(void)))(void);

/* What is to be called in place of `found`, which dlsym gave for `name`. */
void *mpi_join_asked(const char *name, void *found);

/* --- calls of MPI that no edit has seen: by libraries that are not instrumented, and from Fortran. --- */

struct mpi_call;

/* See catch_calls in services.h. */
void mpi_calls_catch(struct mpi_call *calls, size_t count);

#endif
