/* results.c - see outcome.h. */
#include "tune/execute/outcome.h"

#include <stdlib.h>
#include <string.h>

const uint16_t *results_genes(const struct project *project, const struct results *results, unsigned at)
{
    return results->genes + (size_t)at * project->parameter_count;
}

static bool add_variant(struct project *project, struct library *library, const struct contents *contents,
                        const char *key, struct results *results, struct arena *arena, struct error *error)
{
    uint16_t *genes = results->genes + (size_t)results->count * project->parameter_count;
    struct outcome *outcome = &results->outcomes[results->count];
    const struct restriction *broken = NULL;
    struct known_execution known;
    struct plan plan;
    if (!variant_from_key(project, key, genes)) {
        results->foreign++;
        return true;
    }
    if (!variant_allowed(project, genes, &broken, error))
        return false;
    if (broken) {
        results->foreign++;
        return true;
    }
    if (!plan_make(project, contents, genes, &plan, arena, error) ||
        !outcome_read(project, library, &plan, &known, outcome, arena, error))
        return false;
    results->count++;
    results->done += outcome->state == OUTCOME_DONE;
    results->failed += outcome->state == OUTCOME_FAILED;
    return true;
}

bool results_load(struct project *project, struct library *library, struct results *results, struct arena *arena,
                  struct error *error)
{
    struct contents contents;
    const char **keys;
    unsigned count;
    *results = (struct results){0};
    if (!plan_contents(project, &contents, error) || !library_variants(library, &keys, &count, arena, error))
        return false;
    results->genes = arena_array(arena, (size_t)count * project->parameter_count, sizeof *results->genes);
    results->outcomes = arena_array(arena, count, sizeof *results->outcomes);
    for (unsigned i = 0; i < count; i++)
        if (!add_variant(project, library, &contents, keys[i], results, arena, error))
            return false;
    outcomes_level(project, results->outcomes, results->count, &results->rounds, arena);
    return true;
}

struct ranking {
    const struct project *project;
    const struct results *results;
};

static int compare_costs(const void *left, const void *right, void *state)
{
    const struct ranking *ranking = state;
    unsigned a = *(const unsigned *)left, b = *(const unsigned *)right;
    double x = outcome_cost(ranking->project, &ranking->results->outcomes[a]);
    double y = outcome_cost(ranking->project, &ranking->results->outcomes[b]);
    return x < y ? -1 : x > y ? 1 : (a > b) - (a < b);
}

unsigned *results_ranked(const struct project *project, const struct results *results, struct arena *arena)
{
    unsigned *places = arena_array(arena, results->done, sizeof *places), count = 0;
    for (unsigned i = 0; i < results->count; i++)
        if (results->outcomes[i].state == OUTCOME_DONE)
            places[count++] = i;
    struct ranking ranking = {project, results};
    qsort_r(places, count, sizeof *places, compare_costs, &ranking);
    return places;
}

unsigned results_find(const struct project *project, const uint16_t *genes, unsigned count, const uint16_t *wanted)
{
    size_t width = project->parameter_count;
    unsigned at = 0;
    while (at < count && memcmp(genes + at * width, wanted, width * sizeof *wanted) != 0)
        at++;
    return at;
}

unsigned results_reference(const struct project *project, const struct results *results)
{
    unsigned at = project->predefined_count
                      ? results_find(project, results->genes, results->count, project->predefined[0].genes)
                      : results->count;
    return at < results->count && results->outcomes[at].state == OUTCOME_DONE ? at : results->count;
}
