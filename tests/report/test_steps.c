/* test_steps.c - steps in made series: how seldom one is found where there is none, and how often one that is there. */
#include "report/compare/change_points.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SERIES = 2000, MOST = 60 };
#define CHANCE 0.05

static unsigned failed;
static uint64_t state = 1;

/* From 0 to 1, without either. */
static double uniform(void)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return ((double)(state >> 11) + 0.5) / 0x1p53;
}

static double normal(void)
{
    return sqrt(-2 * log(uniform())) * cos(2 * M_PI * uniform());
}

/* Of a run that is disturbed now and then. */
static double disturbed(void)
{
    return fabs(normal()) + (uniform() < 0.1 ? 20 * uniform() : 0);
}

/* Of a coarse clock: many are equal. */
static double coarse(void)
{
    return floor(3 * uniform());
}

/* Half of what the value before was off by goes on. There are more steps then, which are none. */
static double lasting(void)
{
    static double off;
    return off = off / 2 + sqrt(0.75) * normal();
}

struct made {
    const char *name;
    double (*noise)(void);
    uint32_t count, at; /* at 0: no step */
    double step;        /* in percent; the noise has 3% */
    double least, most; /* of all series: in how many one is found */
};

/* Returns the share of series in which a step is found; *near: within two values of where it is. */
static double share(const struct made *made, double *near)
{
    uint32_t found = 0, close = 0;
    for (uint32_t i = 0; i < SERIES; i++) {
        double values[MOST];
        struct arena arena = {0};
        struct steps steps;
        for (uint32_t k = 0; k < made->count; k++)
            values[k] = (100 + 3 * made->noise()) * (made->at && k >= made->at ? 1 + made->step / 100 : 1);
        change_points_find(&steps, values, made->count, CHANCE, &arena);
        found += steps.count > 0;
        for (uint32_t s = 0; s < steps.count; s++)
            if (abs((int)steps.list[s].at - (int)made->at) <= 2) {
                close++;
                break;
            }
        arena_free(&arena);
    }
    *near = (double)close / SERIES;
    return (double)found / SERIES;
}

static void check(const struct made *made)
{
    double near, part = share(made, &near);
    printf("%-10s %2u values, %4.1f%% from %2u on: found in %5.1f%%, near it in %5.1f%%\n", made->name, made->count,
           made->step, made->at, 100 * part, 100 * near);
    if (part < made->least || part > made->most)
        failed++;
}

/* Two steps, each with its medians; and one value that is far off is none. */
static void check_places(void)
{
    static const double values[] = {10, 11, 10, 11, 10, 11, 20, 21, 20, 21, 20, 90, 20, 5, 6, 5, 6, 5, 6, 5};
    struct arena arena = {0};
    struct steps steps;
    change_points_find(&steps, values, 20, 0.01, &arena);
    bool good = steps.count == 2 && steps.list[0].at == 6 && steps.list[1].at == 13 &&
                steps.list[0].count_before == 6 && steps.list[1].count_now == 7 &&
                fabs(steps.list[0].before - 10.5) < 1e-9 && fabs(steps.list[0].now - 20) < 1e-9 &&
                fabs(steps.list[1].now - 5) < 1e-9;
    change_points_find(&steps, values, 6, 0.5, &arena); /* too few */
    good &= !steps.count;
    if (!good && failed++ < 10)
        printf("FAILED: two steps\n");
    arena_free(&arena);
}

int main(void)
{
    static const struct made all[] = {
        {"normal", normal, 10, 0, 0, 0.015, 0.065}, {"normal", normal, 30, 0, 0, 0.03, 0.07},
        {"normal", normal, 60, 0, 0, 0.03, 0.07},   {"disturbed", disturbed, 30, 0, 0, 0.03, 0.07},
        {"coarse", coarse, 30, 0, 0, 0.02, 0.07},   {"lasting", lasting, 30, 0, 0, 0.3, 0.45},
        {"normal", normal, 30, 15, 3, 0.48, 0.6},   {"normal", normal, 30, 15, 5, 0.85, 1},
        {"normal", normal, 30, 15, 10, 0.99, 1},    {"normal", normal, 30, 25, 10, 0.95, 1},
        {"normal", normal, 60, 50, 5, 0.8, 1},      {"disturbed", disturbed, 30, 15, 10, 0.95, 1},
        {"normal", normal, 12, 6, 10, 0.9, 1},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        check(&all[i]);
    check_places();
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
