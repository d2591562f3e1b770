/*
 * operations_log.h - the log of operations (operations.h) as it lies in the store, where who recovers a killed process finds it.
 *
 * It grows by chunks. Each is a part of the store, or ordinary memory where the disk of the store has little room: then who recovers the
 * process counts what is in it as unknown. It is valid at each instant, also while it is thinned: its levels are raised first, so that
 * what has not gone yet goes when it is read, and what is on its way from one place to another is told by `move`.
 */
#ifndef INSTR_OPERATIONS_LOG_H
#define INSTR_OPERATIONS_LOG_H

#include "runtime/measure/beside/numbers.h"
#include "runtime/measure/beside/operation.h"

#include <stdatomic.h>

enum { OPERATIONS_CHUNK = 4096, OPERATIONS_CHUNKS = 64, OPERATIONS_MOST = OPERATIONS_CHUNK * OPERATIONS_CHUNKS };
_Static_assert(sizeof(struct operation) == 64, "one cache line each: 16 MiB in all");

enum { LEVEL_OF_CALLS, LEVEL_OF_MESSAGES, LEVELS };

struct operations_log {
    uint64_t machine;               /* a number of the clock that its moments are of, see process_clock */
    _Atomic uint64_t begun, missed; /* the next place; calls that were not logged */
    _Atomic uint8_t levels[LEVELS]; /* how often the limit was halved, of each kind */
    _Atomic uint8_t closed;         /* it is read, or too much of it can't be thinned; not bool: see struct region */
    struct {
        struct operation *from, *to; /* an operation that is moved just now; a null `to`: none is */
    } move;
    _Atomic uint8_t found;    /* who waited for whom, and this process's profile says it, ... */
    _Atomic uint64_t unknown; /* ... but for so many calls */
    _Atomic uint8_t matched;  /* and it is written: who recovers the process need not look for it */
    _Atomic uint8_t left;     /* the same will not be found by this process */
    struct numbers numbers;
    _Atomic(struct operation *) chunks[OPERATIONS_CHUNKS];
};

/* Returns whether a meeting is kept at that level. */
bool operations_are_kept(const struct operation *operation, const uint8_t levels[LEVELS]);

static inline int operations_kind(const struct operation *operation)
{
    return numbers_are_for(operation) ? LEVEL_OF_MESSAGES : LEVEL_OF_CALLS;
}

/* Returns the number of places given out. */
static inline uint32_t operations_given(const struct operations_log *log)
{
    uint64_t begun = atomic_load(&log->begun);
    bool whole = begun > OPERATIONS_MOST || log->levels[LEVEL_OF_CALLS] || log->levels[LEVEL_OF_MESSAGES];
    return whole ? (uint32_t)OPERATIONS_MOST : (uint32_t)begun;
}

#endif
