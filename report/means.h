/*
 * means.h - two groups of runs, as before and after: their means, and what these differ by if nothing but chance is between them.
 *
 * A run that was disturbed moves the mean of five, and hides a change of 10%. Without the fifth of the runs that is lowest and that
 * which is highest (Tukey's trimmed mean) it does nothing; but runs that were not disturbed then tell less. So both are tried, and
 * those means are taken that are known better. Of fewer than five runs none is left out.
 */
#ifndef INSTR_REPORT_MEANS_H
#define INSTR_REPORT_MEANS_H

#include <stdint.h>

enum { MEANS_TRIMMED = 5 }; /* runs of a side, from which some may be left out */

struct means {
    double of[2];
    double
        noise; /* once in a hundred times they differ by more: Student's t, by Yuen for trimmed means; of two runs 0 */
};

/* Of count[0] values and count[1] behind them. Sorts both groups. */
struct means means_compare(double *values, const uint32_t count[2]);

#endif
