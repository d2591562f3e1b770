/*
 * counters.h - events that are counted rather than silently dropped; they go to the profile by name.
 *
 * Safe from any thread and from signal handlers.
 */
#ifndef INSTR_COUNTERS_H
#define INSTR_COUNTERS_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum counter {
    COUNTER_JUMPED,       /* frames left by a jump */
    COUNTER_UNMATCHED,    /* leave without enter */
    COUNTER_NESTED,       /* calls from a signal handler that interrupted the runtime, or by the runtime */
    COUNTER_OTHER_PATHS,  /* calls in (other paths) */
    COUNTER_FOLDED,       /* paths folded because of recursion */
    COUNTER_NO_MEMORY,    /* calls not timed because there was no memory */
    COUNTER_NOT_MAPPED,   /* parts of the store that a crash would lose */
    COUNTER_CLOCK_BACK,   /* times the clock ran backwards */
    COUNTER_NOT_OPEN,     /* stops of a label that was not open */
    COUNTER_OUT_OF_ORDER, /* stops of a label that was not opened last */
    COUNTER_THROTTLED,    /* call paths that were no longer timed because of INSTR_THROTTLE */
    COUNTER_STOPPED,      /* regions switched off because of INSTR_BUDGET */
    COUNTER_BAD_SETTINGS, /* settings that could not be understood */
    COUNTER_RECOVERED,    /* processes whose profile was recovered from the store */
    COUNTER_DAMAGED,      /* parts of the store that could not be recovered */
    COUNTER_COUNT
};

/* There is room for as many, with those of other parts, whose names are cut off at that length. */
enum { COUNTER_MOST = COUNTER_COUNT + 64, COUNTER_NAME = 120 };

/* All of them. In the store, so that they outlive the process too. */
struct counter_table {
    _Atomic uint64_t values[COUNTER_COUNT];
    struct {
        _Atomic uint32_t state; /* 0 free, 1 being named, 2 named */
        char name[COUNTER_NAME];
        _Atomic uint64_t value;
    } named[COUNTER_MOST - COUNTER_COUNT];
};

/* From now on they are counted in `table`, which is zero; what was counted before moves there. */
void counters_move(struct counter_table *table);

void counter_add(enum counter counter, uint64_t more);

/* Counters of other parts, by name; up to COUNTER_MOST in all. */
void counter_add_named(const char *name, uint64_t more);

/* Calls `visit` for each counter of `table` that is not zero; the names live as long as the table. */
void counters_visit(const struct counter_table *table, void (*visit)(const char *name, uint64_t value, void *context),
                    void *context);

/* From now on they are counted where nobody looks: in a child of fork that is not measured. */
void counters_leave(void);

/* After a fork: all zero. */
void counters_clear(void);

#endif
