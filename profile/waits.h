/*
 * waits.h - how long each rank of a job waited for each other rank.
 */
#ifndef INSTR_PROFILE_WAITS_H
#define INSTR_PROFILE_WAITS_H

#include "profile/profile.h"

/* Limit of separate ranks. In a larger job ranks are put into so many groups, known by the first rank of each. */
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

/* Sorts logs by job, then machine, then rank. */
static inline int waits_compare_logs(const struct profile_operations_log *a, const struct profile_operations_log *b)
{
    int order = (a->job > b->job) - (a->job < b->job);
    if (!order)
        order = (a->machine > b->machine) - (a->machine < b->machine);
    return order ? order : (a->rank > b->rank) - (a->rank < b->rank);
}

/* Sorts the waits, and adds up those of the same two ranks. Returns the new number. */
uint32_t waits_join(struct profile_wait *waits, uint32_t count);

/* --- the waiting that was found in one process, as metrics and call sites of its profile --- */

/* Metrics, in the order of their keys. */
enum waits_metric {
    WAITS_AWAY,
    WAITS_CAUSE,
    WAITS_CLOCK_ERROR,
    WAITS_DELAY,
    WAITS_WAITING,
    WAITS_ERROR, /* of estimates */
    WAITS_METRICS
};

/* Waiting of one node's calls from one line; ns. */
struct waits_found {
    uint32_t node;
    const char *site;
    uint64_t of[WAITS_METRICS];
};

/* Adds the waiting to a profile under construction, or to one that is normalized afterwards. `known`: a bit for each metric that was measured.
 * Returns false if there is no memory. */
bool waits_found_fill(struct profile *profile, const struct waits_found *found, uint32_t count, unsigned known,
                      uint32_t rank, struct arena *arena);

#endif
