/* campaign.c - see campaign.h. */
#include "tune/commands/campaign.h"

#include "tune/execute/executor.h"

#include <signal.h>

static volatile sig_atomic_t stop;

static void on_signal(int number)
{
    (void)number;
    stop = 1;
}

bool campaign_stopped(void)
{
    return stop;
}

static void say_waiting(void)
{
    static bool said;
    if (!said)
        fputs("instr-tune: another instr-tune measures on this machine: waiting for it\n", stderr);
    said = true;
}

static void told(struct executor *executor, const uint16_t *genes, const struct outcome *outcome, bool fresh)
{
    struct campaign *campaign = executor->state;
    progress_tell(&campaign->progress, genes, outcome, fresh);
}

bool campaign_open(struct campaign *campaign, const struct tune_options *options, const char *folder,
                   struct arena *arena, struct error *error)
{
    struct bench *bench = &campaign->bench;
    struct environment environment;
    *campaign = (struct campaign){.arena = arena};
    if (!bench_open(bench, options, arena, error))
        return false;
    campaign->executor = (struct executor){.project = &bench->project,
                                           .library = &bench->library,
                                           .jobs = options->jobs ? options->jobs : machine_cores(),
                                           .build = true,
                                           .run = true,
                                           .retry = options->retry,
                                           .stop = &stop,
                                           .told = told,
                                           .waiting = say_waiting,
                                           .state = campaign};
    if (!plan_sources(&bench->project, campaign->executor.sources, error))
        return false;
    bench->has_library = true;
    machine_environment(bench->project.directory, INSTR_VERSION, &environment, arena);
    if (!library_open(&bench->library, folder ? folder : bench->project.folder, true, error) ||
        !library_begin(&bench->library, &environment, error))
        return false;
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    progress_begin(&campaign->progress, &bench->project, 0);
    return true;
}

bool campaign_close(struct campaign *campaign, bool done, struct error *error)
{
    struct error again = {0}; /* what went wrong first is what counts */
    if (campaign->bench.has_library && campaign->bench.library.session)
        done = library_end(&campaign->bench.library, done ? error : &again) && done;
    return bench_close(&campaign->bench, done, error);
}

bool campaign_variants(struct campaign *campaign, uint16_t **genes, unsigned *count, struct error *error)
{
    struct project *project = &campaign->bench.project;
    uint64_t *numbers, all;
    if (!space_list(project, &numbers, &all, campaign->arena, error))
        return false;
    if (!all)
        return error_set(error, ERROR_USAGE, "%s: no variant is allowed", project->file);
    *genes = arena_array(campaign->arena, all * project->parameter_count + 1, sizeof **genes);
    for (uint64_t i = 0; i < all; i++)
        space_genes(project, numbers[i], *genes + i * project->parameter_count);
    *count = (unsigned)all;
    return true;
}

bool campaign_run(struct campaign *campaign, const uint16_t *genes, unsigned count, struct error *error)
{
    struct outcome *outcomes = arena_array(campaign->arena, count, sizeof *outcomes);
    progress_begin(&campaign->progress, &campaign->bench.project, count);
    bool done = executor_run(&campaign->executor, genes, count, outcomes, campaign->arena, error);
    progress_end(&campaign->progress);
    return done;
}
