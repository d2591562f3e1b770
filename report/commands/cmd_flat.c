/* cmd_flat.c - each region once, whatever path led to it. */
#include "report/commands/command.h"
#include "report/members.h"
#include "report/metric.h"
#include "report/records.h"
#include "report/report.h"
#include "report/runs.h"
#include "report/summary.h"
#include "report/table.h"
#include "report/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct table_column columns[] = {
    {"total", 0},     {"exclusive", 0}, {"inclusive", 2}, {"calls", 0},   {"per call", 2},
    {"std error", 7}, {"min", 6},       {"max", 6},       {"stddev", 6},  {"ranks", 5},
    {"rank min", 4},  {"rank mean", 3}, {"rank max", 1},  {"of rank", 1},
};
enum {
    C_TOTAL,
    C_EXCLUSIVE,
    C_INCLUSIVE,
    C_CALLS,
    C_PER_CALL,
    C_ERROR,
    C_MIN,
    C_MAX,
    C_STDDEV,
    C_RANKS,
    C_RANK_MIN,
    C_RANK_MEAN,
    C_RANK_MAX,
    C_RANK,
    COLUMNS
};
_Static_assert(sizeof columns / sizeof *columns == COLUMNS, "a title for each column");

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

/* What is known of regions over ranks beyond the view. */
struct over_ranks {
    struct members members;
    struct metrics_shown metrics;
    const struct profile_extremes **of_region; /* null: not known */
    uint32_t *first;                           /* of each region: its place in the order of first calls; 0: not known */
};

/* The called regions in the order asked for; null when there is no memory. */
static uint32_t *sorted_regions(const struct view *view, enum sort_key sort, uint32_t *count, struct arena *arena)
{
    uint32_t *sorted = arena_array(arena, view->profile->region_count, sizeof *sorted);
    *count = 0;
    for (uint32_t i = 0; sorted && i < view->profile->region_count; i++)
        if (view->regions[i].calls.calls && view->profile->regions[i].kind != REGION_ROOT)
            sorted[(*count)++] = i;
    struct order order = {view, sort};
    if (sorted)
        qsort_r(sorted, *count, sizeof *sorted, compare_regions, &order);
    return sorted;
}

/* What threads without rows did is missing, see INSTR_THREADS. */
static bool has_all_calls(const struct profile_extremes *extremes, const struct view_region *region)
{
    double calls = (double)region->calls.calls;
    return fabs(extremes->calls.mean * extremes->calls.called - calls) <= 1e-9 * calls;
}

static bool over_ranks_make(struct over_ranks *over, const struct options *options, const struct view *view,
                            struct arena *arena, struct error *error)
{
    const struct profile *profile = view->profile;
    uint32_t count, called;
    const struct profile_extremes *extremes = profile_extremes(profile, &count, arena);
    uint32_t *order = sorted_regions(view, SORT_FIRST, &called, arena);
    over->of_region = arena_array(arena, profile->region_count, sizeof *over->of_region);
    over->first = arena_array(arena, profile->region_count, sizeof *over->first);
    if (!extremes || !order || !over->of_region || !over->first)
        return error_set(error, ERROR_INTERNAL, "out of memory");
    for (uint32_t i = 0; i < count && !runs_several(profile); i++)
        if (has_all_calls(&extremes[i], &view->regions[extremes[i].region]))
            over->of_region[extremes[i].region] = &extremes[i];
    for (uint32_t i = 0; i < called; i++)
        if (profile->nodes[view->regions[order[i]].first].first)
            over->first[order[i]] = i + 1;
    return members_make(&over->members, view, arena, error) &&
           metrics_show(&over->metrics, options, view, arena, error) &&
           (metrics_over_ranks(&over->metrics, view, arena) || error_set(error, ERROR_INTERNAL, "out of memory"));
}

/* A region's own time on single ranks, if it was seen: of all members' rows where they are there. */
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

