/* cmd_tree.c - the call tree, indented by call level, with statistics over calls and ranks. */
#include "profile/total_time.h"
#include "report/commands/command.h"
#include "report/commands/tables.h"
#include "report/derive/members.h"
#include "report/derive/metric.h"
#include "report/derive/paths.h"
#include "report/derive/runs.h"
#include "report/derive/summary.h"
#include "report/read/report.h"
#include "report/show/progress.h"
#include "report/show/rows.h"
#include "report/show/text.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* The percentiles over ranks that have columns. */
static const double quantiles[] = {0.05, 0.5, 0.95};
enum { QUANTILES = sizeof quantiles / sizeof *quantiles };

/* Rows between two progress messages. */
enum { PROGRESS = 4096 };

/* For so few ranks minimum, mean and maximum are enough. */
enum { FEW_RANKS = 8 };

/* Returns which nodes are shown. Nodes below the minimum on each rank are not, unless they lead to threads: the call that starts a thread may
 * be short. */
static bool *find_shown(const struct view *view, const struct options *options, struct arena *arena)
{
    const struct profile_node *nodes = view->profile->nodes;
    bool *shown = arena_array(arena, view->profile->node_count, sizeof *shown);
    for (uint32_t i = view->profile->node_count; i-- > 0;) {
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
    const struct stat_calls *calls = &node->calls;
    const char *turns = calls->min_iteration && calls->max_iteration
                            ? arena_printf(arena, "  (shortest iteration %" PRIu64 ", longest %" PRIu64 ")",
                                           calls->min_iteration - 1, calls->max_iteration - 1)
                            : "";
    return arena_printf(arena, "%s%s%s%s", text, folded, open, turns);
}

/* Returns the iteration as the user counts it, from 0; it is stored from 1. */
static double iteration(uint64_t stored)
{
    return stored ? (double)(stored - 1) : NAN;
}

/* Returns the share of the parent; none for a thread, which runs beside its parent. */
static const char *share_of_parent(const struct view *view, uint32_t i, double inclusive, struct arena *arena)
{
    if (!i || total_time_beside(view->profile, i))
        return NULL;
    const struct view_node *parent = &view->nodes[view->profile->nodes[i].parent];
    return text_percent(arena, inclusive, view_shown(parent->inclusive, parent->unseen));
}

/* Formats a percentile with fewer digits if not all ranks are known. */
static const char *percentile_text(double value, bool exact, const char *mark, struct arena *arena)
{
    return mark ? text_seconds_known(arena, seconds(value), exact ? 4 : 2, mark) : NULL;
}

/* The data of a row. */
struct tree {
    const struct view *view;
    struct members members;
    struct metrics_shown metrics;
    struct paths paths; /* for records */
    bool turned;        /* nothing has a time of its own */
};

#define COLUMNS(X)                                                                                                     \
    X("depth", NULL, 0, count, shown->depth)                                                                           \
    X("path", NULL, 0, quoted, tree->paths.text, tree->paths.size, tree->paths.quoted)                                 \
    ROW_REGION(X, region)                                                                                              \
    X(NULL, "total", 0, cell, text_percent(arena, inclusive, view->total))                                             \
    X(NULL, "parent", 5, cell, share_of_parent(view, i, inclusive, arena))                                             \
    X("calls", NULL, 0, count, calls->calls)                                                                           \
    X("timed_calls", NULL, 0, count, calls->timed)                                                                     \
    X("inclusive_s", "inclusive", 0, seconds, inclusive, mark)                                                         \
    X("exclusive_s", "exclusive", 2, seconds, own, own_mark)                                                           \
    X(NULL, "calls", 1, cell, i ? text_calls(arena, calls->calls, shown->calls_estimated) : NULL)                      \
    X(NULL, "per call", 6, cell, i ? view_per_call(arena, calls, inclusive, mark) : NULL)                              \
    X(NULL, "std error", 7, cell, view_error(shown->inclusive, calls->error2, arena))                                  \
    X("min_s", NULL, 0, seconds, known ? (double)calls->min : NAN, "")                                                 \
    X("max_s", NULL, 0, seconds, known ? (double)calls->max : NAN, "")                                                 \
    X("mean_s", NULL, 0, number, calls_mean(calls, inclusive))                                                         \
    X("stddev_s", NULL, 0, number, known ? calls_deviation(calls) : NAN)                                               \
    X("ranks", NULL, 0, count, ranks->called)                                                                          \
    X("rank_min_s", "min", 4, seconds, view_shown((double)stat_ranks_min(ranks), unseen), of_ranks)                    \
    X(NULL, "5%", 8, cell, percentile_text(percentiles[0], exact, of_many, arena))                                     \
    X(NULL, "median", 8, cell, percentile_text(percentiles[1], exact, of_many, arena))                                 \
    X("rank_mean_s", "mean", 3, seconds, view_shown(stat_ranks_mean(ranks), unseen), of_ranks)                         \
    X(NULL, "95%", 8, cell, percentile_text(percentiles[2], exact, of_many, arena))                                    \
    X("rank_max_s", "max", 3, seconds, view_shown((double)ranks->max, unseen), of_ranks)                               \
    X("rank_of_max", NULL, 0, rank, ranks->called && !unseen, ranks->max_rank)                                         \
    X(NULL, "rank", 4, rank, of_ranks && ranks->called && !runs_several(view->profile), ranks->max_rank)               \
    X("context_ranks", NULL, 0, count, ranks->in_context)                                                              \
    X("rank_p5_s", NULL, 0, seconds, view_shown(percentiles[0], unseen), "")                                           \
    X("rank_p50_s", NULL, 0, seconds, view_shown(percentiles[1], unseen), "")                                          \
    X("rank_p95_s", NULL, 0, seconds, view_shown(percentiles[2], unseen), "")                                          \
    X("min_iteration", NULL, 0, number, iteration(calls->min_iteration))                                               \
    X("max_iteration", NULL, 0, number, iteration(calls->max_iteration))                                               \
    X("inclusive_estimated", NULL, 0, count, shown->estimated)                                                         \
    X("exclusive_estimated", NULL, 0, count, shown->own_estimated)                                                     \
    X("calls_estimated", NULL, 0, count, shown->calls_estimated)                                                       \
    X("node", NULL, 0, count, i)                                                                                       \
    X("parent", NULL, 0, rank, i > 0, node->parent)
static const struct row_column columns[] = {COLUMNS(ROW_COLUMN)};
const struct row_form form_tree = ROW_FORM("tree", columns);

static void put_row(struct rows *rows, const struct tree *tree, uint32_t i)
{
    const struct view *view = tree->view;
    const struct profile_node *root = view->profile->nodes, *node = &root[i];
    const struct profile_region *region = &view->profile->regions[node->region];
    const struct view_node *shown = &view->nodes[i];
    const struct stat_calls *calls = &node->calls;
    const struct stat_ranks *ranks = &node->ranks;
    struct arena *arena = rows->arena;
    bool text = rows->form == FORM_TEXT, unseen = shown->unseen;
    double inclusive = view_shown(shown->inclusive, unseen), own = view_shown(shown->exclusive, unseen);
    bool known = stat_calls_known(calls, inclusive);
    const char *mark = view_mark(shown->estimated);
    const char *own_mark = tree->turned ? NULL : view_own_mark(shown->own_estimated, own, shown->probes);
    const char *of_ranks = root->ranks.called > 1 && !unseen ? mark : NULL;
    const char *of_many = root->ranks.called > FEW_RANKS ? of_ranks : NULL;
    double percentiles[QUANTILES];
    bool exact = (of_many || !text) && members_percentiles(&tree->members, i, quantiles, QUANTILES, percentiles);
    rows_add(rows, region->name);
    if (text) {
        rows->row->level = shown->depth;
        rows->row->note = i ? note_of(view, region, node, arena) : "";
        rows->row->style = style_of_share(tree->turned ? inclusive : own, view->total);
    }
    COLUMNS(ROW_PUT)
    metrics_put(&tree->metrics, rows, i, PROFILE_NONE);
}

/* Adds a row for each thread that came to the node, longest time first. */
static void add_threads(struct rows *table, const struct view *view, uint32_t node)
{
    struct arena *arena = table->arena;
    const struct profile *profile = view->profile;
    uint32_t first = profile_first_row(profile, node), end = first;
    while (end < profile->row_count && profile->rows[end].node == node)
        end++;
    const struct profile_row **rows = arena_array(arena, end - first + 1, sizeof *rows);
    for (uint32_t i = first; i < end; i++) {
        uint32_t at = i - first;
        for (; at > 0 && rows[at - 1]->inclusive < profile->rows[i].inclusive; at--)
            rows[at] = rows[at - 1];
        rows[at] = &profile->rows[i];
    }
    for (uint32_t i = 0; i < end - first; i++) {
        const struct profile_location *location = &profile->locations[rows[i]->location];
        rows_add(table, "");
        table->row->level = view->nodes[node].depth + 1;
        table->row->note =
            profile->nodes[0].ranks.called > 1
                ? arena_printf(arena, "%s %lu thread %u", runs_member(profile),
                               runs_several(profile) ? (unsigned long)location->pid : location->rank, location->thread)
                : arena_printf(arena, "thread %u", location->thread);
        double inclusive = view_shown((double)rows[i]->inclusive, view->nodes[node].unseen);
        rows_cell(table, text_percent(arena, inclusive, view->total));
        rows_cell(table, text_percent(arena, inclusive, view->nodes[node].inclusive));
        rows_seconds(table, inclusive, view_mark(view->nodes[node].estimated));
        rows_cell(table, NULL); /* its own time is not kept */
        rows_cell(table, node ? text_calls(arena, rows[i]->calls, view->nodes[node].calls_estimated) : NULL);
    }
}

static void print_text(struct report *report, struct tree *tree, const struct options *options, struct arena *arena)
{
    const struct view *view = &report->view;
    struct screen *screen = &report->screen;
    struct rows rows;
    const bool *worth = find_shown(view, options, arena);
    ROWS_BEGIN(&rows, FORM_TEXT, columns, arena);
    metrics_columns(&tree->metrics, &rows);
    if (tree->turned)
        rows_rename(&rows, "inclusive", "time");
    rows.table.text_title = options->shape.by != BY_PATH ? "place" : "call path";
    uint32_t hidden = 0;
    for (uint32_t i = 0; i != PROFILE_NONE;) {
        bool shown = view->nodes[i].depth <= options->depth && worth[i];
        if (shown)
            put_row(&rows, tree, i);
        if (shown && options->per_thread)
            add_threads(&rows, view, i);
        hidden += !shown;
        i = view_next(view, i, shown);
    }
    summary_heading(screen, view, report->name, arena);
    table_print(&rows.table, screen);
    if (options->per_thread && !view->profile->row_count)
        screen_say(screen, STYLE_DIM, "(no figures by thread: there was only one, or too many to keep them)\n");
    if (hidden)
        screen_print(screen, STYLE_DIM, "(%s more path%s hidden, %s)", text_count(arena, hidden), hidden > 1 ? "s" : "",
                     options->depth == ~0u ? "see --min" : "see --depth and --min");
    screen_say(screen, STYLE_PLAIN, "\n");
    summary_coverage(screen, view, arena);
    summary_events(screen, view, NULL, arena);
    if (options->shape.callers)
        screen_command(screen, "next: ", "tree --focus=%s%s%s", text_shell(arena, options->shape.callers),
                       options->shape.rank >= 0 ? arena_printf(arena, " --rank=%ld", options->shape.rank) : "",
                       report_files(options, arena));
}

static void print_records(struct report *report, struct tree *tree, const struct options *options, struct arena *arena)
{
    const struct view *view = &report->view;
    struct rows rows;
    rows_begin(&rows, options->form, &form_tree, arena);
    metrics_columns(&tree->metrics, &rows);
    paths_begin(&tree->paths, view, options->form, arena);
    rows_open(&rows, report->screen.stream, view->profile);
    for (uint32_t i = 0; i != PROFILE_NONE;) {
        bool shown = view->nodes[i].depth <= options->depth;
        if (rows.records.row % PROGRESS == 0)
            progress_show("writing call paths", rows.records.row, view->profile->node_count);
        if (shown) {
            paths_set(&tree->paths, i);
            put_row(&rows, tree, i);
        }
        i = view_next(view, i, shown);
    }
    rows_close(&rows);
}

static bool show_tree(struct report *report, const struct options *options, struct arena *arena, struct error *error)
{
    struct tree tree = {.view = &report->view, .turned = options_turned(options)};
    if (options->shape.by == BY_RANK || (options->per_thread && options->form != FORM_TEXT))
        return tree_ranks(report, options, arena, error);
    if (!metrics_show(&tree.metrics, options, &report->view, arena, error))
        return false;
    members_make(&tree.members, &report->view, arena);
    (options->form == FORM_TEXT ? print_text : print_records)(report, &tree, options, arena);
    return true;
}

const struct command cmd_tree = {{"tree", "[OPTION...] [PROFILE...]", "the call tree",
                                  OPTION_DEPTH | OPTION_MINIMUM | OPTION_SORT | OPTION_RECORDS | OPTION_RAW |
                                      OPTION_PER_THREAD | OPTION_PART | OPTION_TURN | OPTION_METRIC,
                                  "instr-report tree --depth=5 --focus=solve"},
                                 SORT_INCLUSIVE,
                                 .show = show_tree,
                                 .forms = {&form_tree, &form_ranks}};
