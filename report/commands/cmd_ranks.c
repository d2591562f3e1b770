/*
 * cmd_ranks.c - what each rank did in each call path, as far as the profile keeps rows of single ranks.
 *
 * The text shows a path's ranks as a strip of bars, the first rank at the left, each as high as its share of the
 * rank that took longest. With more ranks than fit, a bar is the largest of several neighbours: what stands out is
 * what one looks for.
 */
#include "report/commands/command.h"
#include "report/members.h"
#include "report/metric.h"
#include "report/paths.h"
#include "report/records.h"
#include "report/report.h"
#include "report/runs.h"
#include "report/summary.h"
#include "report/table.h"
#include "report/text.h"

#include <math.h>
#include <string.h>

enum { STRIP = 64, HEIGHTS = 8 };

static const struct table_column columns[] = {{"min", 0}, {"mean", 0}, {"max", 0}, {"rank", 0}, {"ranks", 0}};
enum { C_MIN, C_MEAN, C_MAX, C_RANK, C_STRIP, COLUMNS };

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

static bool add_row(struct table *table, const struct view *view, const struct members *members, uint32_t i,
                    struct arena *arena)
{
    const struct profile_node *node = &view->profile->nodes[i];
    const char *mark = view_mark(view->nodes[i].estimated);
    char bars[STRIP * 3 + 1];
    struct table_row *row = table_add(table, arena);
    if (!row)
        return false;
    row->text = view->profile->regions[node->region].name;
    row->level = view->nodes[i].depth;
    bool unseen = view->nodes[i].unseen;
    row->cells[C_MIN] = text_seconds(arena, view_shown(seconds((double)stat_ranks_min(&node->ranks)), unseen), mark);
    row->cells[C_MEAN] = text_seconds(arena, view_shown(seconds(stat_ranks_mean(&node->ranks)), unseen), mark);
    row->cells[C_MAX] = text_seconds(arena, view_shown(seconds((double)node->ranks.max), unseen), mark);
    if (unseen)
        return true;
    if (!runs_several(view->profile) && node->ranks.called)
        row->cells[C_RANK] = arena_printf(arena, "%u", node->ranks.max_rank);
    strip_text(members, i, bars);
    row->cells[C_STRIP] = arena_printf(arena, "|%s|", bars);
    return row->cells[C_STRIP] != NULL;
}

static bool print_text(struct report *report, const struct members *members, const struct options *options,
                       struct arena *arena)
{
    const struct view *view = &report->view;
    struct table_column named[COLUMNS];
    memcpy(named, columns, sizeof named);
    named[C_STRIP].title = runs_members(view->profile);
    struct table table = {.columns = named, .column_count = COLUMNS, .text_title = "call path"};
    summary_heading(&report->screen, view, report->name, arena);
    if (!members->profile->row_count) {
        screen_say(&report->screen, STYLE_PLAIN, "the profile has no figures of single ranks\n");
        return true;
    }
    for (uint32_t i = 0; i != PROFILE_NONE;) {
        bool shown =
            view->nodes[i].depth <= options->depth && (double)view->profile->nodes[i].ranks.max * 100 >=
                                                          options->minimum * (double)view->profile->nodes[0].ranks.max;
        if (shown && !add_row(&table, view, members, i, arena))
            return false;
        i = view_next(view, i, shown);
    }
    table_print(&table, &report->screen);
    return true;
}

static const struct table_column metric_columns[] = {
    {"min", 0}, {"mean", 0}, {"max", 0}, {"rank", 0}, {"reached by", 2}};
enum { M_MIN, M_MEAN, M_MAX, M_RANK, M_CALLED, METRIC_RANK_COLUMNS };

