/*
 * communicator_mpi.h - what the program's communicators are to the runtime: a name, the place that made
 * them, and who is in them.
 */
#ifndef INSTR_COMMUNICATOR_MPI_H
#define INSTR_COMMUNICATOR_MPI_H

#include <mpi.h>
#include <stdint.h>

struct communicator;
struct __instr_frame;

/* For services->used; null where it is not known. Costs nothing to speak of but for the first use of a
 * communicator, which looks at who is in it. */
const struct communicator *communicator_of(MPI_Comm comm);

/* The call of `function` ("MPI_Comm_split") in `frame` made `comm`, at `line` ("file:line") or, with null,
 * somewhere in the function that is open around it. */
void communicator_made(MPI_Comm comm, const struct __instr_frame *frame, const char *function, const char *line);

/* It has a new name. */
void communicator_named(MPI_Comm comm);

/* One call on `comm`, which may be MPI_COMM_NULL, counted where `frame` is open, with a message of `bytes` bytes
 * unless that is negative. Only where the runtime is. */
void communicator_used(const struct __instr_frame *frame, MPI_Comm comm, int64_t bytes);

#endif
