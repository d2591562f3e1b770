/*
 * effects.h - the importance of each parameter: its share of the variance of the log costs, and that of each pair beyond the two alone.
 */
#ifndef INSTR_TUNE_EFFECTS_H
#define INSTR_TUNE_EFFECTS_H

#include "tune/execute/outcome.h"

struct effect {
    unsigned a, b; /* parameters; of a single one b is a */
    double share;  /* 0 to 1 of the variance */
};

/* Of the variants that were measured: the shares of single parameters, then of pairs, each sorted, largest first. What
 * chance adds is taken off (omega squared; Hays, Statistics, 1963): `noise` is the share that rounds of one variant differ
 * by. Where not all combinations are there, shares overlap, and are no more than a hint. */
void effects_find(const struct project *project, const struct results *results, struct effect **effects,
                  unsigned *count, double *noise, struct arena *arena);

/* Of all that have the value, the least and the median cost. */
struct value_effect {
    unsigned count, failed;
    double least, median;
};
void effects_of_value(const struct project *project, const struct results *results, unsigned parameter, unsigned value,
                      struct value_effect *effect, struct arena *arena);

#endif
