/*
 * waiting.h - how long calls of MPI waited for other ranks, which ranks these were, and what they did meanwhile: from the metrics `waiting`,
 * `delay` and `cause` of a profile.
 *
 * Waiting is charged to the call that waits. Delay is the same time, charged to the call of the late rank that ended the wait. Cause is the part
 * of it that is known by the path in which the late rank was until then. Away is further waiting, an upper bound: for messages that were started,
 * and came no sooner than their other rank called MPI again.
 */
#ifndef INSTR_REPORT_WAITING_H
#define INSTR_REPORT_WAITING_H

#include "report/derive/metric.h"
#include "report/derive/view.h"

#include <string.h>

/* A call path, and how long its calls waited, made others wait, or caused waiting; in ps, over all ranks. */
struct waiting_path {
    uint32_t node;
    double time;
};

/* The values of one metric. */
struct waiting_list {
    struct metric_shown metric;
    struct waiting_path *paths; /* those with any, the largest first */
    uint32_t count;
};

struct waiting {
    bool known; /* the profile says something of waiting; where it does: */
    struct waiting_list waits, delays, causes;
    struct waiting_list aways; /* empty where the profile has nothing of them */
    double total, mpi;         /* ps: all waiting; all time in MPI but its start and end */
    double delay;    /* ps: all waiting for these ranks: as much, but where the profile has only some of a job */
    double uncaused; /* ps: of `delay`, what no path is known to be the cause of; 0 where nothing is known of causes */
    double away;     /* ps: all of `aways` */
    double error;    /* ps: its standard error at most, where it is an estimate; 0 elsewhere */
    double clock_error; /* ps: a message came so long before it was sent, as clocks of ranks differ; the longest */
    uint64_t unknown;   /* calls that waited nobody knows how long */
    double ending; /* ps: waiting in MPI_Finalize for the last rank; not in `total`, as it is outside of all time */
    double polled; /* ps: of the time in MPI, in calls that ask whether something has come, and do not wait */
};

void waiting_make(struct waiting *waiting, const struct view *view, struct arena *arena);

/* Returns true if no waiting is known although there are calls of MPI that may wait. */
static inline bool waiting_none_known(const struct waiting *waiting)
{
    return !waiting->known || (waiting->unknown && waiting->total <= 0);
}

/* Returns the mark before its times: "~" for estimates. */
const char *waiting_mark(const struct waiting *waiting);

/* Returns how long the calls of a node waited, in ps. */
double waiting_of(const struct waiting *waiting, uint32_t node);

/* Returns how long the calls of a node polled, in ps. */
double waiting_polled(const struct view *view, uint32_t node);

/* Returns a list's figures by rank for a node with its subtree, or NULL. max_rank is the rank with the most. */
const struct stat_ranks *waiting_ranks(const struct waiting_list *list, uint32_t node);

/* --- the source lines of calls that waited, or that others waited for --- */

/* Returns "solver.c:88", or words for an unknown line. */
const char *waiting_site(const struct view *view, const struct profile_call_site *site, struct arena *arena);

/* Returns the call site of a node that waited longest, or with `delays` was waited for longest, or NULL if none is known. `count`: the number
 * of call sites. */
const struct profile_call_site *waiting_dearest(const struct profile *profile, uint32_t node, bool delays,
                                                uint32_t *count);

/* Returns the same as text: "solver.c:88", "solver.c:88 and 2 more", or "". */
const char *waiting_sites_text(const struct view *view, uint32_t node, bool delays, struct arena *arena);

/* Returns all call_site_count call sites, those with the longest waiting or delay first. */
const struct profile_call_site **waiting_sites(const struct profile *profile, struct arena *arena);

/* --- which rank waited for which, and what the late ranks did; for whole jobs, not for parts of them --- */

/* A rank that others waited for; times in ps. */
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

void waiting_ranks_make(struct waiting_ranks *ranks, const struct waiting *waiting, const struct view *view,
                        struct arena *arena);

/* Blocked and runnable time of threads by call path, as sampled by the runtime's observer. */

struct kept_path {
    uint32_t node, holder; /* of a lock, where its owner was; PROFILE_NONE: not known */
    const char *by;        /* "lock" */
    uint64_t looks;
    double time, most; /* ps: of all threads; of the one that has most */
    uint32_t rank, thread;
};

/* Returns true if the thread was blocked: neither running nor runnable. */
static inline bool kept_blocked(const struct kept_path *path)
{
    return strcmp(path->by, "processor") != 0;
}

/* Sorted by time, largest first. */
const struct kept_path *waiting_kept(const struct profile *profile, uint32_t *count, struct arena *arena);

#endif
