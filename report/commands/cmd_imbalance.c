/*
 * cmd_imbalance.c - where ranks do unequal work, and where the others wait for them.
 *
 * The first list holds the program's own paths, by the time lost: had all ranks taken the mean, the slowest would have been
 * done that much earlier. The second holds the calls of MPI, by the time that ranks waited there; where the profile does not
 * say that, by what they spent there beyond the rank that spent least: who comes last waits for nobody. Both look at the
 * largest time on one rank before they leave anything out, never at the mean: a single rank that does something for a second
 * makes all the others wait for a second.
 */
#include "report/balance.h"
#include "report/commands/command.h"
#include "report/metric.h"
#include "report/records.h"
#include "report/report.h"
#include "report/runs.h"
#include "report/summary.h"
#include "report/table.h"
#include "report/text.h"

#include <math.h>
#include <stdlib.h>

static const struct table_column columns[] = {
    {"lost", 0}, {"imbalance", 1}, {"mean", 2}, {"max", 0}, {"rank", 0}, {"min", 4}, {"ranks", 5},
};
enum { C_LOST, C_IMBALANCE, C_MEAN, C_MAX, C_RANK, C_MIN, C_RANKS, COLUMNS };
_Static_assert(sizeof columns / sizeof *columns == COLUMNS, "a title for each column");

static const struct table_column wait_columns[] = {
    {"waiting", 0}, {"of all", 1}, {"calls", 2}, {"mean", 3},  {"max", 1},
    {"rank", 3},    {"min", 4},    {"late", 0},  {"ranks", 5},
};
/* Where waiting is not known. */
static const struct table_column excess_columns[] = {
    {"excess", 0}, {"of all", 1}, {"calls", 2},    {"mean", 3},  {"max", 1},
    {"rank", 3},   {"min", 4},    {"least on", 0}, {"ranks", 5},
};
enum { M_WAITED, M_OF_ALL, M_CALLS, M_MEAN, M_MAX, M_RANK, M_MIN, M_LATE, M_RANKS, MPI_COLUMNS };
_Static_assert(sizeof wait_columns == sizeof excess_columns &&
                   sizeof wait_columns / sizeof *wait_columns == MPI_COLUMNS,
               "a title for each column");

static const char *ranks_of(const struct stat_ranks *ranks, struct arena *arena)
{
    return ranks->called == ranks->in_context ? arena_printf(arena, "%u", ranks->called)
                                              : arena_printf(arena, "%u of %u", ranks->called, ranks->in_context);
}

static struct table_row *add_path(struct table *table, const struct view *view, uint32_t i, double amount, double whole,
                                  struct arena *arena)
{
    const struct profile_node *node = &view->profile->nodes[i];
    const struct profile_region *region = &view->profile->regions[node->region];
    const char *above = view_path(view, node->parent, arena);
    struct table_row *row = table_add(table, arena);
    if (!row)
        return NULL;
    row->text = region->name;
    row->note = arena_printf(arena, "%s%s%s", view_location(view, region, arena), *above ? "  in " : "", above);
    row->style = style_of_share(amount, whole);
    return row;
}

static bool add_row(struct table *table, const struct view *view, const struct balance_path *path, struct arena *arena)
{
    const struct profile_node *node = &view->profile->nodes[path->node];
    const char *mark = view_mark(view->nodes[path->node].estimated);
    struct table_row *row =
        add_path(table, view, path->node, path->lost, (double)view->profile->nodes[0].ranks.max, arena);
    if (!row)
        return false;
    row->cells[C_LOST] = text_seconds(arena, seconds(path->lost), mark);
    if (!isnan(balance_ratio(path)))
        row->cells[C_IMBALANCE] = text_percent(arena, balance_ratio(path), 1);
    row->cells[C_MEAN] = text_seconds(arena, seconds(path->mean), mark);
    row->cells[C_MAX] = text_seconds(arena, seconds(path->max), mark);
    row->cells[C_RANK] = arena_printf(arena, "%u", path->max_rank);
    row->cells[C_MIN] = text_seconds(arena, seconds(path->min), mark);
    row->cells[C_RANKS] = ranks_of(&node->ranks, arena);
    return true;
}

/* The rank that others waited for; where that is not known, the one that spent least there, if it can be said. "": nobody. */
static const char *late_rank(const struct balance *balance, const struct balance_path *path, struct arena *arena)
{
    const struct stat_ranks *ranks = &balance->view->profile->nodes[path->node].ranks;
    const struct stat_ranks *delays =
        balance->waiting.known ? waiting_ranks(&balance->waiting.delays, path->node) : NULL;
    if (balance->waiting.known)
        return delays ? arena_printf(arena, "%u", delays->max_rank) : "";
    return ranks->called == ranks->in_context ? arena_printf(arena, "%u", ranks->min_rank) : "";
}

