/*
 * change_points.h - where a series of numbers steps up or down, as the time of a function over commits.
 *
 *     3.1 3.0 3.2 3.1 3.0 3.1 | 3.6 3.5 3.7 3.6 3.5
 *                               at
 *
 * The values become ranks, so that one that was disturbed weighs no more than any other. Each place is tried as the step, by how far
 * the sum of the ranks in front of it is from what chance gives, in units of its spread (Wilcoxon's test). The largest of these is held
 * against the same of the series in a random order, again and again: where nothing steps no order is more probable than another, so
 * the error is what it is said to be, whatever the noise looks like, but that it may not go on from one value to the next. What lies on
 * either side of a step is looked through in the same way.
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

/* Finds steps in a series that has none only by this chance. */
void change_points_find(struct steps *steps, const double *values, uint32_t count, double chance, struct arena *arena);

#endif
