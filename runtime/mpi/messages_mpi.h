/*
 * messages_mpi.h - messages from rank to rank, as they are logged: for who waits for whom (operation.h).
 *
 * Both sides log each message of a communicator that is known, in the order in which they sent it, or asked for it. A receive of any
 * source or tag is filled in when it ends. All may be called without a runtime, and for MPI_PROC_NULL.
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

/* What is known of such a message on `comm`, to or from its rank `peer`. Null: it is not logged, and has no kind. */
const struct members *messages_meeting(MPI_Comm comm, int peer, int tag, enum meeting_kind kind,
                                       struct meeting *message);

/* A call begins to send; it `blocks` or not. */
struct noted messages_send(const struct caller *caller, MPI_Comm comm, int to, int tag, bool blocks);

/* One begins to receive. */
struct expected messages_expect(const struct caller *caller, MPI_Comm comm, int from, int tag);

/* One waits for a message that it leaves there. */
struct expected messages_probe(const struct caller *caller, MPI_Comm comm, int from, int tag);

/* Both by one call: the send is right before the receive, and no meeting where it goes nowhere. */
struct expected messages_exchange(const struct caller *caller, MPI_Comm comm, int to, int sendtag, int from,
                                  int recvtag);

/* The same for the call that begins so many operations. */
struct noted messages_noted(const struct expected *expected, uint32_t count);

/* What was expected has come to a call that gave this status; nothing happens where it is not logged. */
void messages_came(const struct expected *expected, const MPI_Status *status);

/* Whether the status of what ends is needed to fill it in: its source or tag is not known, or it may be cancelled. */
bool messages_need(const struct expected *expected);

/* It has ended. False: it was cancelled. */
bool messages_fill(const struct expected *expected, const MPI_Status *status);

/* A call has waited for a message on `comm`, which no other receive will get. */
struct noted messages_matched(const struct caller *caller, MPI_Comm comm, const MPI_Status *status);

/* MPI_Cancel is called. */
void messages_cancel(void);

/*
 * --- collective calls in which a rank meets its neighbors alone: for who waits for whom (operation.h).
 *
 * Such a call is a message to each neighbor that it sends to, and one from each that it receives from, without a tag that the program
 * could see. It waits for those from which it receives.
 */

/* Such a call on `comm` begins. Of its operations the last `receives` are those that it waits for. */
struct noted neighbors_meet(const struct caller *caller, MPI_Comm comm, uint32_t *receives);

#endif
