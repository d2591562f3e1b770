/*
 * cmd_imbalance.c - where ranks do unequal work, and where the others wait for them.
 *
 * Two lists from the statistics over ranks of each call path. The first holds the program's own paths, by the
 * time lost: had all ranks taken the mean, the slowest would have been done that much earlier. The second
 * holds the calls of MPI, by the time that ranks spent there beyond the rank that spent least: who comes last
 * waits for nobody. Both look at the largest time on one rank before they leave anything out, never at the
 * mean: a single rank that does something for a second makes all the others wait for a second.
 */
#include "report/commands/command.h"
#include "report/records.h"
#include "report/report.h"
#include "report/runs.h"
#include "report/summary.h"
#include "report/table.h"
#include "report/text.h"

#include <math.h>
#include <stdlib.h>

static const struct table_column columns[] = {
    {"lost", 0}, {"imbalance", 1}, {"mean", 2}, {"max", 0}, {"rank", 3}, {"min", 4}, {"ranks", 5},
};
enum { C_LOST, C_IMBALANCE, C_MEAN, C_MAX, C_RANK, C_MIN, C_RANKS, COLUMNS };
_Static_assert(sizeof columns / sizeof *columns == COLUMNS, "a title for each column");

static const struct table_column waiting_columns[] = {
    {"waiting", 0}, {"of all", 1}, {"calls", 2}, {"mean", 3}, {"max", 1}, {"rank", 3}, {"min", 4}, {"ranks", 5},
};
enum { W_WAITING, W_OF_ALL, W_CALLS, W_MEAN, W_MAX, W_RANK, W_MIN, W_RANKS, WAITING_COLUMNS };
_Static_assert(sizeof waiting_columns / sizeof *waiting_columns == WAITING_COLUMNS, "a title for each column");

static bool is_mpi(const struct view *view, uint32_t node)
{
    return view->profile->regions[view->profile->nodes[node].region].kind == REGION_MPI;
}

/* max - mean over the ranks of the context, ps. */
static double lost(const struct stat_ranks *ranks)
{
    return (double)ranks->max - stat_ranks_mean(ranks);
}

/* max/mean - 1; no number where nobody spent any time. */
static double imbalance(const struct stat_ranks *ranks)
{
    double mean = stat_ranks_mean(ranks);
    return mean > 0 ? (double)ranks->max / mean - 1 : NAN;
}

/* What the ranks that called spent beyond the one that spent least, ps. */
static double waiting(const struct stat_ranks *ranks)
{
    return ranks->called ? (ranks->mean - (double)ranks->min) * ranks->called : 0;
}

static int compare_nodes(const void *left, const void *right, void *state)
{
    const struct view *view = state;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    const struct stat_ranks *x = &view->profile->nodes[a].ranks, *y = &view->profile->nodes[b].ranks;
    bool mpi = is_mpi(view, a);
    double p = mpi ? waiting(x) : lost(x), q = mpi ? waiting(y) : lost(y);
    return p > q ? -1 : p < q ? 1 : (a > b) - (a < b);
}

/* Those of MPI or all others that took the minimum on any rank, sorted. */
static uint32_t *pick(struct view *view, bool mpi, double minimum, uint32_t *count, struct arena *arena)
{
    const struct profile *profile = view->profile;
    uint32_t *nodes = arena_array(arena, profile->node_count, sizeof *nodes);
    double least = minimum / 100 * (double)profile->nodes[0].ranks.max;
    *count = 0;
    for (uint32_t i = 1; nodes && i < profile->node_count; i++)
        if (is_mpi(view, i) == mpi && (double)profile->nodes[i].ranks.max >= least)
            nodes[(*count)++] = i;
    if (nodes)
        qsort_r(nodes, *count, sizeof *nodes, compare_nodes, view);
    return nodes;
}

static const char *ranks_of(const struct stat_ranks *ranks, struct arena *arena)
{
    return ranks->called == ranks->in_context ? arena_printf(arena, "%u", ranks->called)
                                              : arena_printf(arena, "%u of %u", ranks->called, ranks->in_context);
}

