/*
 * cmd_run.c - takes variants through their steps, all of them or those that a search asks for.
 */
#include "tune/commands/campaign.h"
#include "tune/commands/command.h"
#include "tune/commands/slurm.h"

#include "report/show/text.h"
#include "tune/search/search.h"

#include <string.h>

/* --- all variants --- */

static bool sweep(struct campaign *campaign, const struct tune_options *options, struct error *error)
{
    uint16_t *genes;
    unsigned count;
    if (options->repeats)
        return error_set(error, ERROR_USAGE, "run: --repeats is for a search: add --search=genetic");
    if (!campaign_variants(campaign, &genes, &count, error))
        return false;
    if (!options->slurm)
        return campaign_run(campaign, genes, count, error);
    /* Built here, measured there. */
    bool build = campaign->executor.build;
    campaign->executor.run = false;
    if (build && !campaign_run(campaign, genes, count, error))
        return false;
    return slurm_run(campaign, genes, count, options, error);
}

/* --- a search --- */

static bool allowed(void *state, const uint16_t *genes)
{
    struct campaign *campaign = state;
    const struct restriction *broken = NULL;
    return !campaign->trouble->code && variant_allowed(&campaign->bench.project, genes, &broken, campaign->trouble) &&
           !broken;
}

static bool evaluate(void *state, const uint16_t *genes, unsigned count, double *costs, struct error *error)
{
    struct campaign *campaign = state;
    struct arena arena = {0};
    struct outcome *outcomes = arena_array(&arena, count, sizeof *outcomes);
    bool done = executor_run(&campaign->executor, genes, count, outcomes, &arena, error);
    for (unsigned i = 0; done && i < count; i++)
        costs[i] = outcome_cost(&campaign->bench.project, &outcomes[i]);
    arena_free(&arena);
    return done;
}

static void take_generation(void *state, const uint16_t *genes, double cost)
{
    struct campaign *campaign = state;
    generations_add(campaign->generations, genes, cost);
}

static void say_end(struct campaign *campaign, const struct search *search)
{
    unsigned count = search->trials.count, generations = search->settings->generations;
    if (count >= search->settings->unique)
        return;
    screen_line(&campaign->bench.screen, STYLE_PLAIN,
                campaign->generations && campaign->generations->count == generations
                    ? arena_printf(campaign->arena, "%u generations, with %u different variants", generations, count)
                    : arena_printf(campaign->arena,
                                   "the search ended after %u different variants: there are no more, or so few are "
                                   "allowed that chance does not find them",
                                   count));
}

/* Of several searches each begins with other numbers. */
static bool look_for(struct campaign *campaign, const struct search_method *method, const struct tune_options *options,
                     unsigned repeat, struct error *error)
{
    struct project *project = &campaign->bench.project;
    struct search_space space = {.width = project->parameter_count, .allowed = allowed, .state = campaign};
    for (unsigned i = 0; i < space.width; i++) {
        space.counts[i] = project->parameters[i].count;
        space.ordered[i] = project->parameters[i].ordered;
    }
    struct search_settings settings = project->search;
    settings.unique = options->unique ? options->unique : settings.unique;
    struct search search;
    struct error trouble = {0};
    campaign->trouble = &trouble;
    struct generations generations;
    if (method == &search_genetic) {
        generations_begin(&generations, project, repeat, campaign->arena, &trouble);
        campaign->generations = &generations;
        space.turned = take_generation;
    }
    progress_begin(&campaign->progress, project, settings.unique);
    uint64_t seed = (options->seeded ? options->seed : settings.seed) + (repeat ? repeat - 1 : 0);
    bool done = search_go(&search, method, &space, &settings, seed, evaluate, campaign, error);
    progress_end(&campaign->progress);
    if (done)
        say_end(campaign, &search);
    if (campaign->generations)
        generations_end(&generations, search.trials.count);
    campaign->generations = NULL;
    search_free(&search);
    return trouble.code ? error_set(error, trouble.code, "%s", trouble.text) : done;
}

