/*
 * teams.h - OpenMP parallel regions: where threads of a team wait for each other, and how unequal their work is.
 *
 * Regions are grouped by the call path in which their teams begin. Waiting counts for the nearest such path above it. The gain without waiting
 * is the start time of the team, and a thread's share of all other waiting.
 */
#ifndef INSTR_REPORT_TEAMS_H
#define INSTR_REPORT_TEAMS_H

#include "report/derive/view.h"

/* Times in ps, over all ranks and threads. */
struct team {
    uint32_t node;
    uint64_t regions;
    double threads;                  /* of a region, in the mean */
    double parts, mean, most, least; /* without what is waited for within them: of all threads; of one */
    uint32_t seen;                   /* threads that had parts */
    uint32_t rank, thread;           /* that has most */
    double start, together, locks;   /* teams start; threads wait for each other; for what one at a time may have */
    double gain, gain_locks;         /* of the threads that begin them, in the mean */
    bool first;                      /* these are the first threads of ranks */
};

/* What a thread waited within its parts of the regions that begin in a path; ps. */
struct team_within {
    uint32_t node, rank, thread;
    double time;
};

struct teams {
    struct team *of; /* the largest gain first */
    uint32_t count;
    uint32_t *waits; /* nodes of kind wait, the longest first */
    uint32_t wait_count;
    double waiting, parts;       /* ps: all waiting, starts and locks too; all parts */
    struct team_within *withins; /* sorted by path and thread */
    uint32_t within_count;
};

void teams_make(struct teams *teams, const struct view *view, struct arena *arena);

/* Of a node of kind wait: what is waited for is had by one thread at a time, as a lock. */
bool teams_is_lock(const struct view *view, uint32_t node);

/* Of a node of kind wait, the thread that waited longest, ps; without rows it was the first. */
struct team_most {
    double time;
    uint32_t rank, thread;
};
struct team_most teams_most(const struct view *view, uint32_t node);

/* Those that begin in that path; null: none do. */
const struct team *teams_at(const struct teams *teams, uint32_t node);

/* ps: what a thread did of the regions that begin in a path, without waiting. */
double teams_parts(const struct teams *teams, const struct profile *profile, uint32_t node,
                   const struct profile_location *thread);

/* ps: for how long its regions lasted, all together. */
static inline double team_lasted(const struct team *team)
{
    return (team->parts + team->start + team->together + team->locks) / team->threads;
}

/* What the team would be done earlier by if all threads had the mean. */
static inline double team_lost(const struct team *team)
{
    return team->most > team->mean ? team->most - team->mean : 0;
}

#endif
