/*
 * cmd_ranks.c - what each rank did in each call path, as far as the profile keeps rows of single ranks.
 *
 * The text shows a path's ranks as a strip of bars, the first rank at the left, each as high as its share of the
 * rank that took longest. With more ranks than fit, a bar is the largest of several neighbours: what stands out is
 * what one looks for.
 */
#include "report/commands/command.h"
#include "report/records.h"
#include "report/report.h"
#include "report/runs.h"
#include "report/summary.h"
#include "report/table.h"
#include "report/text.h"

#include <string.h>

enum { STRIP = 64, HEIGHTS = 8 };

static const struct table_column columns[] = {{"min", 0}, {"mean", 0}, {"max", 0}, {"rank", 0}, {"ranks", 0}};
enum { C_MIN, C_MEAN, C_MAX, C_RANK, C_STRIP, COLUMNS };

/* Where the strip of each rank begins: ranks that have rows, in order, are spread over `width` bars. */
struct strip {
    uint32_t *bar; /* of each location */
    uint32_t width;
};

/* Two threads of one process; a process of another run may have the same rank. */
static bool same_member(const struct profile *profile, uint32_t a, uint32_t b)
{
    const struct profile_location *x = &profile->locations[a], *y = &profile->locations[b];
    return x->rank == y->rank && (!runs_several(profile) || (x->pid == y->pid && !strcmp(x->host, y->host)));
}

static bool strip_make(struct strip *strip, const struct profile *profile, struct arena *arena)
{
    uint32_t ranks = 0, index = 0;
    for (uint32_t i = 0; i < profile->location_count; i++)
        ranks += !i || !same_member(profile, i, i - 1);
    strip->width = ranks < STRIP ? ranks : STRIP;
    strip->bar = arena_array(arena, profile->location_count, sizeof *strip->bar);
    for (uint32_t i = 0; strip->bar && i < profile->location_count; i++) {
        index += i && !same_member(profile, i, i - 1);
        strip->bar[i] = (uint32_t)((uint64_t)index * strip->width / ranks);
    }
    return strip->bar != NULL;
}

/* Bars for the rows from `first` on that belong to `node`, and how many rows those are. */
static uint32_t strip_text(const struct strip *strip, const struct profile *profile, uint32_t node, uint32_t first,
                           char text[STRIP * 3 + 1])
{
    static const char *const heights[HEIGHTS + 1] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    double bars[STRIP] = {0}, sum = 0, highest = 0;
    uint32_t end = first;
    for (; end < profile->row_count && profile->rows[end].node == node; end++) {
        uint32_t at = profile->rows[end].location;
        bool same = end > first && at && same_member(profile, at, at - 1) && profile->rows[end - 1].location == at - 1;
        sum = (same ? sum : 0) + (double)profile->rows[end].inclusive; /* of one rank's threads */
        double *bar = &bars[strip->bar[at]];
        *bar = sum > *bar ? sum : *bar;
        highest = sum > highest ? sum : highest;
    }
    text[0] = 0;
    for (uint32_t i = 0; i < strip->width; i++) {
        double height = highest > 0 ? bars[i] / highest * HEIGHTS : 0;
        unsigned whole = (unsigned)height + (height > (double)(unsigned)height);
        strcat(text, heights[whole < HEIGHTS ? whole : HEIGHTS]);
    }
    return end - first;
}

static bool add_row(struct table *table, const struct view *view, const struct strip *strip, uint32_t i,
                    struct arena *arena)
{
    const struct profile_node *node = &view->profile->nodes[i];
    const char *mark = view_mark(view->nodes[i].estimated);
    char bars[STRIP * 3 + 1];
    struct table_row *row = table_add(table, arena);
    if (!row)
        return false;
    strip_text(strip, view->profile, i, profile_first_row(view->profile, i), bars);
    row->text = view->profile->regions[node->region].name;
    row->level = view->nodes[i].depth;
    row->cells[C_MIN] = text_seconds(arena, seconds((double)stat_ranks_min(&node->ranks)), mark);
    row->cells[C_MEAN] = text_seconds(arena, seconds(stat_ranks_mean(&node->ranks)), mark);
    row->cells[C_MAX] = text_seconds(arena, seconds((double)node->ranks.max), mark);
    if (!runs_several(view->profile))
        row->cells[C_RANK] = arena_printf(arena, "%u", node->ranks.max_rank);
    row->cells[C_STRIP] = arena_printf(arena, "|%s|", bars);
    return row->cells[C_STRIP] != NULL;
}

static bool print_text(struct report *report, const struct options *options, struct arena *arena)
{
    const struct view *view = &report->view;
    struct table_column named[COLUMNS];
    memcpy(named, columns, sizeof named);
    named[C_STRIP].title = runs_members(view->profile);
    struct table table = {.columns = named, .column_count = COLUMNS, .text_title = "call path"};
    struct strip strip;
    summary_heading(&report->screen, view, report->name, arena);
    if (!view->profile->row_count) {
        screen_say(&report->screen, STYLE_PLAIN, "the profile has no figures of single ranks\n");
        return true;
    }
    if (!strip_make(&strip, view->profile, arena))
        return false;
    for (uint32_t i = 0; i != PROFILE_NONE;) {
        bool shown =
            view->nodes[i].depth <= options->depth && (double)view->profile->nodes[i].ranks.max * 100 >=
                                                          options->minimum * (double)view->profile->nodes[0].ranks.max;
        if (shown && !add_row(&table, view, &strip, i, arena))
            return false;
        i = view_next(view, i, shown);
    }
    table_print(&table, &report->screen);
    return true;
}

static void print_records(const struct view *view, const struct options *options, struct screen *screen)
{
    static const char *const names[] = {"path",  "name",        "rank",      "thread", "pid", "host",
                                        "calls", "inclusive_s", "estimated", "node",   NULL};
    const struct profile *profile = view->profile;
    struct records records;
    struct arena scratch = {0};
    records_begin(&records, screen->stream, options->form, "instr-ranks", names, profile);
    for (uint32_t i = 0; i < profile->row_count; i++) {
        const struct profile_row *row = &profile->rows[i];
        const struct profile_location *location = &profile->locations[row->location];
        if (view->nodes[row->node].depth > options->depth)
            continue;
        records_text(&records, view_path(view, row->node, &scratch));
        records_text(&records, profile->regions[profile->nodes[row->node].region].name);
        records_count(&records, location->rank);
        records_count(&records, location->thread);
        records_count(&records, location->pid);
        records_text(&records, location->host);
        records_count(&records, row->calls);
        records_number(&records, seconds((double)row->inclusive));
        records_count(&records, view->nodes[row->node].estimated);
        records_count(&records, row->node);
        arena_free(&scratch);
    }
    records_end(&records);
}

static bool run_ranks(const struct options *options, struct arena *arena, struct error *error)
{
    struct report report;
    if (!report_open(&report, options, arena, error))
        return false;
    bool done = true;
    if (options->form == FORM_TEXT)
        done = print_text(&report, options, arena) || error_set(error, ERROR_INTERNAL, "out of memory");
    else
        print_records(&report.view, options, &report.screen);
    return report_close(&report, error) && done;
}

const struct command cmd_ranks = {"ranks",
                                  "[OPTION...] [PROFILE...]",
                                  "each call path on each rank",
                                  OPTION_DEPTH | OPTION_MINIMUM | OPTION_RECORDS,
                                  SORT_INCLUSIVE,
                                  run_ranks};
