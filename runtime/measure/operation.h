/*
 * operation.h - one side of a meeting: a call of MPI in which ranks wait for each other, as the MPI part tells of it.
 */
#ifndef INSTR_OPERATION_H
#define INSTR_OPERATION_H

#include <stdint.h>

/* Who waits for whom: all for the last; all for the root; the root for the first; the receiver for the sender, and a sender that
 * blocks for the receiver. MEETING_NONE: it did not take place. */
enum meeting_kind { MEETING_NONE, MEETING_ALL, MEETING_FROM_ROOT, MEETING_TO_ROOT, MEETING_SEND, MEETING_RECEIVE };

/* What both sides, or all, know without a message. Messages from one rank to another with one tag are a stream of their own; who
 * reads the log numbers them, in its order. */
struct meeting {
    uint64_t stream; /* of meetings of the same ranks: a communicator's number; 0: it is not known which */
    uint32_t number; /* of a collective call, in the stream */
    uint32_t size;   /* ranks that meet in it */
    int32_t peer;    /* of a message: the other's rank in MPI_COMM_WORLD; -1: not known */
    int32_t tag;
    uint8_t kind;
    uint8_t root;   /* 1: this rank is the root */
    uint8_t blocks; /* 1: a send that may wait for its receiver */
};

struct stand; /* operations.h */

struct operation {
    struct meeting meeting;
    struct stand *stand; /* of the call that waits; null: none is measured */
    uint64_t posted;     /* ticks: when it began */
    uint64_t enter, end; /* ticks: of the call that waits; an end of 0: it has not ended */
};

#endif
