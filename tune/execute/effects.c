/* effects.c - see effects.h. */
#include "tune/execute/effects.h"

#include "tune/numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS_MOST = 1 << 20 };

struct cells {
    double *sums;
    unsigned *counts;
};

/* The costs of variants as they are compared: logarithms, or the numbers themselves if a cost is 0. `mean` is subtracted. */
struct costs {
    double *of;     /* by place in the results */
    double squares; /* their sum */
    double noise;   /* of that, what a variant adds by chance: its number is no better known */
};

static struct costs costs_of(const struct project *project, const struct results *results, struct arena *arena)
{
    struct costs costs = {.of = arena_array(arena, results->count, sizeof *costs.of)};
    double mean = 0, errors = 0;
    bool zero = false;
    for (unsigned i = 0; i < results->count; i++)
        zero |= results->outcomes[i].state == OUTCOME_DONE && results->outcomes[i].values[0] <= 0;
    for (unsigned i = 0; i < results->count; i++) {
        const struct outcome *outcome = &results->outcomes[i];
        if (outcome->state != OUTCOME_DONE)
            continue;
        costs.of[i] = zero ? outcome->values[0] : log(outcome_cost(project, outcome));
        mean += costs.of[i] / results->done;
        errors += !zero && isfinite(outcome->spread) ? outcome->spread * outcome->spread : 0;
    }
    costs.noise = results->done ? errors / results->done : 0;
    for (unsigned i = 0; i < results->count; i++) {
        costs.of[i] -= mean;
        if (results->outcomes[i].state == OUTCOME_DONE)
            costs.squares += costs.of[i] * costs.of[i];
    }
    return costs;
}

/* Returns the part of the sum of squares between the cells of one or two parameters, and the number of cells. */
static double between(const struct project *project, const struct results *results, unsigned a, unsigned b,
                      const struct costs *costs, const struct cells *cells, unsigned *used)
{
    unsigned width = a == b ? 1 : project->parameters[b].count, count = project->parameters[a].count * width;
    double sum = 0;
    *used = 0;
    for (unsigned i = 0; i < count; i++) {
        cells->sums[i] = 0;
        cells->counts[i] = 0;
    }
    for (unsigned i = 0; i < results->count; i++) {
        const uint16_t *genes = results_genes(project, results, i);
        unsigned cell = a == b ? genes[a] : genes[a] * width + genes[b];
        if (results->outcomes[i].state != OUTCOME_DONE)
            continue;
        cells->sums[cell] += costs->of[i];
        cells->counts[cell]++;
    }
    for (unsigned i = 0; i < count; i++)
        if (cells->counts[i]) {
            sum += cells->sums[i] * cells->sums[i] / cells->counts[i];
            ++*used;
        }
    return sum;
}

/* Returns the share of a sum of squares over so many free cells, without the part due to chance. */
static double share(double sum, double freedom, const struct costs *costs)
{
    return fmax(sum - freedom * costs->noise, 0) / costs->squares;
}

static int larger_first(const void *left, const void *right)
{
    const struct effect *a = left, *b = right;
    return a->share > b->share ? -1 : a->share < b->share;
}

static void make_cells(const struct project *project, struct cells *cells, struct arena *arena)
{
    size_t most = 1;
    for (unsigned i = 0; i < project->parameter_count; i++)
        most = project->parameters[i].count > most ? project->parameters[i].count : most;
    size_t size = most * most < CELLS_MOST ? most * most : CELLS_MOST;
    cells->sums = arena_array(arena, size, sizeof *cells->sums);
    cells->counts = arena_array(arena, size, sizeof *cells->counts);
}

void effects_find(const struct project *project, const struct results *results, struct effect **effects,
                  unsigned *count, double *noise, struct arena *arena)
{
    unsigned width = project->parameter_count, used[PARAMETERS_MOST], both;
    double alone[PARAMETERS_MOST];
    struct costs costs = costs_of(project, results, arena);
    struct cells cells;
    *count = 0;
    *noise = 0;
    *effects = arena_array(arena, (size_t)width * (width + 1) / 2, sizeof **effects);
    make_cells(project, &cells, arena);
    if (!(costs.squares > 0))
        return;
    *noise = fmin(costs.noise * (results->done - 1) / costs.squares, 1);
    for (unsigned a = 0; a < width; a++) {
        alone[a] = between(project, results, a, a, &costs, &cells, &used[a]);
        (*effects)[(*count)++] = (struct effect){a, a, share(alone[a], used[a] - 1.0, &costs)};
    }
    qsort(*effects, width, sizeof **effects, larger_first);
    for (unsigned a = 0; a < width; a++)
        for (unsigned b = a + 1; b < width; b++) {
            if ((uint64_t)project->parameters[a].count * project->parameters[b].count > CELLS_MOST)
                continue;
            double sum = between(project, results, a, b, &costs, &cells, &both) - alone[a] - alone[b];
            (*effects)[(*count)++] = (struct effect){a, b, share(sum, (double)both - used[a] - used[b] + 1, &costs)};
        }
    qsort(*effects + width, *count - width, sizeof **effects, larger_first);
}

void effects_of_value(const struct project *project, const struct results *results, unsigned parameter, unsigned value,
                      struct value_effect *effect, struct arena *arena)
{
    double *costs = arena_array(arena, results->count, sizeof *costs);
    *effect = (struct value_effect){.least = HUGE_VAL, .median = HUGE_VAL};
    for (unsigned i = 0; i < results->count; i++) {
        if (results_genes(project, results, i)[parameter] != value)
            continue;
        effect->failed += results->outcomes[i].state == OUTCOME_FAILED;
        if (results->outcomes[i].state == OUTCOME_DONE)
            costs[effect->count++] = outcome_cost(project, &results->outcomes[i]);
    }
    if (!effect->count)
        return;
    effect->median = numbers_median(costs, effect->count);
    effect->least = costs[0];
}
