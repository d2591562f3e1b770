/*
 * orphans.h - recovers profiles of processes that ended without writing them: see runtime/write/recover.h.
 */
#ifndef INSTR_REPORT_ORPHANS_H
#define INSTR_REPORT_ORPHANS_H

#include "common/arena.h"
#include "common/error.h"

#include <stdbool.h>
#include <stdio.h>

/* A profile of one rank. */
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

/* Makes the profile from the store `file`, at `output` or, if NULL, where its program would have written it. Then removes `file` unless it is
 * in use. An existing profile is replaced only if it is the same process's. If the process already wrote its profile none is made; if its job
 * did, only with `output`. Reports on `stream`. */
bool orphan_recover(const char *file, const char *output, FILE *stream, struct orphans_found *found,
                    struct arena *arena, struct error *error);

/* The scope: which stores to take among those that this user's processes left on this machine and no running process uses. */
enum orphans_of {
    ORPHANS_INTO, /* that write their profiles into the directory */
    ORPHANS_HERE, /* these, those that were started there or whose program lies there, and those of this batch job */
    ORPHANS_ALL   /* or, where INSTR_TMPDIR says where they lie, those that lie there */
};

/* Does the same for all of them, and names each on `stream` before touching it. Returns false only if no folder could be read. */
bool orphans_recover(const char *directory, enum orphans_of whose, FILE *stream, struct orphans_found *found,
                     struct arena *arena, struct error *error);

/* Reports how to merge the profiles of a job's ranks, including those that ranks wrote themselves. */
void orphans_propose(struct orphans_found *found, FILE *stream);

#endif
