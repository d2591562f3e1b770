/*
 * numbers.h - sorts measured numbers and returns their median.
 */
#ifndef INSTR_TUNE_NUMBERS_H
#define INSTR_TUNE_NUMBERS_H

#include <stddef.h>

/* Ascending. */
void numbers_sort(double *numbers, size_t count);

/* Sorts them; the mean of the two in the middle where `count`, which is not 0, is even. */
double numbers_median(double *numbers, size_t count);

#endif