static bool add_row(struct table *table, const struct view *view, const struct over_ranks *over, uint32_t i,
                    struct arena *arena)
{
    const struct view_region *region = &view->regions[i];
    const struct profile_region *what = &view->profile->regions[i];
    const char *mark = view_mark(region->estimated);
    double inclusive = view_shown(region->inclusive, region->unseen),
           own = view_shown(region->exclusive, region->own_unseen);
    struct table_row *row = table_add(table, arena);
    if (!row)
        return false;
    row->text = what->name;
    row->note = view_location(view, what, arena);
    row->style = style_of_share(own, view->total);
    row->cells[C_TOTAL] = text_percent(arena, own, view->total);
    row->cells[C_EXCLUSIVE] =
        text_seconds(arena, seconds(own), view_own_mark(region->own_estimated, own, region->probes));
    row->cells[C_INCLUSIVE] = text_seconds(arena, seconds(inclusive), mark);
    row->cells[C_CALLS] = view_calls(region->calls.calls, region->calls_estimated, arena);
    row->cells[C_PER_CALL] = view_per_call(arena, &region->calls, inclusive, mark);
    row->cells[C_ERROR] = view_error(region->inclusive, region->error2, arena);
    metrics_cells(&over->metrics, row, COLUMNS, PROFILE_NONE, i, arena);
    if (stat_calls_known(&region->calls, inclusive)) {
        row->cells[C_MIN] = text_seconds(arena, seconds((double)region->calls.min), "");
        row->cells[C_MAX] = text_seconds(arena, seconds((double)region->calls.max), "");
        row->cells[C_STDDEV] = text_seconds(arena, calls_deviation(&region->calls), "");
    }
    if (view->profile->nodes[0].ranks.called > 1)
        row->cells[C_RANKS] = arena_printf(arena, "%u", region->ranks);
    struct member_stat stat;
    uint32_t of_max;
    if (view->profile->nodes[0].ranks.called > 1 && own_over_ranks(over, view, i, &stat, &of_max)) {
        const char *own_mark = view_mark(region->own_estimated);
        row->cells[C_RANK_MIN] = text_seconds(arena, seconds(stat.min), own_mark);
        row->cells[C_RANK_MEAN] = text_seconds(arena, seconds(stat.mean), own_mark);
        row->cells[C_RANK_MAX] = text_seconds(arena, seconds(stat.max), own_mark);
        row->cells[C_RANK] = arena_printf(arena, "%u", of_max);
    }
    return true;
}

static bool print_text(struct report *report, const struct over_ranks *over, const uint32_t *sorted, uint32_t count,
                       const struct options *options, struct arena *arena, struct error *error)
{
    const struct view *view = &report->view;
    struct screen *screen = &report->screen;
    struct table_column named[COLUMNS + METRICS_SHOWN * METRIC_COLUMNS];
    memcpy(named, columns, sizeof columns);
    if (!metrics_columns(&over->metrics, named, COLUMNS, arena))
        return error_set(error, ERROR_INTERNAL, "out of memory");
    if (runs_several(view->profile)) {
        named[C_RANKS].title = runs_members(view->profile);
        named[C_RANK_MIN].title = "process min";
        named[C_RANK_MEAN].title = "process mean";
        named[C_RANK_MAX].title = "process max";
        named[C_RANK].title = "of pid";
    }
    struct table table = {
        .columns = named, .column_count = COLUMNS + over->metrics.count * METRIC_COLUMNS, .text_title = "region"};
    uint32_t hidden = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool shown = view->regions[sorted[i]].inclusive * 100 >= options->minimum * view->total;
        if (shown && !add_row(&table, view, over, sorted[i], arena))
            return error_set(error, ERROR_INTERNAL, "out of memory");
        hidden += !shown;
    }
    summary_heading(screen, view, report->name, arena);
    table_print(&table, screen);
    if (hidden)
        screen_say(screen, STYLE_DIM,
                   arena_printf(arena, "(%s more region%s not shown: see --min)\n", text_count(arena, hidden),
                                hidden > 1 ? "s" : ""));
    screen_say(screen, STYLE_PLAIN, "\n");
    summary_coverage(screen, view, arena);
    summary_events(screen, view, arena);
    return true;
}

/* Of all ranks, one that never came counting as 0 (who that was is not kept); and of the threads that called the region. */
static void put_extremes(struct records *records, const struct profile_extremes *extremes, uint32_t ranks, bool unseen)
{
    static const struct profile_extremes none;
    const struct profile_extremes *of = extremes ? extremes : &none;
    bool absent = of->total.called < ranks;
    const double figures[] = {
        view_shown(absent ? 0 : seconds((double)of->total.min), unseen),
        view_shown(absent ? NAN : (double)of->total.min_rank, unseen),
        view_shown(seconds((double)of->total.max), unseen),
        view_shown(of->total.max_rank, unseen),
        absent ? 0 : (double)of->calls.min,
        absent ? NAN : (double)of->calls.min_rank,
        (double)of->calls.max,
        of->calls.max_rank,
        of->threads.count,
        view_shown(seconds((double)of->threads.min), unseen),
        view_shown(of->threads.min_rank, unseen),
        view_shown(of->threads.min_thread, unseen),
        view_shown(seconds((double)of->threads.max), unseen),
        view_shown(of->threads.max_rank, unseen),
        view_shown(of->threads.max_thread, unseen),
    };
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        records_number(records, extremes ? figures[i] : NAN);
}

