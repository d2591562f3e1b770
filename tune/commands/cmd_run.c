/*
 * cmd_run.c - run and prepare: takes variants through their steps, all of them or those that a search asks for.
 */
#include "tune/commands/bench.h"
#include "tune/commands/command.h"
#include "tune/commands/progress.h"

#include "report/text.h"
#include "tune/execute/executor.h"
#include "tune/execute/files.h"
#include "tune/execute/machine.h"
#include "tune/search/search.h"

#include <signal.h>
#include <string.h>

static volatile sig_atomic_t stop;

static void on_signal(int number)
{
    (void)number;
    stop = 1;
}

static void say_waiting(void)
{
    fputs("instr-tune: another one measures on this machine; waiting for it\n", stderr);
}

struct campaign {
    struct bench bench;
    struct executor executor;
    struct progress progress;
    struct arena *arena;
    struct error *trouble; /* of the project's functions, in the middle of a search */
    bool preparing;
};

static void told(struct executor *executor, const uint16_t *genes, const struct outcome *outcome, bool fresh)
{
    struct campaign *campaign = executor->state;
    progress_tell(&campaign->progress, genes, outcome, fresh);
}

/* --- all variants --- */

static bool sweep(struct campaign *campaign, struct error *error)
{
    struct project *project = &campaign->bench.project;
    uint64_t *numbers, count;
    if (!space_list(project, &numbers, &count, campaign->arena, error))
        return false;
    if (!count)
        return error_set(error, ERROR_USAGE, "%s: no variant is allowed", project->file);
    uint16_t *genes = arena_array(campaign->arena, count * project->parameter_count + 1, sizeof *genes);
    struct outcome *outcomes = arena_array(campaign->arena, count, sizeof *outcomes);
    if (!genes || !outcomes)
        return error_set(error, ERROR_INTERNAL, "out of memory");
    for (uint64_t i = 0; i < count; i++)
        space_genes(project, numbers[i], genes + i * project->parameter_count);
    progress_begin(&campaign->progress, project, (unsigned)count);
    return executor_run(&campaign->executor, genes, (unsigned)count, outcomes, campaign->arena, error);
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
    bool done = outcomes && executor_run(&campaign->executor, genes, count, outcomes, &arena, error);
    for (unsigned i = 0; done && i < count; i++)
        costs[i] = outcome_cost(&campaign->bench.project, &outcomes[i]);
    arena_free(&arena);
    return done || error_set(error, ERROR_INTERNAL, "out of memory");
}

static bool look_for(struct campaign *campaign, const struct tune_options *options, struct error *error)
{
    struct project *project = &campaign->bench.project;
    const struct search_method *method = search_method_named(options->search);
    if (!method)
        return error_set(error, ERROR_USAGE, "no search '%s'; there are sweep, random, genetic and model",
                         options->search);
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
    progress_begin(&campaign->progress, project, settings.unique);
    bool done = search_go(&search, method, &space, &settings, options->seeded ? options->seed : settings.seed, evaluate,
                          campaign, error);
    search_free(&search);
    return trouble.code ? error_set(error, trouble.code, "%s", trouble.text) : done;
}

/* --- around it --- */

static void say_best(struct campaign *campaign, const struct results *results)
{
    struct bench *bench = &campaign->bench;
    struct project *project = &bench->project;
    unsigned *ranked = results_ranked(project, results, campaign->arena);
    if (!ranked || !results->done)
        return;
    const struct outcome *best = &results->outcomes[ranked[0]];
    screen_line(&bench->screen, STYLE_BOLD,
                arena_printf(campaign->arena, "best: %s at %s",
                             bench_number(&project->measures[0], best->values[0], campaign->arena),
                             variant_text(project, results_genes(project, results, ranked[0]), campaign->arena)));
    for (unsigned i = 0; i < project->predefined_count; i++) {
        unsigned at = results_find(project, results, project->predefined[i].genes);
        if (at == results->count || results->outcomes[at].state != OUTCOME_DONE)
            continue;
        screen_line(&bench->screen, STYLE_PLAIN,
                    arena_printf(campaign->arena, "%s: %s; the best is %s as good", project->predefined[i].name,
                                 bench_number(&project->measures[0], results->outcomes[at].values[0], campaign->arena),
                                 bench_times(outcome_cost(project, &results->outcomes[at]), outcome_cost(project, best),
                                             campaign->arena)));
    }
}

