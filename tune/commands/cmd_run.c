/* cmd_run.c - builds and runs all variants, or those that a search asks for. */
#include "report/show/text.h"
#include "tune/commands/answer.h"
#include "tune/commands/campaign.h"
#include "tune/commands/command.h"
#include "tune/search/search.h"

#include <math.h>
#include <string.h>

static bool sweep(struct campaign *campaign, const struct tune_options *options, struct error *error)
{
    uint16_t *genes;
    unsigned count;
    if (options->repeats)
        return error_set(error, ERROR_USAGE, "run: --repeats is for a search: add --search=genetic");
    if (!campaign_variants(campaign, &genes, &count, error))
        return false;
    return campaign_race_all(campaign, genes, count, error);
}

static bool allowed(void *state, const uint16_t *genes)
{
    struct campaign *campaign = state;
    const struct restriction *broken = NULL;
    return !campaign->trouble->code && variant_allowed(&campaign->bench.project, genes, &broken, campaign->trouble) &&
           !broken;
}

/* Runs each variant the least number of rounds. Returns false without an error when the time is over. */
static bool evaluate(void *state, const uint16_t *genes, unsigned count, double *costs, struct error *error)
{
    struct campaign *campaign = state;
    const struct project *project = &campaign->bench.project;
    struct arena arena = {0};
    struct outcome *outcomes;
    bool done =
        campaign_race(campaign, genes, count, project->repeats_least, project->repeats_least, &outcomes, &arena, error);
    for (unsigned i = 0; done && i < count; i++)
        costs[i] = outcome_cost(project, &outcomes[i]);
    arena_free(&arena);
    return done && executor_now() < campaign->executor.until;
}

static void take_generation(void *state, const uint16_t *genes, double cost)
{
    struct campaign *campaign = state;
    generations_add(campaign->generations, genes, cost);
}

static void say_end(struct campaign *campaign, const struct search *search)
{
    unsigned count = search->trials.count, generations = search->settings->generations;
    struct screen *screen = &campaign->bench.screen;
    if (count >= search->settings->unique)
        return;
    if (campaign->generations && campaign->generations->count == generations)
        screen_print(screen, STYLE_PLAIN, "%u generations, with %u different variants", generations, count);
    else
        screen_print(screen, STYLE_PLAIN,
                     "the search ended after %u different variants: it finds no more that are allowed", count);
}

/* Searches; each of several searches has other random numbers. */
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
    progress_begin(&campaign->progress, project, settings.unique, campaign->executor.until);
    uint64_t seed = (options->seeded ? options->seed : settings.seed) + (repeat ? repeat - 1 : 0);
    bool done = search_go(&search, method, &space, &settings, seed, evaluate, campaign, error) || !error->code;
    progress_end(&campaign->progress);
    if (done && executor_now() < campaign->executor.until)
        say_end(campaign, &search);
    if (campaign->generations)
        generations_end(&generations, search.trials.count);
    campaign->generations = NULL;
    search_free(&search);
    return trouble.code ? error_set(error, trouble.code, "%s", trouble.text) : done;
}

/* Runs the predefined variants, with which the others are compared. */
static bool run_predefined(struct campaign *campaign, struct error *error)
{
    struct project *project = &campaign->bench.project;
    size_t width = project->parameter_count;
    uint16_t *genes = arena_array(campaign->arena, project->predefined_count * width + 1, sizeof *genes);
    double *costs = arena_array(campaign->arena, project->predefined_count, sizeof *costs);
    for (unsigned i = 0; i < project->predefined_count; i++)
        memcpy(genes + i * width, project->predefined[i].genes, width * sizeof *genes);
    return evaluate(campaign, genes, project->predefined_count, costs, error) || !error->code;
}

/* Runs all variants ever tried in rounds, because a search measures them one after the other, at different states of the machine. */
static bool race_tried(struct campaign *campaign, struct error *error)
{
    struct results results;
    struct project *project = &campaign->bench.project;
    if (!results_load(project, &campaign->bench.library, &results, campaign->arena, error))
        return false;
    uint16_t *genes = arena_array(campaign->arena, (size_t)results.done * project->parameter_count + 1, sizeof *genes);
    unsigned *ranked = results_ranked(project, &results, campaign->arena);
    for (unsigned i = 0; i < results.done; i++)
        memcpy(genes + (size_t)i * project->parameter_count, results_genes(project, &results, ranked[i]),
               project->parameter_count * sizeof *genes);
    return campaign_race_all(campaign, genes, results.done, error);
}

/* Searches in half of the given time; the rest is for the race. */
static bool search_repeatedly(struct campaign *campaign, const struct tune_options *options, struct error *error)
{
    const struct search_method *method = search_method_named(options->search);
    double until = campaign->executor.until;
    if (!method)
        return error_set(error, ERROR_USAGE, "no search '%s'; there are sweep, random, genetic and model",
                         options->search);
    campaign->executor.until -= options->time / 2;
    bool done = run_predefined(campaign, error);
    for (unsigned repeat = options->repeats ? 1 : 0; done && repeat <= options->repeats; repeat++)
        done = look_for(campaign, method, options, repeat, error);
    campaign->executor.until = until;
    return done && (!campaign->executor.run || race_tried(campaign, error));
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
        answer_say(bench, &results, false);
    return true;
}

static bool run_run(const struct tune_options *options, struct arena *arena, struct error *error)
{
    struct campaign *campaign = arena_alloc(arena, sizeof *campaign);
    bool only_build = options->only == 0, only_run = options->only == 1;
    bool all = !options->search || !strcmp(options->search, "sweep");
    bool done = campaign_open(campaign, options, arena, error);
    campaign->executor.build = !only_run;
    campaign->executor.run = !only_build;
    if (options->time > 0)
        campaign->executor.until = executor_now() + options->time;
    done = done && (only_run || library_outdate(&campaign->bench.library, error)) &&
           (all ? sweep(campaign, options, error) : search_repeatedly(campaign, options, error)) &&
           sum_up(campaign, only_build, error);
    return campaign_close(campaign, done, error);
}

const struct tune_command tune_run = {{"run", "[OPTION...] [FILE]", "build and measure variants that the library lacks",
                                       TAKES_JOBS | TAKES_SEARCH | TAKES_UNIQUE | TAKES_SEED | TAKES_ONLY |
                                           TAKES_RETRY | TAKES_FILE | TAKES_REPEATS | TAKES_TIME,
                                       "instr-tune run --search=model --unique=100"},
                                      run_run};
