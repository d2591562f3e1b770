/*
 * diff_scale.c - `diff --scale`: compares runs on different numbers of ranks.
 *
 * First the whole runs, relative to the one on fewest ranks: speed-up, efficiency, and its factors as POP (the EU's centre of excellence
 * for performance) defines them. Then for each function its mean time per rank in each run, and the exponent g of the least-squares fit
 * of that time to ranks^g. For strong scaling -1 is perfect and 0 no gain; for weak scaling 0 is perfect. A function with much time and a
 * large g limits the program. For runs with one rank each, threads take the place of ranks.
 */
#include "report/commands/tables.h"
#include "report/compare/compare.h"
#include "report/compare/law.h"
#include "report/derive/members.h"
#include "report/derive/runs.h"
#include "report/read/report.h"
#include "report/show/rows.h"
#include "report/show/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RUNS = 14 };

/* A whole run; times in ps, NaN if unknown. */
struct factors {
    double ranks;         /* or threads */
    double time;          /* of the slowest rank, without starting and ending MPI; of the first thread */
    double speedup;       /* against the first run */
    double efficiency;    /* speed-up by how many times more ranks there are */
    double balance;       /* mean work by most work of a rank */
    double communication; /* most work by time */
    double work;          /* what all ranks worked in the first run by what they do here */
};

struct scale {
    struct compare_run *runs; /* by their number of ranks */
    struct factors *factors;
    uint32_t count;
    struct compare functions;
    uint32_t *order; /* of the functions, what takes longest in the last run first */
    bool threads;    /* are compared: each run has one rank */
};

/* Finds the factors of a job with rows of all ranks; otherwise only the time is known. */
static void find_factors(struct factors *factors, const struct compare_run *run, bool threads, double *all_work)
{
    struct arena scratch = {0};
    struct members members;
    const struct stat_ranks *root = &run->profile.nodes[0].ranks;
    *factors = (struct factors){
        .ranks = root->called, .time = (double)root->max, .balance = NAN, .communication = NAN, .work = NAN};
    *all_work = NAN;
    struct member_efficiency efficiency;
    members_make(&members, &run->view, &scratch);
    members_efficiency(&members, &efficiency, &scratch);
    factors->ranks = threads ? members_threads(&members, &efficiency) : factors->ranks;
    if (members.all) {
        factors->time = efficiency.time;
        factors->balance = efficiency.balance;
        factors->communication = efficiency.communication;
        *all_work = efficiency.mean * factors->ranks;
    }
    arena_free(&scratch);
}

/* Fits the growth; NaN unless two different numbers of ranks have a time. */
static double fit_growth(const struct scale *scale, const double *times)
{
    double ranks[MOST_RUNS], error;
    for (uint32_t i = 0; i < scale->count; i++)
        ranks[i] = scale->factors[i].ranks;
    return law_power(ranks, times, scale->count, &error);
}

/* Fills in the mean per rank of one function in each run: negative if it was not called, NaN if it was not seen. */
static void times_of(const struct scale *scale, uint32_t line, double times[MOST_RUNS])
{
    for (uint32_t k = 0; k < scale->count; k++) {
        const struct compare_value *value = compare_at(&scale->functions, line, k);
        times[k] = value->calls
                       ? view_shown(value->own, !stat_seen(value->own, value->own_error2)) / scale->factors[k].ranks
                       : -1;
    }
}

static int compare_lines(const void *left, const void *right, void *state)
{
    const struct scale *scale = state;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    double x = compare_at(&scale->functions, a, scale->count - 1)->own;
    double y = compare_at(&scale->functions, b, scale->count - 1)->own;
    if (x > y || x < y)
        return x > y ? -1 : 1;
    return view_compare_regions(scale->functions.lines[a].region, scale->functions.lines[b].region);
}

/* --- text --- */

static const char *ratio_text(struct arena *arena, double ratio)
{
    return isnan(ratio) ? "" : arena_printf(arena, "%.2f", ratio);
}

static const char *growth_text(struct arena *arena, double growth)
{
    return isnan(growth) ? "" : arena_printf(arena, "%+.2f", growth);
}

#define RUNS(X)                                                                                                        \
    X(NULL, "ranks", 0, count, (uint64_t)factors->ranks)                                                               \
    X(NULL, "time", 0, seconds, factors->time, "")                                                                     \
    X(NULL, "speed-up", 0, cell, ratio_text(arena, factors->speedup))                                                  \
    X(NULL, "efficiency", 0, ratio, factors->efficiency)                                                               \
    X(NULL, "load balance", 1, ratio, factors->balance)                                                                \
    X(NULL, "communication efficiency", 1, ratio, factors->communication)                                              \
    X(NULL, "work", 2, ratio, factors->work)
static const struct row_column run_columns[] = {RUNS(ROW_COLUMN)};

