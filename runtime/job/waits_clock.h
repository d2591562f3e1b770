/*
 * waits_clock.h - moments of the log (operations.h) as all ranks of a job tell them.
 */
#ifndef INSTR_WAITS_CLOCK_H
#define INSTR_WAITS_CLOCK_H

#include "runtime/measure/store/store_header.h"

struct waits_clock {
    struct clock_pair start;
    double tick_ns;
    int64_t ahead; /* ns: of the first rank's */
};

static inline struct waits_clock waits_clock(int64_t ahead)
{
    return (struct waits_clock){store->start, clock_ps(store_scale(store, clock_pair_now())) / 1000, ahead};
}

/* In ns of the first rank's CLOCK_MONOTONIC. */
static inline int64_t waits_moment(const struct waits_clock *clock, uint64_t ticks)
{
    double since = (double)(int64_t)(ticks - clock->start.ticks) * clock->tick_ns;
    return (int64_t)clock->start.ns + (int64_t)since - clock->ahead;
}

#endif
