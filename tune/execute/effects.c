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

static double log_cost(const struct project *project, const struct results *results, unsigned at)
{
    return log(outcome_cost(project, &results->outcomes[at]));
}

/* The part of the sum of squares that lies between the cells of one or two parameters. */
static double between(const struct project *project, const struct results *results, unsigned a, unsigned b, double mean,
                      const struct cells *cells)
{
    unsigned width = a == b ? 1 : project->parameters[b].count, count = project->parameters[a].count * width;
    double sum = 0;
    for (unsigned i = 0; i < count; i++) {
        cells->sums[i] = 0;
        cells->counts[i] = 0;
    }
    for (unsigned i = 0; i < results->count; i++) {
        const uint16_t *genes = results_genes(project, results, i);
        unsigned cell = a == b ? genes[a] : genes[a] * width + genes[b];
        if (results->outcomes[i].state != OUTCOME_DONE)
            continue;
        cells->sums[cell] += log_cost(project, results, i) - mean;
        cells->counts[cell]++;
    }
    for (unsigned i = 0; i < count; i++)
        if (cells->counts[i])
            sum += cells->sums[i] * cells->sums[i] / cells->counts[i];
    return sum;
}

static int larger_first(const void *left, const void *right)
{
    const struct effect *a = left, *b = right;
    return a->share > b->share ? -1 : a->share < b->share;
}

static void make_cells(const struct project *project, struct cells *cells, struct arena *arena)
{
    unsigned most = 1, next = 1;
    for (unsigned i = 0; i < project->parameter_count; i++) {
        unsigned count = project->parameters[i].count;
        next = count > most ? most : count > next ? count : next;
        most = count > most ? count : most;
    }
    size_t size = (size_t)most * next < CELLS_MOST ? (size_t)most * next : CELLS_MOST;
    cells->sums = arena_array(arena, size, sizeof *cells->sums);
    cells->counts = arena_array(arena, size, sizeof *cells->counts);
}

void effects_find(const struct project *project, const struct results *results, struct effect **effects,
                  unsigned *count, struct arena *arena)
{
    unsigned width = project->parameter_count;
    double sum = 0, squares = 0;
    struct cells cells;
    *count = 0;
    *effects = arena_array(arena, (size_t)width * (width + 1) / 2, sizeof **effects);
    make_cells(project, &cells, arena);
    for (unsigned i = 0; i < results->count; i++)
        if (results->outcomes[i].state == OUTCOME_DONE)
            sum += log_cost(project, results, i);
    double mean = results->done ? sum / results->done : 0, alone[PARAMETERS_MOST];
    for (unsigned i = 0; i < results->count; i++)
        if (results->outcomes[i].state == OUTCOME_DONE)
            squares += pow(log_cost(project, results, i) - mean, 2);
    if (!(squares > 0))
        return;
    for (unsigned a = 0; a < width; a++) {
        alone[a] = between(project, results, a, a, mean, &cells);
        (*effects)[(*count)++] = (struct effect){a, a, alone[a] / squares};
    }
    qsort(*effects, width, sizeof **effects, larger_first);
    for (unsigned a = 0; a < width; a++)
        for (unsigned b = a + 1; b < width; b++)
            if ((uint64_t)project->parameters[a].count * project->parameters[b].count <= CELLS_MOST)
                (*effects)[(*count)++] = (struct effect){
                    a, b, fmax(between(project, results, a, b, mean, &cells) - alone[a] - alone[b], 0) / squares};
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
