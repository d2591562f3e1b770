/*
 * group_means.h - the means of two groups of runs, and the standard error of their difference.
 *
 * One disturbed run in five can hide a change of 10%. A trimmed mean (Tukey), without the fastest and the slowest fifth, is robust, but less
 * precise if no run was disturbed. So both are computed, and the one with the smaller error is used. Groups of fewer than five runs are
 * never trimmed.
 */
#ifndef INSTR_GROUP_MEANS_H
#define INSTR_GROUP_MEANS_H

#include <stdint.h>

#define GROUP_MEANS_CHANCE 0.01   /* by which means differ by more than noise although nothing has changed */
enum { GROUP_MEANS_TRIMMED = 5 }; /* runs of a side, from which some may be left out */

/* The mean over the runs of one side. */
struct mean {
    double of;
    double error;  /* its standard error, by Yuen for trimmed means; of one run what else is known of it, or 0 */
    uint32_t runs; /* without those that were left out */
};

struct means {
    double of[2];
    double noise; /* by chance they seldom differ by more: Student's t; of two runs 0 */
};

/* Compares count[0] values with the count[1] values behind them. Sorts both groups. */
struct means group_means_compare(double *values, const uint32_t count[2]);

/* Returns the mean of one side by itself; no value is left out. */
struct mean group_means_side(const double *values, uint32_t count);

/* Joins two sides of which only the means are known. Without a change they differ by more than the noise only with this chance. */
struct means group_means_join(struct mean before, struct mean after, double chance);

/* Returns Student's t: how many standard errors a figure of this freedom is off with so small a chance. Accurate to eight digits. */
double group_means_student(uint32_t freedom, double chance);

#endif
