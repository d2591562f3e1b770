/*
 * numbers.h - sorts measured numbers and returns their median.
 */
#ifndef INSTR_TUNE_NUMBERS_H
#define INSTR_TUNE_NUMBERS_H

#include <stddef.h>

/* Sorts in ascending order. */
void numbers_sort(double *numbers, size_t count);

/* Sorts the numbers and returns their median; for an even `count`, which is not 0, the mean of the middle two. */
double numbers_median(double *numbers, size_t count);

#endif
