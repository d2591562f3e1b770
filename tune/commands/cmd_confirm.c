/*
 * cmd_confirm.c - the best variants and the predefined ones once more, in turns, so that whatever else the machine does
 * falls on all of them alike. A search takes the best of many measurements, and so also the luckiest; this tells.
 */
#include "tune/commands/campaign.h"
#include "tune/commands/command.h"

#include "report/show/table.h"
#include "report/show/text.h"
#include "tune/execute/executor.h"
#include "tune/numbers.h"
#include "tune/search/chance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BEST = 3, VARIANTS_MOST = 64, REPEATS = 15, RESAMPLES = 2000, SEED = 1 };
enum { C_MEDIAN, C_LOW, C_HIGH, C_TIMES, C_TIMES_RANGE, COLUMNS };

struct contest {
    struct campaign *campaign;
    const uint16_t *genes[VARIANTS_MOST];
    const char *names[VARIANTS_MOST];
    double *numbers[VARIANTS_MOST];
    unsigned count, rounds;
};

static void enter(struct contest *contest, const uint16_t *genes, const char *name)
{
    size_t size = contest->campaign->bench.project.parameter_count * sizeof *genes;
    for (unsigned i = 0; i < contest->count; i++)
        if (!memcmp(contest->genes[i], genes, size))
            return;
    if (contest->count < VARIANTS_MOST) {
        contest->names[contest->count] = name;
        contest->genes[contest->count++] = genes;
    }
}

static bool pick(struct contest *contest, const struct tune_options *options, struct error *error)
{
    struct bench *bench = &contest->campaign->bench;
    struct project *project = &bench->project;
    if (!results_load(project, &bench->library, &bench->results, bench->arena, error))
        return false;
    unsigned *ranked = results_ranked(project, &bench->results, bench->arena);
    if (!ranked || !bench->results.done)
        return error_set(error, ERROR_USAGE, "%s: no variant has been measured yet: instr-tune run", project->file);
    for (unsigned i = 0; i < project->predefined_count; i++)
        enter(contest, project->predefined[i].genes, project->predefined[i].name);
    for (unsigned i = 0; i < bench->results.done && i < (options->number ? options->number : BEST); i++)
        enter(contest, results_genes(project, &bench->results, ranked[i]), "");
    return true;
}

/* --- the rounds --- */

static bool play(struct contest *contest, struct error *error)
{
    struct campaign *campaign = contest->campaign;
    uint16_t *all =
        arena_array(campaign->arena, (size_t)contest->count * campaign->bench.project.parameter_count + 1, sizeof *all);
    size_t width = campaign->bench.project.parameter_count;
    for (unsigned i = 0; i < contest->count; i++) {
        memcpy(all + i * width, contest->genes[i], width * sizeof *all);
        contest->numbers[i] = arena_array(campaign->arena, contest->rounds, sizeof(double));
    }
    /* So that all are built. */
    if (!campaign_run(campaign, all, contest->count, error))
        return false;
    for (unsigned round = 0; round < contest->rounds; round++)
        for (unsigned i = 0; i < contest->count; i++)
            if (!rerun_run(&campaign->executor, contest->genes[i], &contest->numbers[i][round], campaign->arena, error))
                return false;
    return true;
}

/* --- medians --- */

static double median(const double *numbers, unsigned count, double *room)
{
    memcpy(room, numbers, count * sizeof *room);
    return numbers_median(room, count);
}

/* The ratio of two medians, and what 95% of it lie between when rounds are drawn anew (bootstrap over rounds, since the
 * two numbers of a round belong together). */
static void ratio_range(const struct contest *contest, unsigned reference, unsigned at, double *low, double *high,
                        struct arena *arena)
{
    unsigned rounds = contest->rounds;
    struct chance chance;
    double *ratios = arena_array(arena, RESAMPLES, sizeof *ratios), *room = arena_array(arena, rounds, sizeof *room);
    double *a = arena_array(arena, rounds, sizeof *a), *b = arena_array(arena, rounds, sizeof *b);
    chance_seed(&chance, SEED);
    for (int i = 0; i < RESAMPLES; i++) {
        for (unsigned k = 0; k < rounds; k++) {
            unsigned drawn = chance_pick(&chance, rounds);
            a[k] = contest->numbers[reference][drawn];
            b[k] = contest->numbers[at][drawn];
        }
        ratios[i] = median(a, rounds, room) / median(b, rounds, room);
    }
    numbers_sort(ratios, RESAMPLES);
    *low = ratios[RESAMPLES / 40];
    *high = ratios[RESAMPLES - 1 - RESAMPLES / 40];
}

static void show(struct contest *contest)
{
    struct bench *bench = &contest->campaign->bench;
    struct project *project = &bench->project;
    const struct measure *measure = &project->measures[0];
    bool compared = project->predefined_count > 0;
    const char *reference = compared ? project->predefined[0].name : "first";
    const struct table_column columns[COLUMNS] = {
        {"median", 0}, {"least", 2}, {"most", 2}, {arena_printf(bench->arena, "over %s", reference), 0}, {"95%", 1}};
    struct table table = {.columns = columns, .column_count = COLUMNS, .text_title = "variant"};
    double *room = arena_array(bench->arena, contest->rounds, sizeof *room);
    for (unsigned i = 0; i < contest->count; i++) {
        struct table_row *row = table_add(&table, bench->arena);
        double low, high;
        ratio_range(contest, 0, i, &low, &high, bench->arena);
        double own = median(contest->numbers[i], contest->rounds, room), least = room[0],
               most = room[contest->rounds - 1], first = median(contest->numbers[0], contest->rounds, room);
        row->text = variant_text(project, contest->genes[i], bench->arena);
        row->note = contest->names[i];
        row->cells[C_MEDIAN] = bench_number(measure, own, bench->arena);
        row->cells[C_LOW] = bench_number(measure, least, bench->arena);
        row->cells[C_HIGH] = bench_number(measure, most, bench->arena);
        if (!i)
            continue;
        double times = measure->maximise ? own / first : first / own;
        row->cells[C_TIMES] = arena_printf(bench->arena, "%.3fx", times);
        row->cells[C_TIMES_RANGE] = measure->maximise ? arena_printf(bench->arena, "%.3f-%.3f", 1 / high, 1 / low)
                                                      : arena_printf(bench->arena, "%.3f-%.3f", low, high);
    }
    screen_print(&bench->screen, STYLE_PLAIN, "%u rounds, each variant once a round", contest->rounds);
    table_print(&table, &bench->screen);
}

static bool run_confirm(const struct tune_options *options, struct arena *arena, struct error *error)
{
    struct campaign *campaign = arena_alloc(arena, sizeof *campaign);
    struct contest *contest = arena_alloc(arena, sizeof *contest);
    contest->campaign = campaign;
    contest->rounds = options->repeats ? options->repeats : REPEATS;
    bool done =
        campaign_open(campaign, options, NULL, arena, error) && pick(contest, options, error) && play(contest, error);
    if (done)
        show(contest);
    return campaign_close(campaign, done, error);
}

const struct tune_command tune_confirm = {
    {"confirm", "[OPTION...] [FILE]", "run the best and the predefined ones again, in turns",
     TAKES_NUMBER | TAKES_REPEATS | TAKES_JOBS | TAKES_FILE, "instr-tune confirm --repeats=25"},
    run_confirm};