static void print_runs(struct screen *screen, const struct scale *scale, struct arena *arena)
{
    struct rows all, *rows = &all;
    ROWS_BEGIN(rows, FORM_TEXT, run_columns, arena);
    rows->table.text_title = "profile";
    if (scale->threads)
        rows_rename(rows, "ranks", "threads");
    for (uint32_t i = 0; i < scale->count; i++) {
        const struct factors *factors = &scale->factors[i];
        rows_add(rows, scale->runs[i].name);
        RUNS(ROW_PUT)
    }
    table_print(&rows->table, screen);
    if (scale->threads) {
        screen_line(
            screen, STYLE_DIM,
            "time: first thread; speed-up, efficiency: relative to the first run; load balance: mean / max work of a "
            "thread (time without waiting); communication efficiency: max work / time; work: total of the first "
            "run / of this run");
        return;
    }
    screen_line(
        screen, STYLE_DIM,
        "time: slowest rank, without MPI_Init and MPI_Finalize; speed-up, efficiency: strong scaling, relative to the "
        "first run; load balance: mean / max time outside MPI; communication efficiency: max time outside MPI / time; "
        "work: total time outside MPI of the first run / of this run. Efficiency is the product of the last three, "
        "relative to the first run");
}

static void add_function(struct rows *rows, const struct scale *scale, uint32_t line, double minimum, uint32_t *hidden)
{
    const struct profile_region *region = scale->functions.lines[line].region;
    double times[MOST_RUNS];
    bool shown = false;
    times_of(scale, line, times);
    for (uint32_t k = 0; k < scale->count; k++)
        shown |= times[k] * 100 >= minimum * scale->factors[k].time;
    *hidden += !shown;
    if (!shown)
        return;
    double growth = fit_growth(scale, times);
    rows_add(rows, region->name);
    rows->row->note = region->file;
    rows->row->style = growth > 0.5 ? STYLE_HOT : STYLE_PLAIN;
    for (uint32_t k = 0; k < scale->count; k++)
        rows_cell(rows, times[k] < 0 ? "-"
                                     : text_seconds(rows->arena, seconds(times[k]),
                                                    view_mark(compare_at(&scale->functions, line, k)->estimated)));
    rows_cell(rows, growth_text(rows->arena, growth));
}

static void print_text(struct screen *screen, const struct scale *scale, double minimum, struct arena *arena)
{
    struct rows rows;
    uint32_t hidden = 0;
    print_runs(screen, scale, arena);
    rows_begin(&rows, FORM_TEXT, &(const struct row_form){0}, arena);
    rows.table.text_title = "function";
    for (uint32_t i = 0; i < scale->count; i++)
        rows_column(&rows,
                    arena_printf(arena, "%g %s%s", scale->factors[i].ranks, scale->threads ? "thread" : "rank",
                                 scale->factors[i].ranks > 1 ? "s" : ""),
                    0);
    rows_column(&rows, "growth", 0);
    for (uint32_t i = 0; i < scale->functions.line_count; i++)
        add_function(&rows, scale, scale->order[i], minimum, &hidden);
    screen_say(screen, STYLE_PLAIN, "\n");
    table_print(&rows.table, screen);
    if (hidden)
        screen_print(screen, STYLE_DIM, "(%s more function%s not shown: see --min)", text_count(arena, hidden),
                     hidden > 1 ? "s" : "");
    const char *them = scale->threads ? "threads" : "ranks";
    screen_line(screen, STYLE_DIM,
                arena_printf(arena,
                             "exclusive time, mean over the %s; growth g: time is proportional to %s^g (-1: scales "
                             "perfectly, 0: does not scale, above 0: slower with more %s)",
                             them, them, them));
}

/* --- records --- */

/* A run, or a function in a run. */
struct scaled {
    const char *name, *file, *kind;
    const struct factors *factors; /* of the run */
    double time, growth, speedup, efficiency;
    bool whole, threads;
};

#define COLUMNS(X)                                                                                                     \
    X("name", NULL, 0, text, it->name)                                                                                 \
    X("file", NULL, 0, text, it->file)                                                                                 \
    X("kind", NULL, 0, text, it->kind)                                                                                 \
    X("ranks", NULL, 0, number, it->threads ? 1 : it->factors->ranks)                                                  \
    X("exclusive_mean_s", NULL, 0, seconds, it->time, "")                                                              \
    X("growth", NULL, 0, number, it->growth)                                                                           \
    X("speedup", NULL, 0, number, it->speedup)                                                                         \
    X("efficiency", NULL, 0, number, it->efficiency)                                                                   \
    X("load_balance", NULL, 0, number, it->whole ? it->factors->balance : NAN)                                         \
    X("communication_efficiency", NULL, 0, number, it->whole ? it->factors->communication : NAN)                       \
    X("computation_scaling", NULL, 0, number, it->whole ? it->factors->work : NAN)                                     \
    X("threads", NULL, 0, number, it->threads ? it->factors->ranks : NAN)
