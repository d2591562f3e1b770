/*
 * cmd_summary.c - the answer on one screen: what the run was, the functions that took most time themselves whatever
 * path led to them, the paths on which that was, how much of it was MPI, and what to type next.
 *
 * It is what is shown without a command. Options that only the call tree has lead there.
 */
#include "report/commands/command.h"
#include "report/report.h"
#include "report/summary.h"
#include "report/table.h"
#include "report/text.h"

#include <stdlib.h>
#include <string.h>

enum { SHOWN = 5 };

static const struct table_column columns[] = {{"total", 0}, {"exclusive", 0}, {"calls", 1}, {"per call", 2}};
enum { C_TOTAL, C_EXCLUSIVE, C_CALLS, C_PER_CALL, COLUMNS };
_Static_assert(sizeof columns / sizeof *columns == COLUMNS, "a title for each column");

/* The places of the largest of `own`, largest first; those that took nothing are left out. */
static uint32_t pick(const double *own, uint32_t count, uint32_t picked[SHOWN])
{
    uint32_t used = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (own[i] <= 0 || (used == SHOWN && own[i] <= own[picked[SHOWN - 1]]))
            continue;
        uint32_t at = used < SHOWN ? used++ : SHOWN - 1;
        for (; at > 0 && own[picked[at - 1]] < own[i]; at--)
            picked[at] = picked[at - 1];
        picked[at] = i;
    }
    return used;
}

static struct table_row *add_row(struct table *table, const struct view *view, double own, const char *mark,
                                 const struct stat_calls *calls, struct arena *arena)
{
    struct table_row *row = table_add(table, arena);
    if (!row)
        return NULL;
    row->style = style_of_share(own, view->total);
    row->cells[C_TOTAL] = text_percent(arena, own, view->total);
    row->cells[C_EXCLUSIVE] = text_seconds(arena, seconds(own), mark);
    row->cells[C_CALLS] = text_count(arena, calls->calls);
    row->cells[C_PER_CALL] = text_seconds(arena, calls_mean(calls, own), mark);
    return row;
}

static bool print_functions(struct screen *screen, const struct view *view, struct arena *arena)
{
    const struct profile *profile = view->profile;
    struct table table = {.columns = columns, .column_count = COLUMNS, .text_title = "hot functions"};
    double *own = arena_array(arena, profile->region_count, sizeof *own);
    uint32_t picked[SHOWN];
    if (!own)
        return false;
    for (uint32_t i = 0; i < profile->region_count; i++)
        own[i] = profile->regions[i].kind == REGION_ROOT ? 0 : view->regions[i].exclusive;
    uint32_t count = pick(own, profile->region_count, picked);
    for (uint32_t i = 0; i < count; i++) {
        const struct view_region *sums = &view->regions[picked[i]];
        const struct profile_region *region = &profile->regions[picked[i]];
        const char *mark = view_own_mark(sums->own_estimated, sums->exclusive, sums->probes);
        struct table_row *row = add_row(&table, view, sums->exclusive, mark, &sums->calls, arena);
        if (!row)
            return false;
        row->text = region->name;
        row->note = view_place(region, arena);
    }
    table_print(&table, screen);
    return true;
}

static bool print_paths(struct screen *screen, const struct view *view, struct arena *arena)
{
    const struct profile *profile = view->profile;
    struct table table = {.columns = columns, .column_count = COLUMNS, .text_title = "hot paths"};
    double *own = arena_array(arena, profile->node_count, sizeof *own);
    uint32_t picked[SHOWN];
    if (!own)
        return false;
    for (uint32_t i = 1; i < profile->node_count; i++)
        own[i] = view->nodes[i].exclusive;
    uint32_t count = pick(own, profile->node_count, picked);
    for (uint32_t i = 0; i < count; i++) {
        const struct view_node *node = &view->nodes[picked[i]];
        const char *mark = view_own_mark(node->own_estimated, node->exclusive, node->probes);
        struct table_row *row = add_row(&table, view, node->exclusive, mark, &profile->nodes[picked[i]].calls, arena);
        if (!row)
            return false;
        row->text = view_path(view, picked[i], arena);
    }
    screen_say(screen, STYLE_PLAIN, "\n");
    table_print(&table, screen);
    return true;
}

/* Nothing where MPI was not called. */
static bool print_mpi(struct screen *screen, const struct view *view, struct arena *arena)
{
    const struct profile *profile = view->profile;
    double sum = 0;
    uint32_t most = PROFILE_NONE;
    for (uint32_t i = 0; i < profile->region_count; i++) {
        if (profile->regions[i].kind != REGION_MPI || !view->regions[i].calls.calls)
            continue;
        sum += view->regions[i].exclusive;
        if (most == PROFILE_NONE || view->regions[i].exclusive > view->regions[most].exclusive)
            most = i;
    }
    if (most == PROFILE_NONE)
        return false;
    screen_line(screen, STYLE_PLAIN,
                arena_printf(arena, "MPI: %s of the time, most of it in %s (%s)", text_percent(arena, sum, view->total),
                             profile->regions[most].name,
                             text_percent(arena, view->regions[most].exclusive, view->total)));
    return true;
}

static bool run_summary(const struct options *options, struct arena *arena, struct error *error)
{
    struct report report;
    bool of_tree = options->form != FORM_TEXT || options->per_thread || options->raw || options->depth != ~0u ||
                   options->minimum_given || options->sort != SORT_INCLUSIVE || options_turned(options);
    if (of_tree)
        return cmd_tree.run(options, arena, error);
    if (!report_open(&report, options, arena, error))
        return false;
    struct screen *screen = &report.screen;
    summary_heading(screen, &report.view, report.name, arena);
    bool done = print_functions(screen, &report.view, arena) && print_paths(screen, &report.view, arena);
    if (!done)
        error_set(error, ERROR_INTERNAL, "out of memory");
    screen_say(screen, STYLE_PLAIN, "\n");
    bool mpi = print_mpi(screen, &report.view, arena);
    summary_coverage(screen, &report.view, arena);
    summary_events(screen, &report.view, arena);
    const char *name = options->file_count == 1 ? options->files[0] : "";
    screen_line(screen, STYLE_DIM, arena_printf(arena, "next: instr-report tree %s", name));
    screen_line(screen, STYLE_DIM,
                mpi ? arena_printf(arena, "      instr-report imbalance %s", name)
                    : arena_printf(arena, "      instr-report html -o profile.html %s", name));
    return report_close(&report, error) && done;
}

const struct command cmd_summary = {"summary",
                                    "[OPTION...] [PROFILE...]",
                                    "the hottest functions and paths (the default)",
                                    OPTION_DEPTH | OPTION_MINIMUM | OPTION_SORT | OPTION_RECORDS | OPTION_RAW |
                                        OPTION_PER_THREAD | OPTION_PART | OPTION_TURN,
                                    SORT_INCLUSIVE,
                                    run_summary};
