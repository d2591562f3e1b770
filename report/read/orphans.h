/*
 * orphans.h - recovers profiles of processes that ended without writing them: see runtime/write/recover.h.
 */
#ifndef INSTR_REPORT_ORPHANS_H
#define INSTR_REPORT_ORPHANS_H

#include "common/arena.h"
#include "common/error.h"

#include <stdbool.h>
#include <stdio.h>

/* A profile of one of several ranks. */
struct orphans_rank {
    struct orphans_rank *next; /* the next lower, of one job */
    const char *path, *job;    /* what the ranks of that job have in common */
    int rank, ranks;
};

struct orphans_found {
    unsigned recovered, failed; /* what failed is told on standard error, and its store stays */
    unsigned unreadable;        /* hold nothing, or are another version's */
    const char *unreadable_one; /* the first of these */
    unsigned others;            /* that were not wanted, and that all of them would be with */
    struct orphans_rank *ranks;
    struct arena *arena; /* of these */
};

/* Makes the profile of what lies in `file`, at `output` or, if null, where its program would have written it; then
 * removes `file` unless it is in use. A profile that is there already is replaced only if it is the same process's.
 * None is made of what the process wrote; of what its job wrote one is if there is an `output`. Tells on `stream` what it did. */
bool orphan_recover(const char *file, const char *output, FILE *stream, struct orphans_found *found,
                    struct arena *arena, struct error *error);

/* Whose stores to take, of those that this user's processes left on this machine and that no living process uses. */
enum orphans_of {
    ORPHANS_INTO, /* that write their profiles into the directory */
    ORPHANS_HERE, /* these, those that were started there or whose program lies there, and those of this batch job */
    ORPHANS_ALL   /* or, where INSTR_TMPDIR says where they lie, those that lie there */
};

/* The same for all of them. Each is named on `stream` before it is touched. False only when none could be looked for. */
bool orphans_recover(const char *directory, enum orphans_of whose, FILE *stream, struct orphans_found *found,
                     struct arena *arena, struct error *error);

/* Says how the profiles of the ranks of a job become one, those too that ranks wrote themselves beside what was found of others. */
void orphans_propose(struct orphans_found *found, FILE *stream);

#endif
