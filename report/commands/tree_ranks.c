/*
 * tree_ranks.c - `tree --by=rank`: what each rank did in each call path, as far as the profile keeps rows of single ranks.
 *
 * The text shows a path's ranks as a strip of bars, the first rank at the left, each as high as its share of the
 * rank that took longest. With more ranks than fit, a bar is the largest of several neighbours: what stands out is
 * what one looks for.
 */
#include "report/commands/tables.h"
#include "report/derive/members.h"
#include "report/derive/metric.h"
#include "report/derive/paths.h"
#include "report/derive/runs.h"
#include "report/derive/summary.h"
#include "report/read/report.h"
#include "report/show/rows.h"
#include "report/show/text.h"

#include <math.h>
#include <string.h>

enum { STRIP = 64, HEIGHTS = 8 };

static void strip_text(const struct members *members, uint32_t node, char text[STRIP * 3 + 1])
{
    static const char *const heights[HEIGHTS + 1] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    double bars[STRIP] = {0}, highest = 0;
    uint32_t width = members->count < STRIP ? members->count : STRIP;
    members_node(members, node, members->times);
    for (uint32_t i = 0; i < members->count; i++) {
        double *bar = &bars[(uint64_t)i * width / members->count];
        *bar = fmax(*bar, members->times[i]);
        highest = fmax(highest, *bar);
    }
    text[0] = 0;
    for (uint32_t i = 0; i < width; i++) {
        double height = highest > 0 ? bars[i] / highest * HEIGHTS : 0;
        unsigned whole = (unsigned)height + (height > (double)(unsigned)height);
        strcat(text, heights[whole < HEIGHTS ? whole : HEIGHTS]);
    }
}

#define BARS(X)                                                                                                        \
    X(NULL, "min", 0, seconds, view_shown((double)stat_ranks_min(ranks), unseen), mark)                                \
    X(NULL, "mean", 0, seconds, view_shown(stat_ranks_mean(ranks), unseen), mark)                                      \
    X(NULL, "max", 0, seconds, view_shown((double)ranks->max, unseen), mark)                                           \
    X(NULL, "rank", 0, rank, !unseen && ranks->called && !runs_several(view->profile), ranks->max_rank)                \
    X(NULL, "ranks", 0, cell, unseen ? NULL : arena_printf(arena, "|%s|", bars))
static const struct row_column bar_columns[] = {BARS(ROW_COLUMN)};

static void add_row(struct rows *rows, const struct view *view, const struct members *members, uint32_t i)
{
    const struct stat_ranks *ranks = &view->profile->nodes[i].ranks;
    const char *mark = view_mark(view->nodes[i].estimated);
    struct arena *arena = rows->arena;
    bool unseen = view->nodes[i].unseen;
    char bars[STRIP * 3 + 1];
    rows_add(rows, view->profile->regions[view->profile->nodes[i].region].name);
    rows->row->level = view->nodes[i].depth;
    strip_text(members, i, bars);
    BARS(ROW_PUT)
}

static void print_text(struct report *report, const struct members *members, const struct options *options,
                       struct arena *arena)
{
    const struct view *view = &report->view;
    struct rows rows;
    ROWS_BEGIN(&rows, FORM_TEXT, bar_columns, arena);
    rows_rename(&rows, "ranks", runs_members(view->profile));
    rows.table.text_title = "call path";
    summary_heading(&report->screen, view, report->name, arena);
    if (!members->profile->row_count) {
        screen_say(&report->screen, STYLE_PLAIN, "the profile has no figures by rank\n");
        return;
    }
    for (uint32_t i = 0; i != PROFILE_NONE;) {
        bool shown =
            view->nodes[i].depth <= options->depth && (double)view->profile->nodes[i].ranks.max * 100 >=
                                                          options->minimum * (double)view->profile->nodes[0].ranks.max;
        if (shown)
            add_row(&rows, view, members, i);
        i = view_next(view, i, shown);
    }
    table_print(&rows.table, &report->screen);
}

