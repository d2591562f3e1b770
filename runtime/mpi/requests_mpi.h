/*
 * requests_mpi.h - persistent requests: what a start of each sends, and on which communicator; and those by which messages are
 * received, or ranks meet, until they have.
 */
#ifndef INSTR_REQUESTS_MPI_H
#define INSTR_REQUESTS_MPI_H

#include "runtime/mpi/messages_mpi.h"

#include <mpi.h>
#include <stdint.h>

/* `request` was made; each start sends `bytes`, or TRAFFIC_NONE. Nothing happens without a runtime. */
void requests_made(MPI_Request request, MPI_Comm comm, int64_t bytes);

/* The same request's starts each send or receive such a message, by its kind. */
void requests_made_for(MPI_Request request, MPI_Comm comm, int peer, int tag, enum meeting_kind kind);

/* The same of starts of a collective call. */
void requests_made_for_all(MPI_Request request, MPI_Comm comm, int root, enum meeting_kind kind);

/* The same of starts of a message in so many parts. It is sent when all are ready. */
void requests_made_of_parts(MPI_Request request, MPI_Comm comm, int peer, int tag, int parts, enum meeting_kind kind);

/* So many parts more are, and what is sent by that. */
struct noted requests_ready(const struct caller *caller, MPI_Request request, int parts);

/* They were started by a call. */
void requests_started(const struct caller *caller, int64_t count, const MPI_Request *requests);

/* Which one of that handle is known, before it is freed: another may get its handle then. 0: none. It is freed. */
uint64_t requests_known(MPI_Request request);
void requests_freed(MPI_Request request, uint64_t which);

/* `request` was made, which ends when the message has come. */
void requests_expect(MPI_Request request, const struct expected *expected);

/* The same of a collective call, of which so many operations end with it. */
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

/* Before it; MPI may refuse them all. Where MPI is to be asked for what the program ignores, *statuses points to a place for it. */
void requests_ending(struct ending *ending, const struct caller *caller, int count, const MPI_Request *requests,
                     MPI_Status **statuses);

/* Whether its arguments say which have ended: it was done, or failed for some of them. */
bool requests_say(int outcome);

/* After it: the first `ended` of them have, or those that `which` names; and it waited for them, or only looked. Of one that failed
 * the `requests` that MPI took away have ended. */
void requests_ended(struct ending *ending, bool waited, int outcome, int ended, const int *which,
                    const MPI_Request *requests, const MPI_Status *statuses);

#endif
