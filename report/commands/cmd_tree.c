/* cmd_tree.c - the call tree, indented by call level, with statistics over calls and ranks. */
#include "profile/whole.h"
#include "report/commands/command.h"
#include "report/members.h"
#include "report/metric.h"
#include "report/paths.h"
#include "report/progress.h"
#include "report/records.h"
#include "report/report.h"
#include "report/runs.h"
#include "report/summary.h"
#include "report/table.h"
#include "report/text.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const struct table_column columns[] = {
    {"total", 0}, {"parent", 5}, {"inclusive", 0}, {"exclusive", 2}, {"calls", 1}, {"per call", 6}, {"std error", 7},
    {"min", 4},   {"5%", 8},     {"median", 8},    {"mean", 3},      {"95%", 8},   {"max", 3},      {"rank", 4},
};
enum {
    C_TOTAL,
    C_PARENT,
    C_INCLUSIVE,
    C_EXCLUSIVE,
    C_CALLS,
    C_PER_CALL,
    C_ERROR,
    C_MIN,
    C_P5,
    C_MEDIAN,
    C_MEAN,
    C_P95,
    C_MAX,
    C_RANK,
    COLUMNS
};
_Static_assert(sizeof columns / sizeof *columns == COLUMNS, "a title for each column");

/* The shares of the ranks for whose times there are columns. */
static const double quantiles[] = {0.05, 0.5, 0.95};
enum { QUANTILES = sizeof quantiles / sizeof *quantiles };

/* Rows from one word of progress to the next. */
enum { PROGRESS = 4096 };

/* Of so few, the least, the mean and the most say enough. */
enum { FEW_RANKS = 8 };

/* Which nodes are shown: where no rank spent the minimum, nothing, but on the way to threads that did: what starts one may be
 * short. Null when there is no memory. */
static bool *find_shown(const struct view *view, const struct options *options, struct arena *arena)
{
    const struct profile_node *nodes = view->profile->nodes;
    bool *shown = arena_array(arena, view->profile->node_count, sizeof *shown);
    for (uint32_t i = view->profile->node_count; shown && i-- > 0;) {
        shown[i] |= options->shape.callers || /* of which those with few calls were not followed */
                    view->nodes[i].inclusive * 100 >= options->minimum * view->total ||
                    (double)nodes[i].ranks.max * 100 >= options->minimum * (double)nodes[0].ranks.max;
        if (i && shown[i])
            shown[nodes[i].parent] = true;
    }
    return shown;
}

static const char *note_of(const struct view *view, const struct profile_region *region,
                           const struct profile_node *node, struct arena *arena)
{
    const char *text = view_location(view, region, arena);
    if (region->kind == REGION_CONTEXT)
        text = arena_printf(arena, "context of %u ranks", node->ranks.in_context);
    const char *folded = node->flags & NODE_FOLDED ? "  (recursive)" : "";
    const char *open = node->flags & NODE_OPEN ? "  (open)" : "";
    const char *stopped = node->flags & NODE_STOPPED ? "  (stopped)" : "";
    const struct stat_calls *calls = &node->calls;
    const char *turns = calls->min_iteration && calls->max_iteration
                            ? arena_printf(arena, "  (shortest turn %" PRIu64 ", longest %" PRIu64 ")",
                                           calls->min_iteration - 1, calls->max_iteration - 1)
                            : "";
    return arena_printf(arena, "%s%s%s%s%s", text ? text : "", folded, open, stopped, turns ? turns : "");
}