#define OF_METRIC(X)                                                                                                   \
    X(NULL, "min", 0, metric, metric->what, true, metric_least(metric->what, ranks))                                   \
    X(NULL, "mean", 0, metric, metric->what, true, metric_mean(metric->what, ranks))                                   \
    X(NULL, "max", 0, metric, metric->what, true, (double)ranks->max)                                                  \
    X(NULL, "rank", 0, rank, !runs_several(view->profile), ranks->max_rank)                                            \
    X(NULL, "reached by", 2, count, ranks->called)
static const struct row_column metric_columns[] = {OF_METRIC(ROW_COLUMN)};

/* Prints one inclusive metric for the ranks that have a value. */
static void print_metric(struct report *report, const struct metric_shown *metric, const struct options *options,
                         struct arena *arena)
{
    const struct view *view = &report->view;
    struct rows all, *rows = &all;
    double least = metric->of_node[0] ? options->minimum / 100 * (double)metric->of_node[0]->ranks.max : 0;
    ROWS_BEGIN(rows, FORM_TEXT, metric_columns, arena);
    rows->table.text_title = metric->what->name;
    for (uint32_t i = 0; i != PROFILE_NONE;) {
        const struct profile_value *value = metric->of_node[i];
        bool shown = value && view->nodes[i].depth <= options->depth && (double)value->ranks.max >= least;
        if (shown) {
            const struct stat_ranks *ranks = &value->ranks;
            rows_add(rows, view->profile->regions[view->profile->nodes[i].region].name);
            rows->row->level = view->nodes[i].depth;
            OF_METRIC(ROW_PUT)
        }
        i = view_next(view, i, shown);
    }
    table_print(&rows->table, &report->screen);
}

static void print_metrics(struct report *report, const struct metrics_shown *metrics, const struct options *options,
                          struct arena *arena)
{
    summary_heading(&report->screen, &report->view, report->name, arena);
    for (unsigned i = 0; i < metrics->count; i++) {
        if (i)
            screen_say(&report->screen, STYLE_PLAIN, "\n");
        print_metric(report, &metrics->of[i], options, arena);
    }
}

#define COLUMNS(X)                                                                                                     \
    X("path", NULL, 0, quoted, paths.text, paths.size, paths.quoted)                                                   \
    X("name", NULL, 0, text, profile->regions[profile->nodes[row->node].region].name)                                  \
    X("rank", NULL, 0, count, location->rank)                                                                          \
    X("thread", NULL, 0, count, location->thread)                                                                      \
    X("pid", NULL, 0, count, location->pid)                                                                            \
    X("host", NULL, 0, text, location->host)                                                                           \
    X("calls", NULL, 0, count, row->calls)                                                                             \
    X("inclusive_s", NULL, 0, seconds, view_shown((double)row->inclusive, view->nodes[row->node].unseen), "")          \
    X("estimated", NULL, 0, count, view->nodes[row->node].estimated)                                                   \
    X("node", NULL, 0, count, row->node)
static const struct row_column columns[] = {COLUMNS(ROW_COLUMN)};
const struct row_form form_ranks = ROW_FORM("ranks", columns);

static void print_records(const struct view *view, const struct profile *profile, const struct options *options,
                          struct screen *screen, struct arena *arena)
{
    struct rows all, *rows = &all;
    struct paths paths;
    rows_begin(rows, options->form, &form_ranks, arena);
    paths_begin(&paths, view, options->form, arena);
    rows_open(rows, screen->stream, profile);
    for (uint32_t i = 0; i < profile->row_count; i++) {
        const struct profile_row *row = &profile->rows[i];
        const struct profile_location *location = &profile->locations[row->location];
        if (view->nodes[row->node].depth > options->depth)
            continue;
        paths_set(&paths, row->node);
        COLUMNS(ROW_PUT)
    }
    rows_close(rows);
}

bool tree_ranks(struct report *report, const struct options *options, struct arena *arena, struct error *error)
{
    struct members members;
    struct metrics_shown metrics;
    if (!metrics_show_text(&metrics, options, &report->view, "tree --by=rank", arena, error))
        return false;
    members_make(&members, &report->view, arena);
    if (options->form != FORM_TEXT)
        print_records(&report->view, members.profile, options, &report->screen, arena);
    else if (metrics.count)
        print_metrics(report, &metrics, options, arena);
    else
        print_text(report, &members, options, arena);
    return true;
}
