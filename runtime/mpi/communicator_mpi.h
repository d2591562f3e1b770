/*
 * communicator_mpi.h - what the program's communicators are to the runtime: a name, the place that made
 * them, and who is in them.
 */
#ifndef INSTR_COMMUNICATOR_MPI_H
#define INSTR_COMMUNICATOR_MPI_H

#include "runtime/measure/operation.h"

#include <mpi.h>
#include <stdint.h>

struct communicator;
struct __instr_frame;
struct members;

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

/* A collective call on `comm` begins in `frame`, which may be null; `root` is one of its ranks or -1. For services->met; null:
 * it is not logged. */
struct operation *communicator_meets(const struct __instr_frame *frame, MPI_Comm comm, enum meeting_kind kind,
                                     int root);

/* The members of `comm`, and the number by which they know it. Null: they have none, and messages on it are not logged. */
const struct members *communicator_members(MPI_Comm comm, uint64_t *stream);

/* In MPI_COMM_WORLD; -1: of none. */
int communicator_rank(const struct members *members, int rank);

#endif