static bool sum_up(struct campaign *campaign, struct error *error)
{
    struct bench *bench = &campaign->bench;
    struct results results;
    if (!results_load(&bench->project, &bench->library, &results, campaign->arena, error))
        return false;
    screen_line(&bench->screen, STYLE_PLAIN,
                arena_printf(campaign->arena, "%s: %u variants in the library, %u measured, %u failed",
                             bench->project.name, results.count, results.done, results.failed));
    if (campaign->executor.not_built)
        screen_line(&bench->screen, STYLE_PLAIN,
                    arena_printf(campaign->arena, "%u were left out, as they are not built: instr-tune prepare",
                                 campaign->executor.not_built));
    if (campaign->preparing)
        screen_line(&bench->screen, STYLE_PLAIN, "built; to measure: instr-tune run --only run");
    else
        say_best(campaign, &results);
    return true;
}

/* The predefined variants come first: what else is found is compared with them. */
static bool run_predefined(struct campaign *campaign, struct error *error)
{
    struct project *project = &campaign->bench.project;
    struct outcome outcome;
    for (unsigned i = 0; i < project->predefined_count; i++) {
        const struct restriction *broken;
        if (!variant_allowed(project, project->predefined[i].genes, &broken, error))
            return false;
        if (broken)
            return error_set(error, ERROR_USAGE, "%s:%d: '%s' is not allowed: %s (line %d)", project->file,
                             project->predefined[i].line, project->predefined[i].name, broken->text, broken->line);
        if (!executor_run(&campaign->executor, project->predefined[i].genes, 1, &outcome, campaign->arena, error))
            return false;
    }
    return true;
}

static bool work(struct campaign *campaign, const struct tune_options *options, struct error *error)
{
    struct bench *bench = &campaign->bench;
    struct environment environment;
    if (!machine_environment(bench->project.directory, INSTR_VERSION, &environment, campaign->arena, error) ||
        !library_begin(&bench->library, &environment, error))
        return false;
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    bool all = !options->search || !strcmp(options->search, "sweep");
    progress_begin(&campaign->progress, &bench->project, 0);
    bool done =
        (all || run_predefined(campaign, error)) && (all ? sweep(campaign, error) : look_for(campaign, options, error));
    progress_end(&campaign->progress);
    struct error again = {0};
    bool ended = library_end(&bench->library, done ? error : &again);
    return done && ended && sum_up(campaign, error);
}

static bool run_campaign(const struct tune_options *options, bool preparing, struct arena *arena, struct error *error)
{
    struct campaign *campaign = arena_alloc(arena, sizeof *campaign);
    if (!campaign)
        return error_set(error, ERROR_INTERNAL, "out of memory");
    struct bench *bench = &campaign->bench;
    bool only_run = options->only && !strcmp(options->only, "run");
    bool only_build = preparing || (options->only && !only_run);
    bool done = bench_open(bench, options, arena, error);
    campaign->arena = arena;
    campaign->preparing = only_build;
    campaign->executor = (struct executor){.project = &bench->project,
                                           .library = &bench->library,
                                           .jobs = options->jobs ? options->jobs : machine_cores(),
                                           .build = !only_run,
                                           .run = !only_build,
                                           .retry = options->retry,
                                           .stop = &stop,
                                           .told = told,
                                           .waiting = say_waiting,
                                           .state = campaign};
    done = done && plan_sources(&bench->project, campaign->executor.sources, error);
    if (done) {
        bench->has_library = true;
        done = library_open(&bench->library, bench->project.folder, true, error);
    }
    done = done && work(campaign, options, error);
    return bench_close(bench, done, error);
}

static bool run_run(const struct tune_options *options, struct arena *arena, struct error *error)
{
    return run_campaign(options, false, arena, error);
}

static bool run_prepare(const struct tune_options *options, struct arena *arena, struct error *error)
{
    return run_campaign(options, true, arena, error);
}

const struct tune_command tune_run = {
    "run", "[OPTION...] [FILE]", "build and measure what the library lacks",
    TAKES_JOBS | TAKES_SEARCH | TAKES_UNIQUE | TAKES_SEED | TAKES_ONLY | TAKES_RETRY | TAKES_FILE, run_run};
const struct tune_command tune_prepare = {"prepare", "[OPTION...] [FILE]",
                                          "build only, to run later or on another machine",
                                          TAKES_JOBS | TAKES_RETRY | TAKES_FILE, run_prepare};
