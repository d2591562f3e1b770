/* means.c - see means.h. */
#include "report/means.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

static int compare_values(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

struct group {
    double mean;
    double squares; /* by how much the values are off, where what is left out stands at what was kept next to it */
    uint32_t kept;
};

static double value_at(const double *sorted, uint32_t count, uint32_t out, uint32_t i)
{
    return sorted[i < out ? out : i >= count - out ? count - out - 1 : i];
}

/* With the `out` lowest and highest left out. */
static struct group group_of(const double *sorted, uint32_t count, uint32_t out)
{
    struct group group = {.kept = count - 2 * out};
    double mean = 0;
    for (uint32_t i = out; i < count - out; i++)
        group.mean += sorted[i] / group.kept;
    for (uint32_t i = 0; i < count; i++)
        mean += value_at(sorted, count, out, i) / count;
    for (uint32_t i = 0; i < count; i++)
        group.squares += pow(value_at(sorted, count, out, i) - mean, 2);
    return group;
}

/* Student's t: what a difference of means is beyond only once in a hundred times. */
static double student(uint32_t freedom)
{
    static const double t[] = {0, 63.7, 9.92, 5.84, 4.60, 4.03, 3.71, 3.50, 3.36, 3.25, 3.17};
    enum { LAST = sizeof t / sizeof *t - 1 };
    return freedom <= LAST ? t[freedom] : 2.58 + (t[LAST] - 2.58) * LAST / freedom;
}

static struct means compare(const double *values, const uint32_t count[2], bool trimmed)
{
    struct group a = group_of(values, count[0], trimmed ? count[0] / MEANS_TRIMMED : 0);
    struct group b = group_of(values + count[0], count[1], trimmed ? count[1] / MEANS_TRIMMED : 0);
    uint32_t freedom = a.kept + b.kept - 2;
    double spread = freedom ? (a.squares + b.squares) / freedom : 0;
    return (struct means){{a.mean, b.mean}, student(freedom) * sqrt(spread * (1.0 / a.kept + 1.0 / b.kept))};
}

struct means means_compare(double *values, const uint32_t count[2])
{
    qsort(values, count[0], sizeof *values, compare_values);
    qsort(values + count[0], count[1], sizeof *values, compare_values);
    struct means all = compare(values, count, false), trimmed = compare(values, count, true);
    return trimmed.noise < all.noise ? trimmed : all;
}
