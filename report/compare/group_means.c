/* group_means.c - see group_means.h. */
#include "report/compare/group_means.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

static int compare_values(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static double value_at(const double *sorted, uint32_t count, uint32_t out, uint32_t i)
{
    return sorted[i < out ? out : i >= count - out ? count - out - 1 : i];
}

/* Returns the mean without the `out` lowest and highest values, and its error. Each omitted value counts as the kept value next to it. */
static struct mean mean_of(const double *sorted, uint32_t count, uint32_t out)
{
    struct mean side = {.runs = count - 2 * out};
    double mean = 0, squares = 0;
    for (uint32_t i = out; i < count - out; i++)
        side.of += sorted[i] / side.runs;
    for (uint32_t i = 0; i < count; i++)
        mean += value_at(sorted, count, out, i) / count;
    for (uint32_t i = 0; i < count; i++)
        squares += pow(value_at(sorted, count, out, i) - mean, 2);
    if (side.runs > 1)
        side.error = sqrt(squares / side.runs / (side.runs - 1));
    return side;
}

/* Returns the probability that Student's t of this freedom is within -t..t: Abramowitz and Stegun, 26.7.3 and 26.7.4. */
static double student_within(double t, uint32_t freedom)
{
    bool odd = freedom % 2;
    double angle = atan(t / sqrt(freedom)), square = pow(cos(angle), 2);
    double term = odd ? cos(angle) : 1, sum = 0;
    for (uint32_t i = odd ? 3 : 2; i <= freedom; i += 2) {
        sum += term;
        term *= square * (i - 1) / i;
    }
    return odd ? 2 / M_PI * (angle + sin(angle) * sum) : sin(angle) * sum;
}

double group_means_student(uint32_t freedom, double chance)
{
    double low = 0, high = 1;
    while (student_within(high, freedom) < 1 - chance) {
        low = high;
        high *= 2;
    }
    while (high - low > 1e-8 * high) {
        double middle = (low + high) / 2;
        if (student_within(middle, freedom) < 1 - chance)
            low = middle;
        else
            high = middle;
    }
    return high;
}

/* Returns the sum of squared deviations of one side. */
static double squares_of(struct mean side)
{
    return side.error * side.error * side.runs * (side.runs - 1);
}

struct means group_means_join(struct mean before, struct mean after, double chance)
{
    uint32_t freedom = before.runs + after.runs - 2;
    double spread = squares_of(before) + squares_of(after);
    double error = spread > 0 ? sqrt(spread / freedom * (1.0 / before.runs + 1.0 / after.runs)) : 0;
    return (struct means){{before.of, after.of}, error > 0 ? group_means_student(freedom, chance) * error : 0};
}

static uint32_t left_out(uint32_t count)
{
    return count / GROUP_MEANS_TRIMMED;
}

struct means group_means_compare(double *values, const uint32_t count[2])
{
    double *after = values + count[0];
    qsort(values, count[0], sizeof *values, compare_values);
    qsort(after, count[1], sizeof *values, compare_values);
    struct means all = group_means_join(mean_of(values, count[0], 0), mean_of(after, count[1], 0), GROUP_MEANS_CHANCE);
    struct means trimmed = group_means_join(mean_of(values, count[0], left_out(count[0])),
                                            mean_of(after, count[1], left_out(count[1])), GROUP_MEANS_CHANCE);
    return trimmed.noise < all.noise ? trimmed : all;
}

struct mean group_means_side(const double *values, uint32_t count)
{
    return mean_of(values, count, 0);
}