static bool add_mpi_row(struct table *table, const struct balance *balance, const struct balance_path *path,
                        struct arena *arena)
{
    const struct view *view = balance->view;
    const struct profile_node *node = &view->profile->nodes[path->node];
    const struct stat_ranks *ranks = &node->ranks;
    const char *mark = view_mark(view->nodes[path->node].estimated);
    struct table_row *row = add_path(table, view, path->node, path->waited, view->total, arena);
    if (!row)
        return false;
    row->cells[M_WAITED] =
        text_seconds(arena, seconds(path->waited), balance->waiting.known ? waiting_mark(&balance->waiting) : mark);
    row->cells[M_OF_ALL] = text_percent(arena, path->waited, view->total);
    row->cells[M_CALLS] = text_count(arena, node->calls.calls);
    row->cells[M_MEAN] = text_seconds(arena, seconds(stat_ranks_mean(ranks)), mark);
    row->cells[M_MAX] = text_seconds(arena, seconds((double)ranks->max), mark);
    row->cells[M_RANK] = arena_printf(arena, "%u", ranks->max_rank);
    row->cells[M_MIN] = text_seconds(arena, seconds((double)stat_ranks_min(ranks)), mark);
    row->cells[M_LATE] = late_rank(balance, path, arena);
    row->cells[M_RANKS] = ranks_of(ranks, arena);
    return true;
}

/* The columns in terms of each other. */
static void print_legend(struct screen *screen, const struct balance *balance, bool mpi)
{
    screen_say(screen, STYLE_PLAIN, "\n");
    screen_line(screen, STYLE_DIM,
                balance->members->all
                    ? "unequal work: time outside MPI; a path is left out if one below says the same"
                    : "unequal work: the profile lacks rows of some ranks, so these times include waiting in MPI");
    screen_line(screen, STYLE_DIM, "mean, min: over the ranks of the context; one that never called counts as 0");
    screen_line(screen, STYLE_DIM, "lost: max - mean; imbalance: max / mean - 1");
    if (mpi && balance->waiting.known)
        screen_line(screen, STYLE_DIM,
                    "waiting: time in a call in which another rank had not come yet, summed over the ranks; late: the "
                    "rank that others waited for most there");
    else if (mpi)
        screen_line(screen, STYLE_DIM,
                    "excess: time in a call beyond that of the rank that spent least there, summed over the ranks; "
                    "they may have waited for that rank");
}

/* A list fits in half a screen, unless all above a minimum are asked for. */
enum { LIST_ROWS = 7 };

static bool print_lists(struct screen *screen, const struct balance *balance, const struct options *options,
                        struct arena *arena)
{
    const struct view *view = balance->view;
    struct table unequal = {.columns = columns, .column_count = COLUMNS, .text_title = "unequal work"};
    struct table mpi = {.columns = balance->waiting.known ? wait_columns : excess_columns,
                        .column_count = MPI_COLUMNS,
                        .text_title = "in MPI"};
    double least = options->minimum / 100 * (double)view->profile->nodes[0].ranks.max;
    size_t room = options->minimum_given ? SIZE_MAX : LIST_ROWS;
    const struct balance_path *first = NULL;
    uint32_t hidden = 0, unsure = 0;
    for (uint32_t i = 0; i < balance->path_count; i++) {
        const struct balance_path *path = &balance->paths[i];
        if (path->repeats)
            continue;
        unsure += path->lost >= least && path->lost <= path->noise;
        if (path->lost < least || path->lost <= path->noise || unequal.row_count == room) {
            hidden += path->lost > path->noise;
            continue;
        }
        first = first ? first : path;
        if (!add_row(&unequal, view, path, arena))
            return false;
    }
    for (uint32_t i = 0; i < balance->mpi_count; i++) {
        if (balance->mpi[i].max < least || mpi.row_count == room)
            hidden++;
        else if (!add_mpi_row(&mpi, balance, &balance->mpi[i], arena))
            return false;
    }
    if (unequal.row_count)
        table_print(&unequal, screen);
    else
        screen_line(screen, STYLE_PLAIN, "no path has more work on one rank than on the others");
    screen_say(screen, STYLE_PLAIN, "\n");
    if (mpi.row_count)
        table_print(&mpi, screen);
    if (hidden)
        screen_line(screen, STYLE_DIM,
                    arena_printf(arena, "(%s more path%s with less: see --min=0)", text_count(arena, hidden),
                                 hidden > 1 ? "s" : ""));
    if (unsure)
        screen_line(screen, STYLE_DIM,
                    arena_printf(arena,
                                 "(%s more path%s left out: the error of the estimate is larger than what is lost)",
                                 text_count(arena, unsure), unsure > 1 ? "s" : ""));
    print_legend(screen, balance, mpi.row_count > 0);
    summary_outside(screen, view, arena);
    if (first && balance->members->all) {
        const char *name = view->profile->regions[view->profile->nodes[first->node].region].name;
        screen_command(screen, "next: ",
                       arena_printf(arena, "instr-report tree --callers=%s --rank=%u%s", text_shell(arena, name),
                                    first->max_rank, report_files(options, arena)));
    }
    return true;
}

