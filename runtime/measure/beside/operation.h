/*
 * operation.h - one side of a meeting: a call of MPI in which ranks wait for each other, as the MPI part tells of it.
 */
#ifndef INSTR_OPERATION_H
#define INSTR_OPERATION_H

#include <stdint.h>

/* The name of a counter. */
#define OPERATIONS_UNKNOWN "calls of MPI whose waiting is not known"

struct __instr_frame;

/* The caller of an MPI function: the frame of the call, or NULL, and its call site, FILE:LINE, or NULL if unknown. */
struct caller {
    struct __instr_frame *frame;
    const char *site;
};

/* Who waits for whom: all for the last one; each for the last of those before it; all for the root; the root for the last one; the receiver
 * for the sender, or a blocking sender for the receiver; a probe for the sender. MEETING_NONE: it did not take place. */
enum meeting_kind {
    MEETING_NONE,
    MEETING_ALL,
    MEETING_SCAN,
    MEETING_FROM_ROOT,
    MEETING_TO_ROOT,
    MEETING_SEND,
    MEETING_RECEIVE,
    MEETING_PROBE
};

#define MEETING_ANY_TAG INT32_MIN

/* What all participants know without exchanging messages. Messages from one rank to another with one tag are a stream, which is numbered later
 * (numbers.h). */
struct meeting {
    uint64_t stream; /* of meetings of the same ranks: a communicator's number; 0: it is not known which */
    uint32_t number; /* in the stream */
    uint32_t size;   /* ranks that meet in it; of a receive, once the log was thinned, as numbers.h says */
    union {
        struct {
            int32_t peer; /* of a message: the other's rank in MPI_COMM_WORLD; -1: not known */
            int32_t tag;  /* MEETING_ANY_TAG: not known */
        };
        const int *ranks; /* of a scan: all in their order, as ranks of MPI_COMM_WORLD */
    };
    uint32_t position; /* of a scan: this rank's among them */
    uint8_t kind;
    uint8_t root : 1;   /* this rank is a root */
    uint8_t blocks : 1; /* a send that may wait for its receiver; a call of all that may end before the last has come */
    uint8_t thread : 6; /* that began it: its number, below LOG_THREADS: the last bits are enough to tell most apart */
    uint8_t numbered;   /* it has a number */
    uint8_t taken;      /* its place in the log is written */
};

struct operation {
    struct meeting meeting;
    uint32_t poster, stand; /* of the calls that began it, and that wait (wait_sums.h) */
    uint64_t posted;        /* ticks: when it began */
    uint64_t enter, end;    /* ticks: of the call that waits; an end of 0: it has not ended */
};

#endif
