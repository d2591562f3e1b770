/*
 * noted_mpi.h - takes back the log of a call that MPI refuses. A call is logged before MPI checks it, because it may wait for ever. Of a
 * refused call only its time is kept.
 *
 * A refused call does not take place for other ranks either, so it gets no number on its communicator. If ranks found out together that a
 * file can't be opened, the call is no meeting, but keeps its number. A truncated message counts as received.
 */
#ifndef INSTR_NOTED_MPI_H
#define INSTR_NOTED_MPI_H

#include "runtime/measure/beside/operation.h"

#include <stdbool.h>
#include <stdint.h>

struct noted {
    struct operation *operations; /* null: it is not logged */
    uint32_t count;               /* of the operations that end with the call */
    bool unknown;                 /* for whom the call waits is not known */
    uint32_t *number;             /* of the next such call, which this one has counted up; null: it has none */
};

/* Returns the error class of an outcome, which may be MPI_SUCCESS. */
int noted_class(int outcome);

/* Returns whether a call with this outcome took place. */
bool noted_took_place(int outcome);

/* Makes an operation that nobody will end no meeting. */
void noted_give_up(struct operation *operation);

/* Surround the call. The second takes back what was noted if the call did not take place. */
void noted_before(const struct noted *noted);
void noted_after(struct noted *noted, int outcome);

/* Called when the call has been left. */
void noted_left(const struct noted *noted);

/* Returns the function that MPI is to call instead of the program's error handler. It takes back what was noted first, because the handler
 * may throw or jump away. The same handler gives the same function. */
void (*noted_handler(void (*handler)(void)))(void);

#endif