static const char *place(const struct view *view, uint32_t i, struct arena *arena)
{
    const struct profile_node *node = &view->profile->nodes[i];
    const struct profile_region *region = &view->profile->regions[node->region];
    const char *above = view_path(view, node->parent, arena);
    return arena_printf(arena, "%s%s%s", view_place(region, arena), *above ? "  in " : "", above);
}

/* Adds the row of a path, as far as both tables have it: `share` of `whole` ps is what it is sorted by. */
static struct table_row *add_row(struct table *table, const struct view *view, uint32_t i, double share, double whole,
                                 struct arena *arena)
{
    struct table_row *row = table_add(table, arena);
    if (!row)
        return NULL;
    row->text = view->profile->regions[view->profile->nodes[i].region].name;
    row->note = place(view, i, arena);
    row->style = style_of_share(share, whole);
    return row;
}

static bool add_own_row(struct table *table, const struct view *view, uint32_t i, struct arena *arena)
{
    const struct stat_ranks *ranks = &view->profile->nodes[i].ranks;
    const char *mark = view_mark(view->nodes[i].estimated);
    struct table_row *row = add_row(table, view, i, lost(ranks), (double)view->profile->nodes[0].ranks.max, arena);
    if (!row)
        return false;
    row->cells[C_LOST] = text_seconds(arena, seconds(lost(ranks)), mark);
    if (!isnan(imbalance(ranks)))
        row->cells[C_IMBALANCE] = text_percent(arena, imbalance(ranks), 1);
    row->cells[C_MEAN] = text_seconds(arena, seconds(stat_ranks_mean(ranks)), mark);
    row->cells[C_MAX] = text_seconds(arena, seconds((double)ranks->max), mark);
    row->cells[C_RANK] = arena_printf(arena, "%u", ranks->max_rank);
    row->cells[C_MIN] = text_seconds(arena, seconds((double)stat_ranks_min(ranks)), mark);
    row->cells[C_RANKS] = ranks_of(ranks, arena);
    return true;
}

static bool add_mpi_row(struct table *table, const struct view *view, uint32_t i, struct arena *arena)
{
    const struct stat_ranks *ranks = &view->profile->nodes[i].ranks;
    const char *mark = view_mark(view->nodes[i].estimated);
    struct table_row *row = add_row(table, view, i, waiting(ranks), view->total, arena);
    if (!row)
        return false;
    row->cells[W_WAITING] = text_seconds(arena, seconds(waiting(ranks)), mark);
    row->cells[W_OF_ALL] = text_percent(arena, waiting(ranks), view->total);
    row->cells[W_CALLS] = text_count(arena, view->profile->nodes[i].calls.calls);
    row->cells[W_MEAN] = text_seconds(arena, seconds(ranks->mean), mark);
    row->cells[W_MAX] = text_seconds(arena, seconds((double)ranks->max), mark);
    row->cells[W_RANK] = arena_printf(arena, "%u", ranks->max_rank);
    row->cells[W_MIN] = text_seconds(arena, seconds((double)ranks->min), mark);
    row->cells[W_RANKS] = ranks_of(ranks, arena);
    return true;
}

/* Its parts in the terms of the columns. */
static void print_legend(struct screen *screen)
{
    screen_say(screen, STYLE_DIM,
               "\n"
               "mean     of the times of the ranks of the context; one that never came counts as 0\n"
               "lost     max - mean: what the slowest rank took longer than if all had shared the work\n"
               "imbalance  max / mean - 1: 0% when all take the same, 100% when the slowest takes twice the mean\n"
               "waiting  the time that ranks spent in a call of MPI beyond the rank that spent least there, summed;\n"
               "         there mean and min are of the ranks that called\n"
               "ranks    that came there, of those of the context; a path is left out by its max alone (--min)\n");
}

