/*
 * communicator_mpi.h - what the program's communicators are to the runtime: a name, the place that made
 * them, and who is in them.
 */
#ifndef INSTR_COMMUNICATOR_MPI_H
#define INSTR_COMMUNICATOR_MPI_H

#include "runtime/mpi/noted_mpi.h"

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

struct communicator;
struct __instr_frame;
struct members;

/* For services->used; null where it is not known. Costs nothing to speak of but for the first use of a
 * communicator, which looks at who is in it. MPI has to have accepted `comm`: it is asked of one that is new. What follows may be
 * called of any, as before a call: then only those are known that MPI has made, and not freed. */
const struct communicator *communicator_of(MPI_Comm comm);

/* The call of `function` ("MPI_Comm_split") made `comm`: at its call site or, where that is not known, somewhere in the function that
 * is open around it. */
void communicator_made(MPI_Comm comm, const struct caller *caller, const char *function);

/* The call began to make `comm` from `original`, and MPI may not be asked of it before the program uses it. Nothing happens where it is
 * MPI_COMM_NULL. */
void communicator_coming(MPI_Comm comm, MPI_Comm original, const struct caller *caller, const char *function);

/* It has a new name. */
void communicator_named(MPI_Comm comm);

/* One call on `comm`, which may be MPI_COMM_NULL and is accepted, counted where `frame` is open, with a message of `bytes` bytes
 * unless that is negative. Only where the runtime is. */
void communicator_used(const struct __instr_frame *frame, MPI_Comm comm, int64_t bytes);

/* A collective call on `comm` begins; `root` is one of its ranks, or what stands for one between two
 * groups, or -1. Of its meetings the last is the one that this rank may wait in. */
struct noted communicator_meets(const struct caller *caller, MPI_Comm comm, enum meeting_kind kind, int root);

/* The same to be logged later: the meetings themselves, none where it is not. */
uint32_t communicator_meeting(MPI_Comm comm, enum meeting_kind kind, int root, struct meeting meetings[2]);

/* One more collective call on `comm`, which is not logged. False: it is not known. */
bool communicator_call(MPI_Comm comm, struct meeting *call);

/* Those whose ranks messages on `comm` name, and the number by which all know it. Null: it is not known, and messages on it are not
 * logged. */
const struct members *communicator_members(MPI_Comm comm, uint64_t *stream);

/* The ranks of `group` in MPI_COMM_WORLD, to be freed: `count` of its `size` members have one. Null where that is not known. */
int *communicator_group_ranks(MPI_Group group, int *size, uint32_t *count);

/* In MPI_COMM_WORLD; -1: of none. */
int communicator_rank(const struct members *members, int rank);

#endif
