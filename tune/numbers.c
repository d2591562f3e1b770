/* numbers.c - see numbers.h. */
#include "tune/numbers.h"

#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void numbers_sort(double *numbers, size_t count)
{
    qsort(numbers, count, sizeof *numbers, compare);
}

double numbers_median(double *numbers, size_t count)
{
    numbers_sort(numbers, count);
    return count % 2 ? numbers[count / 2] : (numbers[count / 2 - 1] + numbers[count / 2]) / 2;
}