static const struct row_column columns[] = {COLUMNS(ROW_COLUMN)};
const struct row_form form_scale = ROW_FORM("scale", columns);

static void put_row(struct rows *rows, const struct scaled *it)
{
    COLUMNS(ROW_PUT)
}

/* Compares with the first run that has the function. */
static void put_function(struct rows *rows, const struct scale *scale, uint32_t line, uint32_t k, const double *times,
                         double growth)
{
    const struct profile_region *region = scale->functions.lines[line].region;
    const struct factors *factors = scale->factors;
    uint32_t first = 0;
    while (times[first] < 0)
        first++;
    double speedup = times[k] > 0 ? times[first] / times[k] : NAN;
    put_row(rows,
            &(struct scaled){region->name, region->file, region_kind_name(region->kind), &factors[k], times[k], growth,
                             speedup, speedup * factors[first].ranks / factors[k].ranks, false, scale->threads});
}

/* Prints a record for each run, and for each function and run. */
static void print_records(struct screen *screen, const struct scale *scale, enum output_form form)
{
    const char *root = region_kind_name(REGION_ROOT);
    struct rows rows;
    double times[MOST_RUNS];
    rows_begin(&rows, form, &form_scale, NULL);
    rows_open(&rows, screen->stream, &scale->runs[0].profile);
    for (uint32_t k = 0; k < scale->count; k++)
        times[k] = scale->factors[k].time;
    for (uint32_t k = 0; k < scale->count; k++) {
        const struct factors *of = &scale->factors[k];
        put_row(&rows, &(struct scaled){"(whole run)", "", root, of, of->time, fit_growth(scale, times), of->speedup,
                                        of->efficiency, true, scale->threads});
    }
    for (uint32_t i = 0; i < scale->functions.line_count; i++) {
        times_of(scale, scale->order[i], times);
        double growth = fit_growth(scale, times);
        for (uint32_t k = 0; k < scale->count; k++)
            if (!(times[k] < 0))
                put_function(&rows, scale, scale->order[i], k, times, growth);
    }
    rows_close(&rows);
}

/* --- */

static bool load_runs(struct scale *scale, const struct options *options, struct arena *arena, struct error *error)
{
    if (options->file_count < 2 || options->file_count > MOST_RUNS)
        return error_set(error, ERROR_USAGE,
                         "diff --scale: name 2 to %d profiles, of runs on different numbers of ranks", MOST_RUNS);
    scale->count = (uint32_t)options->file_count;
    scale->runs = arena_array(arena, scale->count, sizeof *scale->runs);
    scale->factors = arena_array(arena, scale->count, sizeof *scale->factors);
    for (uint32_t i = 0; i < scale->count; i++) {
        if (!compare_load(&scale->runs[i], options->files + i, 1, options, arena, error))
            return false;
        if (!scale->runs[i].profile.nodes[0].ranks.called)
            return error_set(error, ERROR_PROFILE, "%s: no rank wrote this profile", options->files[i]);
        if (runs_several(&scale->runs[i].profile))
            return error_set(error, ERROR_PROFILE, "%s: the sum of several runs, which has no number of ranks",
                             options->files[i]);
    }
    compare_sort(scale->runs, scale->count);
    scale->threads = scale->runs[scale->count - 1].profile.nodes[0].ranks.called == 1;
    return true;
}

static void derive(struct scale *scale, struct arena *arena)
{
    double first_work = NAN, work;
    for (uint32_t i = 0; i < scale->count; i++) {
        struct factors *factors = &scale->factors[i];
        find_factors(factors, &scale->runs[i], scale->threads, &work);
        first_work = i ? first_work : work;
        factors->speedup = factors->time > 0 ? scale->factors[0].time / factors->time : NAN;
        factors->efficiency = factors->speedup * scale->factors[0].ranks / factors->ranks;
        factors->work = work > 0 ? first_work / work : NAN;
    }
    compare_functions(&scale->functions, scale->runs, scale->count, arena);
    scale->order = arena_array(arena, scale->functions.line_count, sizeof *scale->order);
    for (uint32_t i = 0; i < scale->functions.line_count; i++)
        scale->order[i] = i;
    qsort_r(scale->order, scale->functions.line_count, sizeof *scale->order, compare_lines, scale);
}

bool diff_scale(const struct options *options, struct arena *arena, struct error *error)
{
    struct screen screen;
    struct scale scale;
    if (!load_runs(&scale, options, arena, error) || !screen_open(&screen, options, error))
        return false;
    derive(&scale, arena);
    if (options->form == FORM_TEXT)
        print_text(&screen, &scale, options->minimum, arena);
    else
        print_records(&screen, &scale, options->form);
    return screen_close(&screen, error);
}
