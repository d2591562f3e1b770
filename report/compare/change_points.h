/*
 * change_points.h - finds steps in a series of numbers, as in the time of a function over commits.
 *
 *     3.1 3.0 3.2 3.1 3.0 3.1 | 3.6 3.5 3.7 3.6 3.5
 *                               at
 *
 * Values are replaced by ranks, so outliers weigh no more than others. For each position the rank sum before it is compared with its
 * expectation (Wilcoxon's test). The largest deviation is compared with that of random permutations of the series, which gives its
 * probability whatever the distribution of the noise, if its values are independent. Both sides of a step are searched in the same way.
 */
#ifndef INSTR_CHANGE_POINTS_H
#define INSTR_CHANGE_POINTS_H

#include "common/arena.h"

#include <stdbool.h>
#include <stdint.h>

enum { CHANGE_POINTS_LEAST = 4 }; /* values on either side of a step: fewer are a run that was disturbed */

struct step {
    uint32_t at;        /* the first value behind it */
    double before, now; /* medians of the values up to the steps beside it */
    uint32_t count_before, count_now;
};

struct steps {
    struct step *list;
    uint32_t count;
};

/* Finds steps in a series. A series without steps gets one only with the given chance. */
void change_points_find(struct steps *steps, const double *values, uint32_t count, double chance, struct arena *arena);

#endif