/* Of what is turned around, nothing has a time of its own. */
static bool add_row(struct table *table, const struct view *view, const struct members *members,
                    const struct metrics_shown *metrics, uint32_t i, bool turned, struct arena *arena)
{
    const struct profile_node *node = &view->profile->nodes[i];
    const struct profile_region *region = &view->profile->regions[node->region];
    const struct view_node *shown = &view->nodes[i];
    const char *mark = view_mark(shown->estimated);
    double inclusive = view_shown(shown->inclusive, shown->unseen), own = view_shown(shown->exclusive, shown->unseen);
    struct table_row *row = table_add(table, arena);
    if (!row)
        return false;
    row->text = region->name;
    row->level = shown->depth;
    row->note = i ? note_of(view, region, node, arena) : "";
    row->style = style_of_share(turned ? inclusive : own, view->total);
    row->cells[C_TOTAL] = text_percent(arena, inclusive, view->total);
    if (i) {
        if (!whole_beside(view->profile, i)) /* a thread is no part of it */
            row->cells[C_PARENT] = text_percent(
                arena, inclusive, view_shown(view->nodes[node->parent].inclusive, view->nodes[node->parent].unseen));
        row->cells[C_CALLS] = view_calls(node->calls.calls, shown->calls_estimated, arena);
        row->cells[C_PER_CALL] = view_per_call(arena, &node->calls, inclusive, mark);
    }
    row->cells[C_INCLUSIVE] = text_seconds(arena, seconds(inclusive), mark);
    if (!turned)
        row->cells[C_EXCLUSIVE] =
            text_seconds(arena, seconds(own), view_own_mark(shown->own_estimated, own, shown->probes));
    row->cells[C_ERROR] = view_error(shown->inclusive, node->calls.error2, arena);
    metrics_cells(metrics, row, COLUMNS, i, PROFILE_NONE, arena);
    if (view->profile->nodes[0].ranks.called > 1 && !shown->unseen) {
        row->cells[C_MIN] = text_seconds(arena, seconds((double)stat_ranks_min(&node->ranks)), mark);
        row->cells[C_MEAN] = text_seconds(arena, seconds(stat_ranks_mean(&node->ranks)), mark);
        row->cells[C_MAX] = text_seconds(arena, seconds((double)node->ranks.max), mark);
        if (!runs_several(view->profile) && node->ranks.called)
            row->cells[C_RANK] = arena_printf(arena, "%u", node->ranks.max_rank);
    }
    if (view->profile->nodes[0].ranks.called > FEW_RANKS && !shown->unseen) {
        double values[QUANTILES];
        bool exact = members_percentiles(members, i, quantiles, QUANTILES, values);
        for (unsigned k = 0; k < QUANTILES; k++) {
            const char *text = text_seconds_known(arena, seconds(values[k]), exact ? 4 : 2, mark);
            row->cells[k == 0 ? C_P5 : k == 1 ? C_MEDIAN : C_P95] = text;
        }
    }
    return true;
}

/* A row for each thread that got to the node, the one that was there longest first. */
static bool add_threads(struct table *table, const struct view *view, uint32_t node, struct arena *arena)
{
    const struct profile *profile = view->profile;
    uint32_t first = profile_first_row(profile, node), end = first;
    while (end < profile->row_count && profile->rows[end].node == node)
        end++;
    const struct profile_row **rows = arena_array(arena, end - first + 1, sizeof *rows);
    if (!rows)
        return false;
    for (uint32_t i = first; i < end; i++) {
        uint32_t at = i - first;
        for (; at > 0 && rows[at - 1]->inclusive < profile->rows[i].inclusive; at--)
            rows[at] = rows[at - 1];
        rows[at] = &profile->rows[i];
    }
    for (uint32_t i = 0; i < end - first; i++) {
        const struct profile_location *location = &profile->locations[rows[i]->location];
        struct table_row *row = table_add(table, arena);
        if (!row)
            return false;
        row->text = "";
        row->level = view->nodes[node].depth + 1;
        row->note =
            profile->nodes[0].ranks.called > 1
                ? arena_printf(arena, "%s %lu thread %u", runs_member(profile),
                               runs_several(profile) ? (unsigned long)location->pid : location->rank, location->thread)
                : arena_printf(arena, "thread %u", location->thread);
        double inclusive = view_shown((double)rows[i]->inclusive, view->nodes[node].unseen);
        row->cells[C_TOTAL] = text_percent(arena, inclusive, view->total);
        row->cells[C_PARENT] = text_percent(arena, inclusive, view->nodes[node].inclusive);
        row->cells[C_INCLUSIVE] = text_seconds(arena, seconds(inclusive), view_mark(view->nodes[node].estimated));
        if (node)
            row->cells[C_CALLS] = view_calls(rows[i]->calls, view->nodes[node].calls_estimated, arena);
    }
    return true;
}

