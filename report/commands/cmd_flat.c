/* cmd_flat.c - lists each region once, summed over its call paths. */
#include "report/commands/command.h"
#include "report/commands/tables.h"
#include "report/derive/balance.h"
#include "report/derive/division.h"
#include "report/derive/members.h"
#include "report/derive/metric.h"
#include "report/derive/runs.h"
#include "report/derive/summary.h"
#include "report/read/report.h"
#include "report/show/rows.h"
#include "report/show/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct order {
    const struct view *view;
    enum sort_key sort;
};

static double key(const struct view_region *region, enum sort_key sort)
{
    return sort == SORT_INCLUSIVE                    ? region->inclusive
           : sort == SORT_CALLS                      ? (double)region->calls.calls
           : sort == SORT_NAME || sort == SORT_FIRST ? 0
                                                     : region->exclusive;
}

static int compare_first(const struct view *view, uint32_t a, uint32_t b)
{
    const struct profile_node *nodes = view->profile->nodes;
    return profile_compare_first(&nodes[view->regions[a].first], &nodes[view->regions[b].first]);
}

static int compare_regions(const void *left, const void *right, void *state)
{
    const struct order *order = state;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    double x = key(&order->view->regions[a], order->sort), y = key(&order->view->regions[b], order->sort);
    int first = order->sort == SORT_FIRST ? compare_first(order->view, a, b) : 0;
    return first ? first : x > y ? -1 : x < y ? 1 : (a > b) - (a < b); /* regions stand in the order of their names */
}

/* Figures of regions over ranks that the view does not have. */
struct over_ranks {
    struct members members;
    struct balance balance;
    struct division division;
    struct metrics_shown metrics;
    const struct profile_extremes **of_region; /* null: not known */
    uint32_t *first;                           /* of each region: its place in the order of first calls; 0: not known */
};

/* Returns the called regions in the requested order. */
static uint32_t *sorted_regions(const struct view *view, enum sort_key sort, uint32_t *count, struct arena *arena)
{
    uint32_t *sorted = arena_array(arena, view->profile->region_count, sizeof *sorted);
    *count = 0;
    for (uint32_t i = 0; i < view->profile->region_count; i++)
        if (view->regions[i].calls.calls && view->profile->regions[i].kind != REGION_ROOT)
            sorted[(*count)++] = i;
    struct order order = {view, sort};
    qsort_r(sorted, *count, sizeof *sorted, compare_regions, &order);
    return sorted;
}

/* Returns whether no thread is missing: of threads that have ended the runtime keeps the rows of 256. */
static bool has_all_calls(const struct profile_extremes *extremes, const struct view_region *region)
{
    double calls = (double)region->calls.calls;
    return fabs(extremes->calls.mean * extremes->calls.called - calls) <= 1e-9 * calls;
}

static bool over_ranks_make(struct over_ranks *over, const struct options *options, const struct view *view,
                            struct arena *arena, struct error *error)
{
    const struct profile *profile = view->profile;
    uint32_t count;
    const struct profile_extremes *extremes = profile_extremes(profile, &count, arena);
    over->of_region = arena_array(arena, profile->region_count, sizeof *over->of_region);
    over->first = view_first(view, arena);
    for (uint32_t i = 0; i < count && !runs_several(profile); i++)
        if (has_all_calls(&extremes[i], &view->regions[extremes[i].region]))
            over->of_region[extremes[i].region] = &extremes[i];
    if (!metrics_show(&over->metrics, options, view, arena, error))
        return false;
    members_make(&over->members, view, arena);
    balance_make(&over->balance, view, &over->members, arena);
    division_make(&over->division, view, &over->balance.waiting, arena);
    metrics_over_ranks(&over->metrics, view, arena);
    return true;
}

/* Fills in a region's own time on single ranks, from the rows of all members if they exist. Returns false if it was not seen. */
static bool own_over_ranks(const struct over_ranks *over, const struct view *view, uint32_t region,
                           struct member_stat *stat, uint32_t *of_max)
{
    const struct members *members = &over->members;
    const struct profile_extremes *extremes = over->of_region[region];
    if (members->all) {
        members_region(members, region, members->times);
        *stat = members_stat(members, members->times);
        *of_max = members_number(members, stat->max_member);
    } else if (extremes) {
        *stat = (struct member_stat){.min = (double)stat_ranks_min(&extremes->own),
                                     .mean = stat_ranks_mean(&extremes->own),
                                     .max = (double)extremes->own.max};
        *of_max = extremes->own.max_rank;
    }
    return !view->regions[region].own_unseen && (members->all || extremes);
}

