/*
 * counters.h - events that are counted rather than silently dropped; they go to the profile by name.
 *
 * Safe from any thread and from signal handlers.
 */
#ifndef INSTR_COUNTERS_H
#define INSTR_COUNTERS_H

#include <stdint.h>

enum counter {
    COUNTER_JUMPED,       /* frames left by a jump */
    COUNTER_UNMATCHED,    /* leave without enter */
    COUNTER_NESTED,       /* calls of a signal handler that came while the runtime was busy */
    COUNTER_OTHER_PATHS,  /* calls in (other paths) */
    COUNTER_FOLDED,       /* paths folded because of recursion */
    COUNTER_NO_MEMORY,    /* calls not timed because there was no memory */
    COUNTER_NOT_MAPPED,   /* parts of the store that a crash would lose */
    COUNTER_CLOCK_BACK,   /* times the clock ran backwards */
    COUNTER_NOT_OPEN,     /* stops of a label that was not open */
    COUNTER_OUT_OF_ORDER, /* stops of a label that was not opened last */
    COUNTER_OUTLIVED,     /* labels that outlived a function */
    COUNTER_BAD_SETTINGS, /* settings that could not be understood */
    COUNTER_COUNT
};

/* There is room for as many, with those of other parts. */
enum { COUNTER_MOST = COUNTER_COUNT + 64 };

void counter_add(enum counter counter, uint64_t more);

/* Counters of other parts, by a name that stays; up to COUNTER_MOST in all. */
void counter_add_named(const char *name, uint64_t more);

/* Calls `visit` for each counter that is not zero. */
void counters_visit(void (*visit)(const char *name, uint64_t value, void *context), void *context);

/* After a fork, and between tests: all zero. */
void counters_clear(void);

#endif