static bool print_text(struct report *report, const uint32_t *own, uint32_t own_count, const uint32_t *mpi,
                       uint32_t mpi_count, struct arena *arena, struct error *error)
{
    struct table unequal = {.columns = columns, .column_count = COLUMNS, .text_title = "unequal work"};
    struct table waits = {.columns = waiting_columns, .column_count = WAITING_COLUMNS, .text_title = "waiting"};
    struct screen *screen = &report->screen;
    summary_heading(screen, &report->view, report->name, arena);
    if (report->view.profile->nodes[0].ranks.called < 2) {
        screen_say(screen, STYLE_PLAIN, "one rank: there is nothing to compare\n");
        return true;
    }
    if (runs_several(report->view.profile)) {
        screen_say(screen, STYLE_PLAIN,
                   "these are no ranks of one job: there is nothing to compare. Name the profiles of one job.\n");
        return true;
    }
    for (uint32_t i = 0; i < own_count; i++)
        if (!add_own_row(&unequal, &report->view, own[i], arena))
            return error_set(error, ERROR_INTERNAL, "out of memory");
    for (uint32_t i = 0; i < mpi_count; i++)
        if (!add_mpi_row(&waits, &report->view, mpi[i], arena))
            return error_set(error, ERROR_INTERNAL, "out of memory");
    table_print(&unequal, screen);
    screen_say(screen, STYLE_PLAIN, "\n");
    if (mpi_count)
        table_print(&waits, screen);
    print_legend(screen);
    return true;
}

static void print_records(const struct view *view, const uint32_t *nodes, uint32_t count, struct records *records)
{
    for (uint32_t i = 0; i < count; i++) {
        struct arena scratch = {0};
        const struct profile_node *node = &view->profile->nodes[nodes[i]];
        const struct profile_region *region = &view->profile->regions[node->region];
        const struct stat_ranks *ranks = &node->ranks;
        records_text(records, view_path(view, nodes[i], &scratch));
        records_text(records, region->name);
        records_text(records, region->file);
        records_count(records, region->line);
        records_text(records, region_kind_name(region->kind));
        records_count(records, node->calls.calls);
        records_number(records, seconds(lost(ranks)));
        records_number(records, imbalance(ranks));
        records_number(records, is_mpi(view, nodes[i]) ? seconds(waiting(ranks)) : NAN);
        records_count(records, ranks->called);
        records_count(records, ranks->in_context);
        records_number(records, seconds((double)stat_ranks_min(ranks)));
        records_number(records, seconds(stat_ranks_mean(ranks)));
        records_number(records, seconds((double)ranks->max));
        records_count(records, ranks->max_rank);
        records_count(records, view->nodes[nodes[i]].estimated);
        records_count(records, nodes[i]);
        arena_free(&scratch);
    }
}

static bool run_imbalance(const struct options *options, struct arena *arena, struct error *error)
{
    static const char *const names[] = {"path",
                                        "name",
                                        "file",
                                        "line",
                                        "kind",
                                        "calls",
                                        "lost_s",
                                        "imbalance",
                                        "waiting_s",
                                        "ranks",
                                        "ranks_in_context",
                                        "rank_min_s",
                                        "rank_mean_s",
                                        "rank_max_s",
                                        "rank_of_max",
                                        "estimated",
                                        "node",
                                        NULL};
    struct report report;
    struct records records;
    uint32_t own_count, mpi_count;
    if (!report_open(&report, options, arena, error))
        return false;
    bool text = options->form == FORM_TEXT;
    double minimum = text ? options->minimum : 0;
    uint32_t *own = pick(&report.view, false, minimum, &own_count, arena);
    uint32_t *mpi = pick(&report.view, true, minimum, &mpi_count, arena);
    bool done = (own && mpi) || error_set(error, ERROR_INTERNAL, "out of memory");
    if (done && text) {
        done = print_text(&report, own, own_count, mpi, mpi_count, arena, error);
    } else if (done) {
        records_begin(&records, report.screen.stream, options->form, "instr-imbalance", names, report.view.profile);
        print_records(&report.view, own, own_count, &records);
        print_records(&report.view, mpi, mpi_count, &records);
        records_end(&records);
    }
    return report_close(&report, error) && done;
}

const struct command cmd_imbalance = {"imbalance",
                                      "[OPTION...] [PROFILE...]",
                                      "unequal work of the ranks, and where they wait for each other",
                                      OPTION_MINIMUM | OPTION_RECORDS | OPTION_PART,
                                      SORT_INCLUSIVE,
                                      run_imbalance};
