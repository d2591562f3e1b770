/*
 * growth.h - from runs of several sizes, the law by which the calls of each function or call path grow, or one of its exclusive metrics.
 *
 * Calls are exact, so a few small runs show the law. A function that grows faster than its caller is where growth begins; the functions that
 * it calls follow. Times are noisy, so they get only a power with its error: of the exclusive time, and of the exclusive time per call.
 */
#ifndef INSTR_REPORT_GROWTH_H
#define INSTR_REPORT_GROWTH_H

#include "report/compare/law.h"
#include "report/compare/sizes.h"

/* Grows by this power of the size, within `error` in 95% of cases; NaN if too few sizes have values. */
struct growth_power {
    double of, error;
};

struct grown {
    uint32_t line;
    struct law_fit fit;
    double largest, ten, hundred; /* at the largest size, and at so many times as much */
    double time, power, error;    /* ps with all it calls; it grows by this power, with this standard error */
    double own;                   /* ps that it takes itself at the largest size; not a number: not seen */
    struct growth_power own_power, call_power; /* of that, and of that of one call */
    double cost; /* ps that it takes itself at 10 times the size; of what is not timed, its caller */
    bool dearer; /* it surely takes more than in proportion to the input, and more in each call */
    uint32_t by; /* the line of who calls most at the largest size, other than itself; PROFILE_NONE: nobody */
    const struct grown *caller; /* the same, or null */
    bool follows; /* its caller grows as fast; a metric is of each function itself, and follows from no other */
};

struct growth {
    struct sizes sizes;
    struct compare compare;
    const struct profile_metric *metric; /* null: calls */
    bool paths;                          /* of call paths, not functions */
    struct grown *list;                  /* what costs the most at 10 times the size first */
    uint32_t count;
};

/* Returns whether the power is certainly at least `least`. */
bool growth_surely(struct growth_power power, double least);

bool growth_make(struct growth *growth, const struct options *options, struct arena *arena, struct error *error);

/* Returns the growing quantity: calls, or a metric. */
double growth_value(const struct growth *growth, uint32_t line, uint32_t run);

/* Returns the slowest and the fastest law that the runs do not rule out; "" if only one remains. */
const char *growth_others(const struct law_fit *fit, struct arena *arena);

#endif
