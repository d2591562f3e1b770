/*
 * growth.h - of runs of several sizes, the law by which the calls of each function, or of each call path, grow; or what each has of a
 * metric itself.
 *
 * Calls are exact, so a law shows from a few small runs. What grows faster than the input begins at a function that grows faster than
 * what calls it; those that it calls follow. Of times, which are noisy, no law is sought but a power with its error.
 */
#ifndef INSTR_REPORT_GROWTH_H
#define INSTR_REPORT_GROWTH_H

#include "report/compare/law.h"
#include "report/compare/sizes.h"

struct grown {
    uint32_t line;
    struct law_fit fit;
    double largest, ten, hundred; /* at the largest size, and at so many times as much */
    double time, power, error;    /* ps with all it calls; it grows by this power, with this standard error */
    const struct grown *caller;   /* who calls most at the largest size, other than itself; null: nobody */
    bool follows; /* its caller grows as fast; a metric is of each function itself, and follows from no other */
};

struct growth {
    struct sizes sizes;
    struct compare compare;
    const struct profile_metric *metric; /* null: calls */
    bool paths;                          /* of call paths, not functions */
    struct grown *list;                  /* the most at 100 times the size first */
    uint32_t count;
};

bool growth_make(struct growth *growth, const struct options *options, struct arena *arena, struct error *error);

/* What grows: calls, or what a metric says. */
double growth_value(const struct growth *growth, uint32_t line, uint32_t run);

/* The slowest and the fastest of the laws that the runs do not rule out; "" where there is but one. Null: no memory. */
const char *growth_others(const struct law_fit *fit, struct arena *arena);

#endif
