/*
 * rounds.h - estimates the cost of variants, without the drift of the machine.
 *
 * Variants run in rounds. A round has each of them once, in random order: a randomised block design (Fisher, The Design of
 * Experiments, 1935). So a slower machine affects all variants alike. A round is cut into blocks of runs that
 * were near in time, about as many blocks as runs in each (Patterson and Williams, Biometrika 63, 1976):
 *
 *      round 1    c a d f | b h e g        log cost = variant + block + chance
 *      round 2    g b a h | f c e d
 *
 * Blocks and variants are fitted by least squares with a smaller weight for outliers (Huber, Annals of Mathematical Statistics 35, 1964).
 *
 * Two variants are compared by the trimmed mean of their differences in common rounds, with its error as of Tukey and McLaughlin
 * (Sankhya 25, 1963). With fewer than two common rounds there is no comparison, because the machine may have changed between them. Three
 * rounds tell little about the noise. So it is pooled over all variants, as in an analysis of variance, unless two vary more than that.
 */
#ifndef INSTR_TUNE_ROUNDS_H
#define INSTR_TUNE_ROUNDS_H

#include "common/arena.h"

#include <stdbool.h>
#include <stdint.h>

/* One run, and its place in time. */
struct timed_run {
    unsigned variant;
    int64_t round; /* 0: it is not known in which */
    int64_t order; /* of two runs the later one has more */
    double cost;   /* a logarithm */
    double pace;   /* how much of that is the block's: by so much the machine was slower then */
    unsigned block;
    bool apart; /* it was alone in its round, and its variant ran in others: it tells nothing */
};

/* All runs of some variants. */
struct rounds {
    struct timed_run *runs; /* in their order */
    unsigned count, variants;
    double alone;    /* the chance that an interval does not have the difference, where one is asked for, or ... */
    double together; /* ... those of all variants to one of them */
    double lost;     /* what variances at the usual pace have to be multiplied by, as that is fitted to the same runs */
    double noise;    /* the variance of a run, over all variants, and ... */
    double freedom;  /* ... how many degrees of freedom that is worth; 0: nothing is known */
    double *level;   /* by variant: its cost at the usual pace; not a number without a run */
    unsigned *first; /* by variant, and the end: where its runs begin in `of_variant` */
    unsigned *of_variant; /* places in `runs`, those of a variant by round */
};

/* Sorts the runs, and estimates pace and level. A reader who examines an interval repeatedly during rounds, and stops at will, is wrong more
 * often. So a single interval is wide enough for all `looks` (Bonferroni). All together are wide enough that the best is among those not
 * distinguished from the leader, however lucky that was (Gupta, Technometrics 7, 1965). */
void rounds_make(struct rounds *rounds, struct timed_run *runs, unsigned count, unsigned variants, unsigned looks,
                 struct arena *arena);

static inline unsigned rounds_runs(const struct rounds *rounds, unsigned variant)
{
    return rounds->first[variant + 1] - rounds->first[variant];
}

/* --- intervals.c --- */

/* Fills in noise and freedom, for rounds_make; `room` has space for all runs. */
void rounds_noise(struct rounds *rounds, double *room);

/* Returns the standard error of a variant's level; infinite for fewer than two runs. */
double rounds_error(const struct rounds *rounds, unsigned variant);

/* The difference of two variants' costs, a logarithm: between low and high, except by chance. Infinite if nothing is known. */
struct interval {
    double low, middle, high;
    unsigned rounds; /* that have both */
};

/* `chance` is rounds->alone or rounds->together. */
struct interval rounds_compare(const struct rounds *rounds, unsigned variant, unsigned other, double chance,
                               struct arena *arena);

#endif