static bool search_repeatedly(struct campaign *campaign, const struct tune_options *options, struct error *error)
{
    const struct search_method *method = search_method_named(options->search);
    if (!method)
        return error_set(error, ERROR_USAGE, "no search '%s'; there are sweep, random, genetic and model",
                         options->search);
    if (options->slurm)
        return error_set(error, ERROR_USAGE,
                         "run: --slurm measures all variants; a search asks for one after the other");
    if (!options->repeats)
        return look_for(campaign, method, options, 0, error);
    for (unsigned repeat = 1; repeat <= options->repeats; repeat++)
        if (!look_for(campaign, method, options, repeat, error))
            return false;
    return true;
}

/* The predefined variants come first: what else is found is compared with them. */
static bool run_predefined(struct campaign *campaign, struct error *error)
{
    struct project *project = &campaign->bench.project;
    struct outcome outcome;
    for (unsigned i = 0; i < project->predefined_count; i++) {
        const struct predefined *one = &project->predefined[i];
        const struct restriction *broken;
        if (!variant_allowed(project, one->genes, &broken, error))
            return false;
        if (broken)
            return error_set(error, ERROR_USAGE, "%s:%d: '%s' is not allowed: %s (line %d)", project->file, one->line,
                             one->name, broken->text, broken->line);
        if (!executor_run(&campaign->executor, one->genes, 1, &outcome, campaign->arena, error))
            return false;
    }
    return true;
}

/* --- what came of it --- */

static void say_best(struct campaign *campaign, const struct results *results)
{
    struct bench *bench = &campaign->bench;
    struct project *project = &bench->project;
    unsigned *ranked = results_ranked(project, results, campaign->arena);
    if (!ranked || !results->done)
        return;
    const struct outcome *best = &results->outcomes[ranked[0]];
    screen_print(&bench->screen, STYLE_BOLD, "best: %s at %s",
                 bench_number(&project->measures[0], best->values[0], campaign->arena),
                 variant_text(project, results_genes(project, results, ranked[0]), campaign->arena));
    for (unsigned i = 0; i < project->predefined_count; i++) {
        unsigned at = results_find(project, results, project->predefined[i].genes);
        if (at == results->count || results->outcomes[at].state != OUTCOME_DONE)
            continue;
        screen_print(
            &bench->screen, STYLE_PLAIN, "%s: %s; the best is %s as good", project->predefined[i].name,
            bench_number(&project->measures[0], results->outcomes[at].values[0], campaign->arena),
            bench_times(outcome_cost(project, &results->outcomes[at]), outcome_cost(project, best), campaign->arena));
    }
}

static bool sum_up(struct campaign *campaign, bool only_build, struct error *error)
{
    struct bench *bench = &campaign->bench;
    struct results results;
    if (!results_load(&bench->project, &bench->library, &results, campaign->arena, error))
        return false;
    screen_print(&bench->screen, STYLE_PLAIN, "%s: %u variants in the library, %u measured, %u failed",
                 bench->project.name, results.count, results.done, results.failed);
    if (campaign->executor.not_built)
        screen_print(&bench->screen, STYLE_PLAIN,
                     "%u were left out, as they are not built: instr-tune run --only build",
                     campaign->executor.not_built);
    if (only_build)
        screen_line(&bench->screen, STYLE_PLAIN, "built; to measure: instr-tune run --only run");
    else
        say_best(campaign, &results);
    return true;
}

static bool run_run(const struct tune_options *options, struct arena *arena, struct error *error)
{
    struct campaign *campaign = arena_alloc(arena, sizeof *campaign);
    bool only_build = options->only == 0, only_run = options->only == 1;
    bool all = !options->search || !strcmp(options->search, "sweep");
    bool done = campaign_open(campaign, options, NULL, arena, error);
    campaign->executor.build = !only_run;
    campaign->executor.run = !only_build;
    done = done && (all || run_predefined(campaign, error)) &&
           (all ? sweep(campaign, options, error) : search_repeatedly(campaign, options, error)) &&
           sum_up(campaign, only_build, error);
    return campaign_close(campaign, done, error);
}

const struct tune_command tune_run = {{"run", "[OPTION...] [FILE]", "build and measure what the library lacks",
                                       TAKES_JOBS | TAKES_SEARCH | TAKES_UNIQUE | TAKES_SEED | TAKES_ONLY |
                                           TAKES_RETRY | TAKES_SLURM | TAKES_FILE | TAKES_REPEATS},
                                      run_run};
