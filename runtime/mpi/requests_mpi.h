/*
 * requests_mpi.h - keeps requests by handle. For a persistent one: its communicator, and the bytes that a start sends. For one that receives a
 * message or in which ranks meet: the operation that ends with it.
 */
#ifndef INSTR_REQUESTS_MPI_H
#define INSTR_REQUESTS_MPI_H

#include "runtime/mpi/messages_mpi.h"

#include <mpi.h>
#include <stdint.h>

/* Adds a persistent request; each start sends `bytes`, or TRAFFIC_NONE. Does nothing without a runtime. */
void requests_made(MPI_Request request, MPI_Comm comm, int64_t bytes);

/* Notes that each start of that request sends or receives such a message, by its kind. */
void requests_made_for(MPI_Request request, MPI_Comm comm, int peer, int tag, enum meeting_kind kind);

/* Notes that each start is such a collective call. */
void requests_made_for_all(MPI_Request request, MPI_Comm comm, int root, enum meeting_kind kind);

/* Notes that each start is a message in `parts` parts. It is sent when all parts are ready. */
void requests_made_of_parts(MPI_Request request, MPI_Comm comm, int peer, int tag, int parts, enum meeting_kind kind);

/* Notes that `parts` more parts are ready, and logs the message if that sends it. */
struct noted requests_ready(const struct caller *caller, MPI_Request request, int parts);

/* Notes that a call started these requests. */
void requests_started(const struct caller *caller, int64_t count, const MPI_Request *requests);

/* Surround freeing a request. The first returns the number of the entry, or 0, because another request may get the handle then. The
 * second removes that entry. */
uint64_t requests_known(MPI_Request request);
void requests_freed(MPI_Request request, uint64_t which);

/* Adds a request that ends when the message has come. */
void requests_expect(MPI_Request request, const struct expected *expected);

/* Adds the request of a collective call, of which `count` operations end with it. */
void requests_meet(MPI_Request request, struct operation *operations, uint32_t count);

enum { REQUESTS_FEW = 16 };

/* A call that may end requests. */
struct ending {
    const struct caller *caller;
    uint64_t enter; /* ticks */
    int count;      /* of the requests; 0: none is of interest */
    MPI_Request *requests, few[REQUESTS_FEW];
    MPI_Status *statuses, few_statuses[REQUESTS_FEW];
};

/* Called before such a call, which MPI may refuse. If statuses are needed that the program ignores, *statuses becomes a place for them. */
void requests_ending(struct ending *ending, const struct caller *caller, int count, const MPI_Request *requests,
                     MPI_Status **statuses);

/* Returns whether the call's arguments say which requests have ended: it succeeded, or failed for some of them. */
bool requests_say(int outcome);

/* Called after such a call, which waited or only tested. The first `ended` requests have ended, or those that `which` names. If the call
 * failed, the `requests` that MPI set to null have ended. */
void requests_ended(struct ending *ending, bool waited, int outcome, int ended, const int *which,
                    const MPI_Request *requests, const MPI_Status *statuses);

#endif
