/* campaign.c - see campaign.h. */
#include "tune/commands/campaign.h"

#include "tune/execute/executor.h"
#include "tune/rounds/race.h"

#include <math.h>
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
    static bool said;
    if (!said)
        fputs("instr-tune: another instr-tune measures on this machine: waiting for it\n", stderr);
    said = true;
}

bool campaign_open(struct campaign *campaign, const struct tune_options *options, struct arena *arena,
                   struct error *error)
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
                                           .until = HUGE_VAL,
                                           .stop = &stop,
                                           .told = progress_tell,
                                           .waiting = say_waiting,
                                           .state = &campaign->progress};
    campaign->seed = options->seeded ? options->seed : bench->project.search.seed;
    if (!plan_contents(&bench->project, &campaign->executor.contents, error))
        return false;
    bench->has_library = true;
    machine_environment(&bench->project, INSTR_VERSION, &environment, arena);
    if (!library_open(&bench->library, bench->project.folder, true, error) ||
        !library_begin(&bench->library, &environment, campaign->seed, error))
        return false;
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    progress_begin(&campaign->progress, &bench->project, 0, HUGE_VAL);
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
        return error_set(error, ERROR_USAGE, "%s: the restrictions allow no variant", project->file);
    *genes = arena_array(campaign->arena, all * project->parameter_count + 1, sizeof **genes);
    for (uint64_t i = 0; i < all; i++)
        space_genes(project, numbers[i], *genes + i * project->parameter_count);
    *count = (unsigned)all;
    return true;
}

/* Runs a round; at least `further` runs will follow. */
static bool play(struct campaign *campaign, const unsigned *order, unsigned *goals, unsigned count, unsigned further,
                 struct error *error)
{
    campaign->progress.further = 0;
    if (!executor_build(&campaign->executor, order, count, error))
        return false;
    campaign->progress.further = further;
    double began = executor_now();
    bool done = executor_round(&campaign->executor, order, goals, count, error);
    campaign->run_seconds += executor_now() - began;
    campaign->runs += count;
    return done;
}

/* Returns how many more runs the remaining time allows, at the pace so far. */
static double runs_left(const struct campaign *campaign)
{
    double until = campaign->executor.until;
    if (!isfinite(until))
        return RACE_NO_BUDGET;
    double left = fmax(until - executor_now(), 0);
    return campaign->runs ? left * campaign->runs / campaign->run_seconds : left > 0 ? 1 : 0;
}

static bool go_on(struct campaign *campaign, struct race *race, struct outcome *outcomes, struct error *error)
{
    const struct executor *executor = &campaign->executor;
    unsigned *order = arena_array(race->arena, race->count, sizeof *order);
    unsigned *goals = arena_array(race->arena, race->count, sizeof *goals);
    for (;;) {
        struct rounds rounds;
        unsigned lacking = 0;
        for (unsigned i = 0; i < race->count; i++) {
            race->out[i] = executor_is_out(executor, i);
            if (!race->out[i] && outcomes[i].samples < race->least)
                lacking += race->least - outcomes[i].samples;
        }
        outcomes_level(executor->project, outcomes, race->count, &rounds, race->arena);
        unsigned count = race_next(race, &rounds, runs_left(campaign), order);
        if (!count)
            return true;
        for (unsigned i = 0; i < count; i++)
            goals[i] = outcomes[order[i]].samples + 1;
        if (!play(campaign, order, goals, count, lacking > count ? lacking - count : 0, error))
            return false;
    }
}

bool campaign_race(struct campaign *campaign, const uint16_t *genes, unsigned count, unsigned least, unsigned most,
                   struct outcome **outcomes, struct arena *arena, struct error *error)
{
    struct executor *executor = &campaign->executor;
    struct project *project = executor->project;
    struct race race;
    race_begin(&race, count, campaign->seed++, arena);
    race.least = least;
    race.most = most;
    race.spread = project->spread;
    if (project->predefined_count)
        race.with = results_find(project, genes, count, project->predefined[0].genes);
    *outcomes = arena_array(arena, count, sizeof **outcomes);
    bool done = executor_enter(executor, genes, count, *outcomes, arena, error);
    if (done && executor->run) {
        done = go_on(campaign, &race, *outcomes, error);
    } else if (done) {
        unsigned *order = arena_array(arena, count, sizeof *order);
        for (unsigned i = 0; i < count; i++)
            order[i] = i;
        done = executor_build(executor, order, count, error);
    }
    executor_leave(executor);
    return done;
}

bool campaign_race_all(struct campaign *campaign, const uint16_t *genes, unsigned count, struct error *error)
{
    struct project *project = &campaign->bench.project;
    struct outcome *outcomes;
    progress_begin(&campaign->progress, project, count, campaign->executor.until);
    bool done = campaign_race(campaign, genes, count, project->repeats_least, project->repeats_most, &outcomes,
                              campaign->arena, error);
    progress_end(&campaign->progress);
    return done;
}

bool campaign_rounds(struct campaign *campaign, const uint16_t *genes, unsigned count, unsigned rounds,
                     struct outcome **outcomes, struct error *error)
{
    struct executor *executor = &campaign->executor;
    unsigned *order = arena_array(campaign->arena, count, sizeof *order);
    unsigned *goals = arena_array(campaign->arena, count, sizeof *goals);
    struct chance chance;
    chance_seed(&chance, campaign->seed);
    executor->forgiving = true;
    *outcomes = arena_array(campaign->arena, count, sizeof **outcomes);
    progress_begin(&campaign->progress, executor->project, count, HUGE_VAL);
    bool done = executor_enter(executor, genes, count, *outcomes, campaign->arena, error);
    for (unsigned i = 0; i < count; i++)
        order[i] = i;
    for (unsigned round = 1; done && round <= rounds; round++) {
        race_shuffle(&chance, order, count);
        for (unsigned i = 0; i < count; i++)
            goals[i] = (*outcomes)[order[i]].samples + 1;
        done = play(campaign, order, goals, count, (rounds - round) * count, error);
    }
    progress_end(&campaign->progress);
    return done;
}