static bool print_text(struct report *report, const struct members *members, const struct metrics_shown *metrics,
                       const struct options *options, struct arena *arena, struct error *error)
{
    const struct view *view = &report->view;
    struct screen *screen = &report->screen;
    struct table_column named[COLUMNS + METRICS_SHOWN * METRIC_COLUMNS];
    memcpy(named, columns, sizeof columns);
    const bool *worth = find_shown(view, options, arena);
    if (!worth || !metrics_columns(metrics, named, COLUMNS, arena))
        return error_set(error, ERROR_INTERNAL, "out of memory");
    bool turned = options_turned(options);
    if (turned)
        named[C_INCLUSIVE].title = "time";
    struct table table = {.columns = named,
                          .column_count = COLUMNS + metrics->count * METRIC_COLUMNS,
                          .text_title = options->shape.level != LEVEL_PATH ? "place" : "call path"};
    uint32_t hidden = 0;
    for (uint32_t i = 0; i != PROFILE_NONE;) {
        bool shown = view->nodes[i].depth <= options->depth && worth[i];
        if (shown && (!add_row(&table, view, members, metrics, i, turned, arena) ||
                      (options->per_thread && !add_threads(&table, view, i, arena))))
            return error_set(error, ERROR_INTERNAL, "out of memory");
        hidden += !shown;
        i = view_next(view, i, shown);
    }
    summary_heading(screen, view, report->name, arena);
    table_print(&table, screen);
    if (options->per_thread && !view->profile->row_count)
        screen_say(screen, STYLE_DIM, "(there was only one thread, or too many to keep what each of them did)\n");
    if (hidden)
        screen_say(screen, STYLE_DIM,
                   arena_printf(arena, "(%s more path%s, with what is below, not shown: %s)\n",
                                text_count(arena, hidden), hidden > 1 ? "s" : "",
                                options->depth == ~0u ? "see --min" : "see --depth and --min"));
    screen_say(screen, STYLE_PLAIN, "\n");
    summary_coverage(screen, view, arena);
    summary_events(screen, view, arena);
    if (options->shape.callers)
        screen_command(
            screen, "next: ",
            arena_printf(arena, "instr-report tree --focus=%s%s%s", text_shell(arena, options->shape.callers),
                         options->shape.rank >= 0 ? arena_printf(arena, " --rank=%ld", options->shape.rank) : "",
                         report_files(options, arena)));
    return true;
}

/* Stored from 1; turns are counted from 0. */
static double iteration(uint64_t stored)
{
    return stored ? (double)(stored - 1) : NAN;
}

