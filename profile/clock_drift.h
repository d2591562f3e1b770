/*
 * clock_drift.h - a clock that goes faster or slower than another: how far it is ahead lies on a line between two comparisons, and stays
 * as it is before and behind them.
 */
#ifndef INSTR_CLOCK_DRIFT_H
#define INSTR_CLOCK_DRIFT_H

#include <stdint.h>

struct clock_drift {
    double from, to; /* ns since some moment: when the clocks were compared */
    double rate;     /* by so much it got ahead in the meantime, for each ns */
};

/* Moments in ns of the clock that drifts, the second behind the first; those of the drift are since `start`. */
static inline struct clock_drift clock_drift(uint64_t first_at, int64_t first_ahead, uint64_t at, int64_t ahead,
                                             uint64_t start)
{
    return (struct clock_drift){.from = (double)(int64_t)(first_at - start),
                                .to = (double)(int64_t)(at - start),
                                .rate = ((double)ahead - (double)first_ahead) / (double)(at - first_at)};
}

/* How much less it was ahead then than at the second comparison; ns. */
static inline double clock_drift_back(const struct clock_drift *drift, double since)
{
    double then = since < drift->from ? drift->from : since < drift->to ? since : drift->to;
    return drift->rate * (drift->to - then);
}

#endif