/* In figures over all ranks, a rank that never came counts as 0; which one that was is not stored. */
#define COLUMNS(X)                                                                                                     \
    ROW_REGION(X, what)                                                                                                \
    X(NULL, "total", 0, cell, text_percent(arena, own, view->total))                                                   \
    X(NULL, "exclusive", 0, seconds, own, view_own_mark(region->own_estimated, own, region->probes))                   \
    X(NULL, "inclusive", 2, seconds, inclusive, mark)                                                                  \
    X("calls", "calls", 0, calls, calls->calls, region->calls_estimated)                                               \
    X("timed_calls", NULL, 0, count, calls->timed)                                                                     \
    X("inclusive_s", NULL, 0, seconds, inclusive, mark)                                                                \
    X("exclusive_s", NULL, 0, seconds, own, mark)                                                                      \
    X(NULL, "per call", 2, cell, view_per_call(arena, calls, inclusive, mark))                                         \
    X(NULL, "std error", 7, cell, view_error(region->inclusive, region->error2, arena))                                \
    X("min_s", "min", 6, seconds, known ? (double)calls->min : NAN, known ? "" : NULL)                                 \
    X("max_s", "max", 6, seconds, known ? (double)calls->max : NAN, known ? "" : NULL)                                 \
    X("mean_s", NULL, 0, number, calls_mean(calls, inclusive))                                                         \
    X("stddev_s", NULL, 0, number, known ? calls_deviation(calls) : NAN)                                               \
    X(NULL, "stddev", 6, cell, known ? text_seconds(arena, calls_deviation(calls), "") : NULL)                         \
    X("ranks", NULL, 0, count, region->ranks)                                                                          \
    X(NULL, "ranks", 5, rank, several, region->ranks)                                                                  \
    X("inclusive_estimated", NULL, 0, count, region->estimated)                                                        \
    X("exclusive_estimated", NULL, 0, count, region->own_estimated)                                                    \
    X("rank_exclusive_min_s", "rank min", 4, seconds, ranks ? stat.min : NAN, of_ranks)                                \
    X("rank_exclusive_mean_s", "rank mean", 3, seconds, ranks ? stat.mean : NAN, of_ranks)                             \
    X("rank_exclusive_max_s", "rank max", 1, seconds, ranks ? stat.max : NAN, of_ranks)                                \
    X("rank_of_exclusive_max", "of rank", 1, rank, ranks && (several || !text), of_max)                                \
    X("rank_inclusive_min_s", NULL, 0, seconds, view_shown(absent ? 0 : (double)of->total.min, hidden), "")            \
    X("rank_of_inclusive_min", NULL, 0, rank, !absent && !hidden, of->total.min_rank)                                  \
    X("rank_inclusive_max_s", NULL, 0, seconds, view_shown((double)of->total.max, hidden), "")                         \
    X("rank_of_inclusive_max", NULL, 0, rank, !hidden, of->total.max_rank)                                             \
    X("rank_calls_min", NULL, 0, number, view_shown(absent ? 0 : (double)of->calls.min, !extremes))                    \
    X("rank_of_calls_min", NULL, 0, rank, extremes && !absent, of->calls.min_rank)                                     \
    X("rank_calls_max", NULL, 0, number, view_shown((double)of->calls.max, !extremes))                                 \
    X("rank_of_calls_max", NULL, 0, rank, extremes, of->calls.max_rank)                                                \
    X("threads", NULL, 0, rank, extremes, of->threads.count)                                                           \
    X("thread_inclusive_min_s", NULL, 0, seconds, view_shown((double)of->threads.min, hidden), "")                     \
    X("rank_of_thread_min", NULL, 0, rank, !hidden, of->threads.min_rank)                                              \
    X("thread_of_thread_min", NULL, 0, rank, !hidden, of->threads.min_thread)                                          \
    X("thread_inclusive_max_s", NULL, 0, seconds, view_shown((double)of->threads.max, hidden), "")                     \
    X("rank_of_thread_max", NULL, 0, rank, !hidden, of->threads.max_rank)                                              \
    X("thread_of_thread_max", NULL, 0, rank, !hidden, of->threads.max_thread)                                          \
    X("first", NULL, 0, rank, over->first[i] > 0, over->first[i])                                                      \
    X("computing_s", NULL, 0, seconds, view_shown(parts->computing, !function), "")                                    \
    X("no_processor_s", NULL, 0, seconds, view_shown(parts->no_processor, !function), "")                              \
    X("blocked_s", NULL, 0, seconds, view_shown(parts->blocked, !function), "")
static const struct row_column columns[] = {COLUMNS(ROW_COLUMN)};
static const struct row_form form_flat = ROW_FORM("flat", columns);