static bool print_records(const struct view *view, const struct members *members, const struct metrics_shown *metrics,
                          const struct options *options, struct screen *screen, struct arena *arena)
{
    static const char *const names[] = {"depth",
                                        "path",
                                        "name",
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
                                        "rank_min_s",
                                        "rank_mean_s",
                                        "rank_max_s",
                                        "rank_of_max",
                                        "context_ranks",
                                        "rank_p5_s",
                                        "rank_p50_s",
                                        "rank_p95_s",
                                        "min_iteration",
                                        "max_iteration",
                                        "inclusive_estimated",
                                        "exclusive_estimated",
                                        "calls_estimated",
                                        "node",
                                        "parent",
                                        NULL};
    const struct profile *profile = view->profile;
    struct records records;
    struct paths paths;
    const char *const *all = metrics_names(metrics, names, arena);
    if (!all || !paths_begin(&paths, view, options->form, arena))
        return false;
    records_begin(&records, screen->stream, options->form, "instr-tree", all, profile);
    for (uint32_t i = 0; i != PROFILE_NONE;) {
        const struct profile_node *node = &profile->nodes[i];
        const struct profile_region *region = &profile->regions[node->region];
        const struct stat_calls *calls = &node->calls;
        double values[QUANTILES];
        bool unseen = view->nodes[i].unseen;
        double inclusive = view_shown(view->nodes[i].inclusive, unseen);
        bool known = stat_calls_known(calls, inclusive);
        bool shown = view->nodes[i].depth <= options->depth;
        if (records.row % PROGRESS == 0)
            progress_show("writing call paths", records.row, profile->node_count);
        if (shown && !paths_set(&paths, i))
            return false;
        if (shown) {
            records_count(&records, view->nodes[i].depth);
            records_quoted(&records, paths.text, paths.size, paths.quoted);
            records_text(&records, region->name);
            records_text(&records, region->file);
            records_count(&records, region->line);
            records_text(&records, region_kind_name(region->kind));
            records_count(&records, calls->calls);
            records_count(&records, calls->timed);
            records_number(&records, seconds(inclusive));
            records_number(&records, seconds(view_shown(view->nodes[i].exclusive, unseen)));
            records_number(&records, known ? seconds((double)calls->min) : NAN);
            records_number(&records, known ? seconds((double)calls->max) : NAN);
            records_number(&records, calls_mean(calls, inclusive));
            records_number(&records, known ? calls_deviation(calls) : NAN);
            records_count(&records, node->ranks.called);
            records_number(&records, view_shown(seconds((double)stat_ranks_min(&node->ranks)), unseen));
            records_number(&records, view_shown(seconds(stat_ranks_mean(&node->ranks)), unseen));
            records_number(&records, view_shown(seconds((double)node->ranks.max), unseen));
            records_number(&records, node->ranks.called && !unseen ? (double)node->ranks.max_rank : NAN);
            records_count(&records, node->ranks.in_context);
            members_percentiles(members, i, quantiles, QUANTILES, values);
            for (unsigned k = 0; k < QUANTILES; k++)
                records_number(&records, view_shown(seconds(values[k]), unseen));
            records_number(&records, iteration(calls->min_iteration));
            records_number(&records, iteration(calls->max_iteration));
            records_count(&records, view->nodes[i].estimated);
            records_count(&records, view->nodes[i].own_estimated);
            records_count(&records, view->nodes[i].calls_estimated);
            records_count(&records, i);
            records_number(&records, i ? (double)node->parent : NAN);
            metrics_records(metrics, &records, i, PROFILE_NONE);
        }
        i = view_next(view, i, shown);
    }
    records_end(&records);
    return true;
}

static bool run_tree(const struct options *options, struct arena *arena, struct error *error)
{
    struct report report;
    struct members members;
    struct metrics_shown metrics;
    if (options->per_thread && options->form != FORM_TEXT)
        return cmd_ranks.run(options, arena, error);
    if (!report_open(&report, options, arena, error))
        return false;
    bool done = members_make(&members, &report.view, arena, error) &&
                metrics_show(&metrics, options, &report.view, arena, error);
    if (done && options->form == FORM_TEXT)
        done = print_text(&report, &members, &metrics, options, arena, error);
    else if (done)
        done = print_records(&report.view, &members, &metrics, options, &report.screen, arena) ||
               error_set(error, ERROR_INTERNAL, "out of memory");
    return report_close(&report, error) && done;
}

const struct command cmd_tree = {{"tree", "[OPTION...] [PROFILE...]", "the call tree",
                                  OPTION_DEPTH | OPTION_MINIMUM | OPTION_SORT | OPTION_RECORDS | OPTION_RAW |
                                      OPTION_PER_THREAD | OPTION_PART | OPTION_TURN | OPTION_METRIC},
                                 SORT_INCLUSIVE,
                                 run_tree};
