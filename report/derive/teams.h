/*
 * teams.h - OpenMP parallel regions: where threads of a team wait for each other, and how unequal their work is.
 *
 * Regions are grouped by the call path in which their teams begin. Waiting counts for the nearest such path above it. The gain without waiting
 * is the start time of the team, and a thread's share of all other waiting.
 */
#ifndef INSTR_REPORT_TEAMS_H
#define INSTR_REPORT_TEAMS_H

#include "report/derive/view.h"

/* A team; times in ps, over all ranks and threads. */
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

/* Waiting of one thread inside its parts of the regions that begin in a path; ps. */
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

/* Returns true for a wait for something that one thread at a time may have, such as a lock. */
bool teams_is_lock(const struct view *view, uint32_t node);

/* The thread that waited longest in a node of kind wait, ps; the first thread if there are no rows. */
struct team_most {
    double time;
    uint32_t rank, thread;
};
struct team_most teams_most(const struct view *view, uint32_t node);

/* Returns the team that begins in that path, or NULL. */
const struct team *teams_at(const struct teams *teams, uint32_t node);

/* Returns the work of a thread in the regions that begin in a path, in ps. */
double teams_parts(const struct teams *teams, const struct profile *profile, uint32_t node,
                   const struct profile_location *thread);

/* Returns the duration of all its regions together, in ps. */
static inline double team_lasted(const struct team *team)
{
    return (team->parts + team->start + team->together + team->locks) / team->threads;
}

/* Returns how much earlier the team would end if all threads had the mean work. */
static inline double team_lost(const struct team *team)
{
    return team->most > team->mean ? team->most - team->mean : 0;
}

#endif