static bool print_records(const struct view *view, const struct over_ranks *over, const uint32_t *sorted,
                          uint32_t count, enum output_form form, struct screen *screen, struct arena *arena)
{
    static const char *const names[] = {"name",
                                        "file",
                                        "line",
                                        "kind",
                                        "calls",
                                        "timed_calls",
                                        "inclusive_s",
                                        "exclusive_s",
                                        "min_s",
                                        "max_s",
                                        "mean_s",
                                        "stddev_s",
                                        "ranks",
                                        "inclusive_estimated",
                                        "exclusive_estimated",
                                        "rank_exclusive_min_s",
                                        "rank_exclusive_mean_s",
                                        "rank_exclusive_max_s",
                                        "rank_of_exclusive_max",
                                        "rank_inclusive_min_s",
                                        "rank_of_inclusive_min",
                                        "rank_inclusive_max_s",
                                        "rank_of_inclusive_max",
                                        "rank_calls_min",
                                        "rank_of_calls_min",
                                        "rank_calls_max",
                                        "rank_of_calls_max",
                                        "threads",
                                        "thread_inclusive_min_s",
                                        "rank_of_thread_min",
                                        "thread_of_thread_min",
                                        "thread_inclusive_max_s",
                                        "rank_of_thread_max",
                                        "thread_of_thread_max",
                                        "first",
                                        NULL};
    struct records records;
    const char *const *all = metrics_names(&over->metrics, names, arena);
    if (!all)
        return false;
    records_begin(&records, screen->stream, form, "instr-flat", all, view->profile);
    for (uint32_t i = 0; i < count; i++) {
        const struct profile_region *what = &view->profile->regions[sorted[i]];
        const struct view_region *region = &view->regions[sorted[i]];
        double inclusive = view_shown(region->inclusive, region->unseen);
        double own = view_shown(region->exclusive, region->own_unseen);
        records_text(&records, what->name);
        records_text(&records, what->file);
        records_count(&records, what->line);
        records_text(&records, region_kind_name(what->kind));
        records_count(&records, region->calls.calls);
        records_count(&records, region->calls.timed);
        records_number(&records, seconds(inclusive));
        records_number(&records, seconds(own));
        bool known = stat_calls_known(&region->calls, inclusive);
        records_number(&records, known ? seconds((double)region->calls.min) : NAN);
        records_number(&records, known ? seconds((double)region->calls.max) : NAN);
        records_number(&records, calls_mean(&region->calls, inclusive));
        records_number(&records, known ? calls_deviation(&region->calls) : NAN);
        records_count(&records, region->ranks);
        records_count(&records, region->estimated);
        records_count(&records, region->own_estimated);
        struct member_stat stat;
        uint32_t of_max, first = over->first[sorted[i]];
        bool ranks = own_over_ranks(over, view, sorted[i], &stat, &of_max);
        records_number(&records, ranks ? seconds(stat.min) : NAN);
        records_number(&records, ranks ? seconds(stat.mean) : NAN);
        records_number(&records, ranks ? seconds(stat.max) : NAN);
        records_number(&records, ranks ? (double)of_max : NAN);
        put_extremes(&records, over->of_region[sorted[i]], view->profile->nodes[0].ranks.called, region->unseen);
        records_number(&records, first ? (double)first : NAN);
        metrics_records(&over->metrics, &records, PROFILE_NONE, sorted[i]);
    }
    records_end(&records);
    return true;
}

static bool run_flat(const struct options *options, struct arena *arena, struct error *error)
{
    struct report report;
    struct over_ranks over;
    uint32_t count;
    if (!report_open(&report, options, arena, error))
        return false;
    uint32_t *sorted = sorted_regions(&report.view, options->sort, &count, arena);
    bool done = sorted || error_set(error, ERROR_INTERNAL, "out of memory");
    done = done && over_ranks_make(&over, options, &report.view, arena, error);
    if (done && options->form == FORM_TEXT)
        done = print_text(&report, &over, sorted, count, options, arena, error);
    else if (done)
        done = print_records(&report.view, &over, sorted, count, options->form, &report.screen, arena) ||
               error_set(error, ERROR_INTERNAL, "out of memory");
    return report_close(&report, error) && done;
}

const struct command cmd_flat = {
    {"flat", "[OPTION...] [PROFILE...]", "each function and region once",
     OPTION_MINIMUM | OPTION_SORT | OPTION_RECORDS | OPTION_RAW | OPTION_PART | OPTION_METRIC},
    SORT_EXCLUSIVE,
    run_flat};
