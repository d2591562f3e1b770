/*
 * tallies.h - events that are counted rather than silently dropped; they go to the profile by name.
 *
 * Safe from any thread and from signal handlers.
 */
#ifndef INSTR_TALLIES_H
#define INSTR_TALLIES_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum tally {
    TALLY_JUMPED,       /* frames left by a jump */
    TALLY_UNMATCHED,    /* leave without enter */
    TALLY_NESTED,       /* calls from a signal handler that interrupted the runtime, or by the runtime */
    TALLY_OTHER_PATHS,  /* calls in (other paths): added up when a profile is made */
    TALLY_FOLDED,       /* call paths of deep recursion, counted in the path above */
    TALLY_NO_MEMORY,    /* calls neither counted nor timed because there was no memory */
    TALLY_NOT_MAPPED,   /* parts of the store that a crash would lose */
    TALLY_CLOCK_BACK,   /* times the clock ran backwards */
    TALLY_NOT_OPEN,     /* stops of a label that was not open */
    TALLY_OUT_OF_ORDER, /* stops of a label that was not opened last */
    TALLY_BAD_SETTINGS, /* settings that could not be understood */
    TALLY_RECOVERED,    /* processes whose profile was recovered from the store */
    TALLY_DAMAGED,      /* parts of the store that could not be recovered */
    TALLY_LATE,         /* libraries that came while the runtime loaded others, see attach.c */
    TALLY_COUNT
};

/* The room, with counters of other parts; longer names are cut. */
enum { TALLY_MOST = TALLY_COUNT + 64, TALLY_NAME = 120 };

/* All counters, in the store, so that they survive the process. */
struct tally_table {
    _Atomic uint64_t values[TALLY_COUNT];
    struct {
        _Atomic uint32_t state; /* 0 free, 1 being named, 2 named */
        char name[TALLY_NAME];
        _Atomic uint64_t value;
    } named[TALLY_MOST - TALLY_COUNT];
};

/* Moves the counters into `table`, which is zero, where they are counted from now on. */
void tallies_move(struct tally_table *table);

void tally_add(enum tally tally, uint64_t times);

/* Counts under a name of another part; up to TALLY_MOST in all. */
void tally_add_named(const char *name, uint64_t times);

/* Does the same in another process's table. */
void tallies_add(struct tally_table *table, const char *name, uint64_t times);

/* Calls `visit` for each counter of `table` that is not zero; the names live as long as the table. */
void tallies_visit(const struct tally_table *table, void (*visit)(const char *name, uint64_t value, void *context),
                   void *context);

/* Counts where nobody reads it from now on: in a child of fork that is not measured. */
void tallies_leave(void);

/* Sets all counters to zero, after a fork. */
void tallies_clear(void);

#endif
