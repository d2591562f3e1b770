/*
 * waiting_ranks.h - which rank waited for which, and what the late ones did: of a whole job, not of parts of it.
 */
#ifndef INSTR_REPORT_WAITING_RANKS_H
#define INSTR_REPORT_WAITING_RANKS_H

#include "report/derive/waiting.h"

/* A rank that others waited for. Times in ps. */
struct waiting_late {
    uint32_t rank;
    double time;    /* that others waited for it */
    uint32_t ranks; /* how many these are */
    uint32_t most;  /* the one that waited longest, and how long */
    double most_time;
    uint32_t
        cause; /* the path that was the cause most, of those in which no rank has more than it; PROFILE_NONE: none */
    double cause_time; /* of this rank */
};

struct waiting_ranks {
    const struct profile_wait **pairs; /* the largest first */
    struct waiting_late *late;         /* the same */
    uint32_t pair_count, late_count;
    double total; /* ps */
};

/* False: no memory. */
bool waiting_ranks_make(struct waiting_ranks *ranks, const struct waiting *waiting, const struct view *view,
                        struct arena *arena);

#endif
