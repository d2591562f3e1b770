/*
 * messages_mpi.h - logs messages from rank to rank, to find who waits for whom (operation.h).
 *
 * Sender and receiver log each message of a known communicator, in the order of the sends and of the receives. A receive of any source
 * or tag is completed when it ends. All functions may be called without a runtime, and for MPI_PROC_NULL.
 */
#ifndef INSTR_MESSAGES_MPI_H
#define INSTR_MESSAGES_MPI_H

#include "runtime/mpi/noted_mpi.h"

#include <mpi.h>
#include <stdbool.h>

struct members;

/* A receive that has not ended. */
struct expected {
    struct operation *operation;   /* null: it is not logged */
    const struct members *members; /* of its communicator */
    uint32_t more;                 /* operations right behind it that end with it */
};

/* Fills in a message on `comm`, to or from its rank `peer`. Returns NULL if it is not logged; then it has no kind. */
const struct members *messages_meeting(MPI_Comm comm, int peer, int tag, enum meeting_kind kind,
                                       struct meeting *message);

/* Logs the begin of a send, which `blocks` or not. */
struct noted messages_send(const struct caller *caller, MPI_Comm comm, int to, int tag, bool blocks);

/* Logs the begin of a receive. */
struct expected messages_expect(const struct caller *caller, MPI_Comm comm, int from, int tag);

/* Logs the begin of a probe, which waits for a message without receiving it. */
struct expected messages_probe(const struct caller *caller, MPI_Comm comm, int from, int tag);

/* Logs a send and a receive by one call: the send directly before the receive, and as no meeting if it goes to MPI_PROC_NULL. */
struct expected messages_exchange(const struct caller *caller, MPI_Comm comm, int to, int sendtag, int from,
                                  int recvtag);

/* Returns the notes for a call that begins `count` such operations. */
struct noted messages_noted(const struct expected *expected, uint32_t count);

/* Completes a receive by a call that returned this status. Does nothing if it is not logged. */
void messages_came(const struct expected *expected, const MPI_Status *status);

/* Returns whether the status is needed to complete the receive: its source or tag is unknown, or it may be cancelled. */
bool messages_need(const struct expected *expected);

/* Completes a receive that has ended. Returns false if it was cancelled. */
bool messages_fill(const struct expected *expected, const MPI_Status *status);

/* Logs a call that has waited for a message on `comm`, which no other receive will get. */
struct noted messages_matched(const struct caller *caller, MPI_Comm comm, const MPI_Status *status);

/* Called when the program calls MPI_Cancel. */
void messages_cancel(void);

/*
 * --- collective calls among neighbors, logged to find who waits for whom (operation.h).
 *
 * Such a call is logged as a message to each neighbor that it sends to, and one from each that it receives from, with a tag that the program
 * can't see. It waits for the neighbors from which it receives.
 */

/* Logs the begin of such a call on `comm`. It waits for the last `receives` of its operations. */
struct noted neighbors_meet(const struct caller *caller, MPI_Comm comm, uint32_t *receives);

#endif
