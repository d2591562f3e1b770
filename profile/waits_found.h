/*
 * waits_found.h - what was found of waiting in one process, as the metrics and call sites of its profile.
 */
#ifndef INSTR_PROFILE_WAITS_FOUND_H
#define INSTR_PROFILE_WAITS_FOUND_H

#include "profile/profile.h"

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