/* Of one metric, with all that is below: what the ranks have of it that have any. */
static bool print_metric(struct report *report, const struct metric_shown *metric, const struct options *options,
                         struct arena *arena)
{
    const struct view *view = &report->view;
    const char *unit = metric->what->unit;
    struct table table = {
        .columns = metric_columns, .column_count = METRIC_RANK_COLUMNS, .text_title = metric->what->name};
    double least = metric->of_node[0] ? options->minimum / 100 * (double)metric->of_node[0]->ranks.max : 0;
    for (uint32_t i = 0; i != PROFILE_NONE;) {
        const struct profile_value *value = metric->of_node[i];
        bool shown = value && view->nodes[i].depth <= options->depth && (double)value->ranks.max >= least;
        if (shown) {
            const struct stat_ranks *ranks = &value->ranks;
            struct table_row *row = table_add(&table, arena);
            if (!row)
                return false;
            row->text = view->profile->regions[view->profile->nodes[i].region].name;
            row->level = view->nodes[i].depth;
            row->cells[M_MIN] = metric_text(arena, unit, metric_least(metric->what, ranks));
            row->cells[M_MEAN] = metric_text(arena, unit, metric_mean(metric->what, ranks));
            row->cells[M_MAX] = metric_text(arena, unit, (double)ranks->max);
            row->cells[M_RANK] = runs_several(view->profile) ? "" : arena_printf(arena, "%u", ranks->max_rank);
            row->cells[M_CALLED] = text_count(arena, ranks->called);
        }
        i = view_next(view, i, shown);
    }
    table_print(&table, &report->screen);
    return true;
}

static bool print_metrics(struct report *report, const struct metrics_shown *metrics, const struct options *options,
                          struct arena *arena)
{
    bool done = true;
    summary_heading(&report->screen, &report->view, report->name, arena);
    for (unsigned i = 0; done && i < metrics->count; i++) {
        if (i)
            screen_say(&report->screen, STYLE_PLAIN, "\n");
        done = print_metric(report, &metrics->of[i], options, arena);
    }
    return done;
}

static bool print_records(const struct view *view, const struct profile *profile, const struct options *options,
                          struct screen *screen, struct arena *arena)
{
    static const char *const names[] = {"path",  "name",        "rank",      "thread", "pid", "host",
                                        "calls", "inclusive_s", "estimated", "node",   NULL};
    struct records records;
    struct paths paths;
    if (!paths_begin(&paths, view, options->form, arena))
        return false;
    records_begin(&records, screen->stream, options->form, "instr-ranks", names, profile);
    for (uint32_t i = 0; i < profile->row_count; i++) {
        const struct profile_row *row = &profile->rows[i];
        const struct profile_location *location = &profile->locations[row->location];
        if (view->nodes[row->node].depth > options->depth)
            continue;
        if (!paths_set(&paths, row->node))
            return false;
        records_quoted(&records, paths.text, paths.size, paths.quoted);
        records_text(&records, profile->regions[profile->nodes[row->node].region].name);
        records_count(&records, location->rank);
        records_count(&records, location->thread);
        records_count(&records, location->pid);
        records_text(&records, location->host);
        records_count(&records, row->calls);
        records_number(&records, view_shown(seconds((double)row->inclusive), view->nodes[row->node].unseen));
        records_count(&records, view->nodes[row->node].estimated);
        records_count(&records, row->node);
    }
    records_end(&records);
    return true;
}

static bool run_ranks(const struct options *options, struct arena *arena, struct error *error)
{
    struct report report;
    struct members members;
    struct metrics_shown metrics;
    if (!metrics_in_text(options, "ranks", error) || !report_open(&report, options, arena, error))
        return false;
    bool done = members_make(&members, &report.view, arena, error) &&
                metrics_show(&metrics, options, &report.view, arena, error) &&
                metrics_measured(&metrics, "ranks", error);
    if (done && options->form == FORM_TEXT)
        done = (metrics.count ? print_metrics(&report, &metrics, options, arena)
                              : print_text(&report, &members, options, arena)) ||
               error_set(error, ERROR_INTERNAL, "out of memory");
    else if (done)
        done = print_records(&report.view, members.profile, options, &report.screen, arena) ||
               error_set(error, ERROR_INTERNAL, "out of memory");
    return report_close(&report, error) && done;
}

const struct command cmd_ranks = {{"ranks", "[OPTION...] [PROFILE...]", "each call path on each rank",
                                   OPTION_DEPTH | OPTION_MINIMUM | OPTION_RECORDS | OPTION_PART | OPTION_METRIC},
                                  SORT_INCLUSIVE,
                                  run_ranks};
