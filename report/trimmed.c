/* trimmed.c - see trimmed.h. */
#include "report/trimmed.h"

#include <math.h>
#include <stdlib.h>

static int compare_values(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

struct trimmed trimmed_mean(double *values, uint32_t count)
{
    uint32_t out = count / TRIMMED_FROM, kept = count - 2 * out;
    struct trimmed trimmed = {.kept = kept};
    double mean = 0;
    qsort(values, count, sizeof *values, compare_values);
    for (uint32_t i = 0; i < out; i++) {
        values[i] = values[out];
        values[count - 1 - i] = values[count - 1 - out];
    }
    for (uint32_t i = 0; i < kept; i++)
        trimmed.mean += values[out + i] / kept;
    for (uint32_t i = 0; i < count; i++)
        mean += values[i] / count;
    for (uint32_t i = 0; i < count; i++)
        trimmed.squares += (values[i] - mean) * (values[i] - mean);
    return trimmed;
}

/* Student's t: what a difference of means is beyond only once in a hundred times. */
static double student(uint32_t freedom)
{
    static const double t[] = {0, 63.7, 9.92, 5.84, 4.60, 4.03, 3.71, 3.50, 3.36, 3.25, 3.17};
    enum { LAST = sizeof t / sizeof *t - 1 };
    return freedom <= LAST ? t[freedom] : 2.58 + (t[LAST] - 2.58) * LAST / freedom;
}

double trimmed_noise(struct trimmed a, struct trimmed b)
{
    uint32_t freedom = a.kept + b.kept - 2;
    return student(freedom) * sqrt((a.squares + b.squares) / freedom * (1.0 / a.kept + 1.0 / b.kept));
}
