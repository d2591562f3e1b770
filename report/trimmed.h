/*
 * trimmed.h - what several runs say as one number: their mean, of five runs or more without the fifth that is lowest and the fifth
 * that is highest (Tukey's trimmed mean). A run that was disturbed changes the mean of all, and hides a change of 10% in five.
 */
#ifndef INSTR_REPORT_TRIMMED_H
#define INSTR_REPORT_TRIMMED_H

#include <stdint.h>

enum { TRIMMED_FROM = 5 }; /* runs */

struct trimmed {
    double mean;
    double
        squares; /* by how much the values are off: a sum of squares, with what was left out put at what was kept next to it */
    uint32_t kept;
};

/* Sorts the values. */
struct trimmed trimmed_mean(double *values, uint32_t count);

/* What the means of two groups differ by only once in a hundred times if nothing but chance is between them: Student's t, by
 * Yuen for trimmed means. */
double trimmed_noise(struct trimmed a, struct trimmed b);

#endif