/* What a metric says of a call path or (PROFILE_NONE) of a region on single ranks. */
struct spread {
    const struct stat_ranks *ranks;
    uint32_t node, region;
    double mean, lost; /* lost: what the rank that has most has beyond the mean */
};

static struct spread spread_of(const struct profile_metric *what, const struct stat_ranks *ranks, uint32_t node,
                               uint32_t region)
{
    double mean = metric_mean(what, ranks);
    return (struct spread){ranks, node, region, mean, (double)ranks->max - mean};
}

static int compare_lost(const void *left, const void *right)
{
    double a = ((const struct spread *)left)->lost, b = ((const struct spread *)right)->lost;
    return (a < b) - (a > b);
}

static struct table_row *add_region(struct table *table, const struct view *view, uint32_t region, struct arena *arena)
{
    const struct profile_region *what = &view->profile->regions[region];
    struct table_row *row = table_add(table, arena);
    if (row) {
        row->text = what->name;
        row->note = view_location(view, what, arena);
    }
    return row;
}

/* Ordered by what the rank that has most has beyond the mean, with all that is below. */
static bool print_spreads(struct screen *screen, const struct view *view, const struct profile_metric *what,
                          struct spread *spreads, uint32_t count, double least, struct arena *arena)
{
    const char *by = count && spreads[0].node == PROFILE_NONE ? "function" : "call path";
    struct table table = {
        .columns = columns, .column_count = COLUMNS, .text_title = arena_printf(arena, "%s, by %s", what->name, by)};
    qsort(spreads, count, sizeof *spreads, compare_lost);
    for (uint32_t i = 0; i < count && spreads[i].lost > 0 && spreads[i].lost >= least; i++) {
        const struct stat_ranks *ranks = spreads[i].ranks;
        double mean = spreads[i].mean, lost = spreads[i].lost;
        struct table_row *row = spreads[i].node == PROFILE_NONE
                                    ? add_region(&table, view, spreads[i].region, arena)
                                    : add_path(&table, view, spreads[i].node, lost, (double)ranks->max, arena);
        if (!row)
            return false;
        row->cells[C_LOST] = metric_text(arena, what->unit, lost);
        row->cells[C_IMBALANCE] = text_percent(arena, (double)ranks->max - mean, mean);
        row->cells[C_MEAN] = metric_text(arena, what->unit, mean);
        row->cells[C_MAX] = metric_text(arena, what->unit, (double)ranks->max);
        row->cells[C_RANK] = arena_printf(arena, "%u", ranks->max_rank);
        row->cells[C_MIN] = metric_text(arena, what->unit, metric_least(what, ranks));
        row->cells[C_RANKS] = ranks_of(ranks, arena);
    }
    if (table.row_count)
        table_print(&table, screen);
    else
        screen_line(screen, STYLE_PLAIN,
                    arena_printf(arena, "no %s has more of it on one rank than on the others", by));
    return table.text_title != NULL;
}

/* Functions, where that is known, and paths. */
static bool print_metric(struct screen *screen, const struct view *view, const struct metric_shown *metric,
                         double minimum, struct arena *arena)
{
    const struct profile *profile = view->profile;
    struct spread *functions = arena_array(arena, profile->region_count, sizeof *functions);
    struct spread *paths = arena_array(arena, profile->node_count, sizeof *paths);
    uint32_t function_count = 0, path_count = 0;
    double least = minimum / 100 * (metric->of_node[0] ? (double)metric->of_node[0]->ranks.max : 0);
    if (!functions || !paths)
        return false;
    for (uint32_t i = 0; i < profile->region_count; i++)
        if (metric->of_region[i])
            functions[function_count++] = spread_of(metric->what, &metric->of_region[i]->total, PROFILE_NONE, i);
    for (uint32_t i = 1; i < profile->node_count; i++)
        if (metric->of_node[i])
            paths[path_count++] = spread_of(metric->what, &metric->of_node[i]->ranks, i, profile->nodes[i].region);
    if (function_count) {
        if (!print_spreads(screen, view, metric->what, functions, function_count, least, arena))
            return false;
        screen_line(screen, STYLE_PLAIN, "");
    }
    return print_spreads(screen, view, metric->what, paths, path_count, least, arena);
}

