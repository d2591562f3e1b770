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

/* Computes the shares of single parameters, then of pairs, for the measured variants; each list is sorted, largest first. The part due to
 * chance is subtracted (omega squared; Hays, Statistics, 1963): `noise` is the share by which rounds of one variant differ. If combinations
 * are missing, shares overlap, and are only a hint. */
void effects_find(const struct project *project, const struct results *results, struct effect **effects,
                  unsigned *count, double *noise, struct arena *arena);

/* The least and the median cost of all variants with a value. */
struct value_effect {
    unsigned count, failed;
    double least, median;
};
void effects_of_value(const struct project *project, const struct results *results, unsigned parameter, unsigned value,
                      struct value_effect *effect, struct arena *arena);

#endif
