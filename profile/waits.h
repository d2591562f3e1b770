/*
 * waits.h - how long each rank of a job waited for each other rank.
 */
#ifndef INSTR_PROFILE_WAITS_H
#define INSTR_PROFILE_WAITS_H

#include "profile/profile.h"

/* Of a job of more ranks so many groups of ranks are told apart, by the first of each. */
enum { WAITS_RANKS = 1024 };

static inline uint32_t waits_group(uint32_t rank, uint32_t ranks)
{
    uint32_t size = (ranks + WAITS_RANKS - 1) / WAITS_RANKS;
    return size ? rank / size * size : rank;
}

static inline int waits_compare(const struct profile_wait *a, const struct profile_wait *b)
{
    int order = (a->rank > b->rank) - (a->rank < b->rank);
    return order ? order : (a->late > b->late) - (a->late < b->late);
}

/* Logs of one job and machine are neighbours, by rank. */
static inline int waits_compare_logs(const struct profile_operations_log *a, const struct profile_operations_log *b)
{
    int order = (a->job > b->job) - (a->job < b->job);
    if (!order)
        order = (a->machine > b->machine) - (a->machine < b->machine);
    return order ? order : (a->rank > b->rank) - (a->rank < b->rank);
}

/* Sorts them, and adds those of the same two ranks up. Returns how many there are then. */
uint32_t waits_join(struct profile_wait *waits, uint32_t count);

/* What was found of waiting in one process, as the metrics and call sites of its profile. */

/* In the order of their keys. */
enum waits_metric {
    WAITS_AWAY,
    WAITS_CAUSE,
    WAITS_CLOCK_ERROR,
    WAITS_DELAY,
    WAITS_WAITING,
    WAITS_ERROR, /* of estimates */
    WAITS_METRICS
};

/* Of the calls of one node from one line; ns. */
struct waits_found {
    uint32_t node;
    const char *site;
    uint64_t of[WAITS_METRICS];
};

/* Adds these to a profile in the making, or to one that is made canonical behind that. `known`: a bit for each metric that was looked
 * for. False: no memory. */
bool waits_found_fill(struct profile *profile, const struct waits_found *found, uint32_t count, unsigned known,
                      uint32_t rank, struct arena *arena);

#endif