static bool print_text(struct report *report, const struct balance *balance, const struct metrics_shown *metrics,
                       const struct options *options, struct arena *arena)
{
    struct screen *screen = &report->screen;
    if (!screen->width && !getenv("COLUMNS"))
        screen->width = 80; /* of a pipe, too: names behind all columns are too far away to be read */
    summary_heading(screen, &report->view, report->name, arena);
    if (report->view.profile->nodes[0].ranks.called < 2) {
        screen_say(screen, STYLE_PLAIN, "one rank: there is nothing to compare\n");
        return true;
    }
    if (runs_several(report->view.profile)) {
        screen_say(
            screen, STYLE_PLAIN,
            "these are not the ranks of one job, so there is nothing to compare: name the profiles of one job\n");
        return true;
    }
    for (unsigned i = 0; i < metrics->count; i++)
        if (!print_metric(screen, &report->view, &metrics->of[i], options->minimum, arena))
            return false;
    return metrics->count || print_lists(screen, balance, options, arena);
}

/* Beside the work, what the statistics over ranks say of inclusive times. */
static void print_records(const struct balance *balance, const struct balance_path *paths, uint32_t count,
                          struct records *records)
{
    const struct view *view = balance->view;
    struct arena scratch = {0};
    for (uint32_t i = 0; i < count; i++) {
        const struct balance_path *path = &paths[i];
        const struct profile_node *node = &view->profile->nodes[path->node];
        const struct profile_region *region = &view->profile->regions[node->region];
        const struct stat_ranks *ranks = &node->ranks;
        bool unseen = view->nodes[path->node].unseen;
        double mean = view_shown(stat_ranks_mean(ranks), unseen), most = view_shown((double)ranks->max, unseen);
        bool mpi = region->kind == REGION_MPI, work = !mpi && balance->members->all && !unseen;
        records_text(records, view_path(view, path->node, &scratch));
        records_text(records, region->name);
        records_text(records, region->file);
        records_count(records, region->line);
        records_text(records, region_kind_name(region->kind));
        records_count(records, node->calls.calls);
        records_number(records, seconds(most - mean));
        records_number(records, mean > 0 ? most / mean - 1 : NAN);
        records_number(records, mpi ? seconds(view_shown(path->excess, unseen)) : NAN);
        records_count(records, ranks->called);
        records_count(records, ranks->in_context);
        records_number(records, seconds(view_shown((double)stat_ranks_min(ranks), unseen)));
        records_number(records, seconds(mean));
        records_number(records, seconds(most));
        records_number(records, view_shown(ranks->max_rank, unseen));
        records_count(records, view->nodes[path->node].estimated);
        records_count(records, path->node);
        records_number(records, work ? seconds(path->lost) : NAN);
        records_number(records, work ? seconds(path->min) : NAN);
        records_number(records, work ? seconds(path->mean) : NAN);
        records_number(records, work ? seconds(path->max) : NAN);
        records_number(records, work ? (double)path->max_rank : NAN);
        records_count(records, path->repeats);
        arena_clear(&scratch);
    }
    arena_free(&scratch);
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
                                        "excess_s",
                                        "ranks",
                                        "ranks_in_context",
                                        "rank_min_s",
                                        "rank_mean_s",
                                        "rank_max_s",
                                        "rank_of_max",
                                        "estimated",
                                        "node",
                                        "work_lost_s",
                                        "work_min_s",
                                        "work_mean_s",
                                        "work_max_s",
                                        "rank_of_work_max",
                                        "repeats",
                                        NULL};
    struct report report;
    struct members members;
    struct balance balance;
    struct records records;
    struct metrics_shown metrics;
    if (!metrics_in_text(options, "imbalance", error) || !report_open(&report, options, arena, error))
        return false;
    bool done =
        metrics_show(&metrics, options, &report.view, arena, error) && metrics_measured(&metrics, "imbalance", error) &&
        (metrics_over_ranks(&metrics, &report.view, arena) || error_set(error, ERROR_INTERNAL, "out of memory")) &&
        members_make(&members, &report.view, arena, error) &&
        balance_make(&balance, &report.view, &members, arena, error);
    if (done && options->form == FORM_TEXT) {
        done = print_text(&report, &balance, &metrics, options, arena) ||
               error_set(error, ERROR_INTERNAL, "out of memory");
    } else if (done) {
        records_begin(&records, report.screen.stream, options->form, "instr-imbalance", names, report.view.profile);
        print_records(&balance, balance.paths, balance.path_count, &records);
        print_records(&balance, balance.mpi, balance.mpi_count, &records);
        records_end(&records);
    }
    return report_close(&report, error) && done;
}

const struct command cmd_imbalance = {{"imbalance", "[OPTION...] [PROFILE...]",
                                       "unequal work of the ranks, and where they wait for each other",
                                       OPTION_MINIMUM | OPTION_RECORDS | OPTION_PART | OPTION_METRIC},
                                      SORT_INCLUSIVE,
                                      run_imbalance};
