/*
 * cmd_confirm.c - further rounds of the best variants and the predefined ones. A search takes the best of many measurements, and so also the
 * luckiest. So the result is computed from these rounds alone, which had no part in the choice. They are added to the library.
 */
#include "tune/commands/answer.h"
#include "tune/commands/campaign.h"
#include "tune/commands/command.h"

#include "report/show/table.h"

#include <math.h>
#include <string.h>

enum { BEST = 3, VARIANTS_MOST = 64, ROUNDS = 15 };
enum { C_MEDIAN, C_LOW, C_HIGH, C_TIMES, C_TIMES_RANGE, COLUMNS };

/* The variants that run again, as separate results. */
struct contest {
    struct campaign *campaign;
    struct results results;
    const char *names[VARIANTS_MOST];
    unsigned rounds;
    int64_t since; /* the last round before */
};

static void enter(struct contest *contest, const uint16_t *genes, const char *name)
{
    const struct project *project = &contest->campaign->bench.project;
    struct results *results = &contest->results;
    if (results->count == VARIANTS_MOST ||
        results_find(project, results->genes, results->count, genes) < results->count)
        return;
    contest->names[results->count] = name;
    memcpy(results->genes + (size_t)results->count++ * project->parameter_count, genes,
           project->parameter_count * sizeof *genes);
}

static bool pick(struct contest *contest, const struct tune_options *options, struct error *error)
{
    struct bench *bench = &contest->campaign->bench;
    struct project *project = &bench->project;
    struct results *all = &bench->results;
    if (!results_load(project, &bench->library, all, bench->arena, error))
        return false;
    unsigned *ranked = results_ranked(project, all, bench->arena);
    if (!bench_measured(bench, error))
        return false;
    contest->results.genes =
        arena_array(bench->arena, (size_t)VARIANTS_MOST * project->parameter_count + 1, sizeof *all->genes);
    for (unsigned i = 0; i < project->predefined_count; i++)
        enter(contest, project->predefined[i].genes, project->predefined[i].name);
    for (unsigned i = 0; i < all->done && i < (options->number ? options->number : BEST); i++)
        enter(contest, results_genes(project, all, ranked[i]), "");
    for (unsigned i = 0; i < all->rounds.count; i++)
        if (all->rounds.runs[i].round > contest->since)
            contest->since = all->rounds.runs[i].round;
    return true;
}

/* Reduces each outcome to the runs of these rounds. */
static void keep_new(struct contest *contest)
{
    struct bench *bench = &contest->campaign->bench;
    struct results *results = &contest->results;
    for (unsigned i = 0; i < results->count; i++) {
        struct outcome *outcome = &results->outcomes[i];
        unsigned count = 0;
        for (unsigned k = 0; outcome->state == OUTCOME_DONE && k < outcome->samples; k++)
            if (outcome->runs[k].round > contest->since)
                outcome->runs[count++] = outcome->runs[k];
        outcome->samples = count;
        outcome->state = count ? outcome->state : OUTCOME_UNKNOWN;
        results->done += outcome->state == OUTCOME_DONE;
    }
    outcomes_level(&bench->project, results->outcomes, results->count, &results->rounds, bench->arena);
    results->rounds.alone = 0.05; /* it is looked at once */
}

static const char *note(struct contest *contest, unsigned at)
{
    struct arena *arena = contest->campaign->arena;
    const char *why, *name = contest->names[at];
    unsigned missed = executor_missed(&contest->campaign->executor, at, &why);
    const struct outcome *outcome = &contest->results.outcomes[at];
    if (!missed)
        return outcome->reason ? outcome->reason : name;
    return arena_printf(arena, "%s%sfailed in %u of %u rounds: %s", name, *name ? ", " : "", missed, contest->rounds,
                        why);
}

static void show(struct contest *contest)
{
    struct bench *bench = &contest->campaign->bench;
    struct project *project = &bench->project;
    struct results *results = &contest->results;
    const struct measure *measure = &project->measures[0];
    const char *reference = project->predefined_count ? project->predefined[0].name : "first";
    const struct table_column columns[COLUMNS] = {
        {"median", 0}, {"least", 2}, {"most", 2}, {arena_printf(bench->arena, "over %s", reference), 0}, {"95%", 1}};
    struct table table = {.columns = columns, .column_count = COLUMNS, .text_title = "variant"};
    for (unsigned i = 0; i < results->count; i++) {
        struct table_row *row = table_add(&table, bench->arena);
        const struct rounds *rounds = &results->rounds;
        double least = HUGE_VAL, most = -HUGE_VAL, sign = measure->maximise ? -1 : 1;
        row->text = variant_text(project, results_genes(project, results, i), bench->arena);
        row->note = note(contest, i);
        if (results->outcomes[i].state != OUTCOME_DONE)
            continue;
        for (unsigned k = rounds->first[i]; k < rounds->first[i + 1]; k++) {
            double value = exp(sign * rounds->runs[rounds->of_variant[k]].cost);
            least = fmin(least, value);
            most = fmax(most, value);
        }
        row->cells[C_MEDIAN] = bench_number(measure, exp(sign * rounds->level[i]), bench->arena);
        row->cells[C_LOW] = bench_number(measure, least, bench->arena);
        row->cells[C_HIGH] = bench_number(measure, most, bench->arena);
        struct interval behind = rounds_compare(rounds, 0, i, rounds->alone, bench->arena);
        if (!i || isnan(behind.middle))
            continue;
        row->cells[C_TIMES] = arena_printf(bench->arena, "%.3fx", exp(behind.middle));
        row->cells[C_TIMES_RANGE] =
            isfinite(behind.low) ? arena_printf(bench->arena, "%.3f-%.3f", exp(behind.low), exp(behind.high)) : NULL;
    }
    screen_print(&bench->screen, STYLE_PLAIN, "%u rounds, each variant once a round", contest->rounds);
    table_print(&table, &bench->screen);
    answer_say(bench, results, true);
}

static bool run_confirm(const struct tune_options *options, struct arena *arena, struct error *error)
{
    struct campaign *campaign = arena_alloc(arena, sizeof *campaign);
    struct contest *contest = arena_alloc(arena, sizeof *contest);
    *contest = (struct contest){.campaign = campaign, .rounds = options->repeats ? options->repeats : ROUNDS};
    bool done = campaign_open(campaign, options, arena, error) && pick(contest, options, error) &&
                campaign_rounds(campaign, contest->results.genes, contest->results.count, contest->rounds,
                                &contest->results.outcomes, error);
    if (done) {
        keep_new(contest);
        show(contest);
    }
    executor_leave(&campaign->executor);
    return campaign_close(campaign, done, error);
}

const struct tune_command tune_confirm = {
    {"confirm", "[OPTION...] [FILE]", "further rounds of the best and the predefined variants",
     TAKES_NUMBER | TAKES_REPEATS | TAKES_JOBS | TAKES_SEED | TAKES_FILE, "instr-tune confirm --repeats=25"},
    run_confirm};
