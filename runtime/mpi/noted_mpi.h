/*
 * noted_mpi.h - what a call notes before MPI judges it: that ranks are about to meet, since it may wait for ever. Where MPI
 * refuses the call it is taken back, and nothing is left of it but its time.
 *
 * A call that MPI refuses does not take place for the others either, so it has no number among those of its communicator. What
 * ranks found out together that a file can't be had did: it is no meeting, and keeps its number. A message that was cut off has come.
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

/* Of an outcome, which may be MPI_SUCCESS. */
int noted_class(int outcome);

/* Whether what has this outcome took place. */
bool noted_took_place(int outcome);

/* Nobody will end it: it is no meeting. */
void noted_give_up(struct operation *operation);

/* The call is made now, or has returned. Nothing is noted any more of one that did not take place. */
void noted_before(const struct noted *noted);
void noted_after(struct noted *noted, int outcome);

/* The call has been left. */
void noted_left(const struct noted *noted);

/* What MPI is to call in place of the program's handler of errors: it takes back what was noted, since the handler may throw, or
 * jump away. The same for the same handler. */
void (*noted_handler(void (*handler)(void)))(void);

#endif