static void put_row(struct rows *rows, const struct view *view, const struct over_ranks *over, uint32_t i)
{
    static const struct profile_extremes none;
    const struct view_region *region = &view->regions[i];
    const struct profile_region *what = &view->profile->regions[i];
    const struct stat_calls *calls = &region->calls;
    const struct profile_extremes *extremes = over->of_region[i], *of = extremes ? extremes : &none;
    struct arena *arena = rows->arena;
    const char *mark = view_mark(region->estimated);
    double inclusive = view_shown(region->inclusive, region->unseen),
           own = view_shown(region->exclusive, region->own_unseen);
    bool text = rows->form == FORM_TEXT, several = view->profile->nodes[0].ranks.called > 1;
    bool known = stat_calls_known(calls, inclusive), hidden = !extremes || region->unseen;
    bool absent = of->total.called < view->profile->nodes[0].ranks.called;
    const struct own_time *parts = &over->division.regions[i];
    bool function = division_is_function(view->profile, i);
    struct member_stat stat;
    uint32_t of_max = 0;
    bool ranks = (several || !text) && own_over_ranks(over, view, i, &stat, &of_max);
    const char *of_ranks = ranks ? view_mark(region->own_estimated) : NULL;
    rows_add(rows, what->name);
    if (text) {
        rows->row->note = view_location(view, what, arena);
        rows->row->style = style_of_share(own, view->total);
    }
    COLUMNS(ROW_PUT)
    metrics_put(&over->metrics, rows, PROFILE_NONE, i);
}

static void print_table(struct report *report, const struct rows *rows, uint32_t hidden, struct arena *arena)
{
    const struct view *view = &report->view;
    struct screen *screen = &report->screen;
    summary_heading(screen, view, report->name, arena);
    table_print(&rows->table, screen);
    if (hidden)
        screen_print(screen, STYLE_DIM, "(%s more region%s hidden, see --min)", text_count(arena, hidden),
                     hidden > 1 ? "s" : "");
    screen_say(screen, STYLE_PLAIN, "\n");
    summary_coverage(screen, view, arena);
    summary_events(screen, view, NULL, arena);
}

static void print_flat(struct report *report, const struct over_ranks *over, const uint32_t *sorted, uint32_t count,
                       const struct options *options, struct arena *arena)
{
    const struct view *view = &report->view;
    bool text = options->form == FORM_TEXT;
    struct rows rows;
    uint32_t hidden = 0;
    rows_begin(&rows, options->form, &form_flat, arena);
    metrics_columns(&over->metrics, &rows);
    rows.table.text_title = "region";
    if (text && runs_several(view->profile)) {
        rows_rename(&rows, "ranks", runs_members(view->profile));
        rows_rename(&rows, "rank min", "process min");
        rows_rename(&rows, "rank mean", "process mean");
        rows_rename(&rows, "rank max", "process max");
        rows_rename(&rows, "of rank", "of pid");
    }
    rows_open(&rows, report->screen.stream, &report->profile);
    for (uint32_t i = 0; i < count; i++) {
        bool shown = !text || view->regions[sorted[i]].inclusive * 100 >= options->minimum * view->total;
        if (shown)
            put_row(&rows, view, over, sorted[i]);
        hidden += !shown;
    }
    rows_close(&rows);
    if (text)
        print_table(report, &rows, hidden, arena);
}

static bool show_flat(struct report *report, const struct options *options, struct arena *arena, struct error *error)
{
    struct over_ranks over;
    uint32_t count;
    if (options->shape.by == BY_METRIC)
        return flat_metrics(report, options, arena, error);
    if (options->shape.by != BY_PATH) {
        (options->shape.by == BY_MPI ? flat_mpi : flat_communicators)(report, options, arena);
        return true;
    }
    uint32_t *sorted = sorted_regions(&report->view, options->sort, &count, arena);
    if (!sorted || !over_ranks_make(&over, options, &report->view, arena, error))
        return false;
    print_flat(report, &over, sorted, count, options, arena);
    return true;
}

const struct command cmd_flat = {
    {"flat", "[OPTION...] [PROFILE...]", "each function and region once; or MPI functions, communicators, metrics",
     OPTION_MINIMUM | OPTION_SORT | OPTION_RECORDS | OPTION_RAW | OPTION_PART | OPTION_METRIC | OPTION_BY_FLAT,
     "instr-report flat --sort=calls"},
    SORT_EXCLUSIVE,
    .show = show_flat,
    .forms = {&form_flat, &form_mpi, &form_communicators, &form_metrics}};
