/* intervals.c - see rounds.h: how much variants differ by, and how sure that is. */
#include "tune/rounds/rounds.h"

#include "report/compare/group_means.h"
#include "tune/numbers.h"

#include <math.h>

/* More degrees of freedom change nothing. */
enum { FREEDOM_MOST = 1000 };

/* --- estimating noise --- */

static double mean_of(const double *numbers, unsigned count)
{
    double sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += numbers[i];
    return sum / count;
}

/* Returns the variance of one number, about a trimmed mean: one in ten is cut off on each side, and replaced by the next one. */
static double variance_of(double *sorted, unsigned count, unsigned *kept, double *middle)
{
    unsigned off = count / 10;
    double squares = 0;
    *kept = count - 2 * off;
    *middle = mean_of(sorted + off, *kept);
    for (unsigned i = 0; i < off; i++) {
        sorted[i] = sorted[off];
        sorted[count - 1 - i] = sorted[count - 1 - off];
    }
    double mean = mean_of(sorted, count);
    for (unsigned i = 0; i < count; i++)
        squares += (sorted[i] - mean) * (sorted[i] - mean);
    return *kept > 1 ? squares / (*kept - 1) * count / *kept : 0;
}

static unsigned at_usual_pace(const struct rounds *rounds, unsigned variant, double *costs)
{
    unsigned count = 0;
    for (unsigned i = rounds->first[variant]; i < rounds->first[variant + 1]; i++) {
        const struct timed_run *run = &rounds->runs[rounds->of_variant[i]];
        if (!run->apart)
            costs[count++] = run->cost - run->pace;
    }
    numbers_sort(costs, count);
    return count;
}

void rounds_noise(struct rounds *rounds, double *room)
{
    double squares = 0, middle;
    for (unsigned v = 0; v < rounds->variants; v++) {
        unsigned runs = at_usual_pace(rounds, v, room), kept;
        double variance = runs > 1 ? rounds->lost * variance_of(room, runs, &kept, &middle) : 0;
        squares += runs > 1 ? (kept - 1) * variance : 0;
        rounds->freedom += runs > 1 ? kept - 1 : 0;
    }
    rounds->noise = rounds->freedom > 0 ? squares / rounds->freedom : 0;
}

/* --- intervals --- */

double rounds_error(const struct rounds *rounds, unsigned variant)
{
    struct arena arena = {0};
    double *costs = arena_array(&arena, rounds->count, sizeof *costs), middle;
    unsigned count = at_usual_pace(rounds, variant, costs), kept;
    double variance = count > 1 ? rounds->lost * variance_of(costs, count, &kept, &middle) : HUGE_VAL;
    double error = sqrt(variance / count);
    arena_free(&arena);
    return error;
}

/* Returns the interval. Its noise is the larger one of that of these differences and that of all runs, if those are more informative. */
static struct interval of_differences(const struct rounds *rounds, double chance, double *numbers, unsigned count)
{
    unsigned kept;
    double middle, freedom = fmin(rounds->freedom / rounds->lost, FREEDOM_MOST);
    numbers_sort(numbers, count);
    double error2 = variance_of(numbers, count, &kept, &middle) / count;
    if (freedom > kept - 1)
        error2 = fmax(error2, 2 * rounds->noise / count);
    else
        freedom = kept - 1;
    double reach = error2 > 0 ? group_means_student((uint32_t)freedom, chance) * sqrt(error2) : 0;
    return (struct interval){middle - reach, middle, middle + reach, count};
}

struct interval rounds_compare(const struct rounds *rounds, unsigned variant, unsigned other, double chance,
                               struct arena *arena)
{
    double *differences = arena_array(arena, rounds_runs(rounds, variant), sizeof *differences);
    unsigned i = rounds->first[variant], k = rounds->first[other], common = 0;
    while (i < rounds->first[variant + 1] && k < rounds->first[other + 1]) {
        const struct timed_run *one = &rounds->runs[rounds->of_variant[i]];
        const struct timed_run *two = &rounds->runs[rounds->of_variant[k]];
        if (one->round == two->round && one->round)
            differences[common++] = one->cost - one->pace - (two->cost - two->pace);
        i += one->round <= two->round;
        k += two->round <= one->round;
    }
    if (common > 1)
        return of_differences(rounds, chance, differences, common);
    return (struct interval){-HUGE_VAL, rounds->level[variant] - rounds->level[other], HUGE_VAL, common};
}
