/*
 * waiting_work.c - `waiting --by=work`: lists unequal work of ranks, and where the others wait for them.
 *
 * The first list has the program's own paths, by lost time: largest minus mean. The second has the calls of MPI, by waiting time; if the
 * profile does not have that, by the time above that of the fastest rank, which is the last to arrive. Rows are left out by the largest
 * time of one rank, never by the mean: one rank that works for a second makes all others wait for a second.
 */
#include "report/commands/tables.h"
#include "report/derive/balance.h"
#include "report/derive/metric.h"
#include "report/derive/runs.h"
#include "report/derive/summary.h"
#include "report/read/report.h"
#include "report/show/rows.h"
#include "report/show/text.h"

#include <math.h>
#include <stdlib.h>

static const char *ranks_of(const struct stat_ranks *ranks, struct arena *arena)
{
    return ranks->called == ranks->in_context ? arena_printf(arena, "%u", ranks->called)
                                              : arena_printf(arena, "%u of %u", ranks->called, ranks->in_context);
}

static void add_path(struct rows *rows, const struct view *view, uint32_t i, double amount, double whole)
{
    const struct profile_node *node = &view->profile->nodes[i];
    const struct profile_region *region = &view->profile->regions[node->region];
    const char *above = view_path(view, node->parent, rows->arena);
    rows_add(rows, region->name);
    rows->row->note =
        arena_printf(rows->arena, "%s%s%s", view_location(view, region, rows->arena), *above ? "  in " : "", above);
    rows->row->style = style_of_share(amount, whole);
}

/* An amount that ranks have unequally: work in ps, or a metric. */
struct unequal {
    const struct profile_metric *what; /* null: work */
    const char *who;                   /* ranks or threads that were there */
    uint32_t max_rank;
    double lost, mean, max, min;
    double beyond, of; /* the imbalance is this part */
    const char *mark;
};

static const char *amount_text(const struct unequal *it, double amount, struct arena *arena)
{
    return it->what ? metric_text(arena, it->what->unit, amount) : text_seconds(arena, seconds(amount), it->mark);
}

#define UNEQUAL(X)                                                                                                     \
    X(NULL, "lost", 0, cell, amount_text(it, it->lost, arena))                                                         \
    X(NULL, "imbalance", 1, cell, text_percent(arena, it->beyond, it->of))                                             \
    X(NULL, "mean", 2, cell, amount_text(it, it->mean, arena))                                                         \
    X(NULL, "max", 0, cell, amount_text(it, it->max, arena))                                                           \
    X(NULL, "rank", 0, rank, true, it->max_rank)                                                                       \
    X(NULL, "min", 4, cell, amount_text(it, it->min, arena))                                                           \
    X(NULL, "ranks", 5, cell, it->who)
static const struct row_column unequal_columns[] = {UNEQUAL(ROW_COLUMN)};

static void put_unequal(struct rows *rows, const struct unequal *it)
{
    struct arena *arena = rows->arena;
    UNEQUAL(ROW_PUT)
}

static void add_row(struct rows *rows, const struct view *view, const struct balance_path *path)
{
    const struct stat_ranks *ranks = &view->profile->nodes[path->node].ranks;
    add_path(rows, view, path->node, path->lost, (double)view->profile->nodes[0].ranks.max);
    put_unequal(rows, &(struct unequal){.who = ranks_of(ranks, rows->arena),
                                        .max_rank = path->max_rank,
                                        .lost = path->lost,
                                        .mean = path->mean,
                                        .max = path->max,
                                        .min = path->min,
                                        .beyond = balance_ratio(path),
                                        .of = 1,
                                        .mark = view_mark(view->nodes[path->node].estimated)});
}

/* Returns the rank that others waited for; if that is unknown, the rank that spent least time there, if there is one; else "". */
static const char *late_rank(const struct balance *balance, const struct balance_path *path, struct arena *arena)
{
    const struct stat_ranks *ranks = &balance->view->profile->nodes[path->node].ranks;
    const struct stat_ranks *delays =
        balance->waiting.known ? waiting_ranks(&balance->waiting.delays, path->node) : NULL;
    if (balance->waiting.known)
        return delays ? arena_printf(arena, "%u", delays->max_rank) : "";
    return ranks->called == ranks->in_context ? arena_printf(arena, "%u", ranks->min_rank) : "";
}

/* Returns the time of the calls, or NULL beside waiting, which might look like a part of it. */
static const char *call_time_text(const struct balance *balance, double ps, const char *mark, struct arena *arena)
{
    return balance->waiting.known ? NULL : text_seconds(arena, seconds(ps), mark);
}

/* If waiting is unknown, the first column and that of late ranks have other titles. */
#define IN_MPI(X)                                                                                                      \
    X(NULL, "waiting", 0, seconds, path->waited, balance->waiting.known ? waiting_mark(&balance->waiting) : mark)      \
    X(NULL, "of all", 1, cell, text_percent(arena, path->waited, view->total))                                         \
    X(NULL, "calls", 2, count, node->calls.calls)                                                                      \
    X(NULL, "mean", 3, cell, call_time_text(balance, stat_ranks_mean(ranks), mark, arena))                             \
    X(NULL, "max", 1, cell, call_time_text(balance, (double)ranks->max, mark, arena))                                  \
    X(NULL, "rank", 3, rank, !balance->waiting.known, ranks->max_rank)                                                 \
    X(NULL, "min", 4, cell, call_time_text(balance, (double)stat_ranks_min(ranks), mark, arena))                       \
    X(NULL, "late", 0, cell, late_rank(balance, path, arena))                                                          \
    X(NULL, "ranks", 5, cell, ranks_of(ranks, arena))
static const struct row_column mpi_columns[] = {IN_MPI(ROW_COLUMN)};

static void add_mpi_row(struct rows *rows, const struct balance *balance, const struct balance_path *path)
{
    const struct view *view = balance->view;
    const struct profile_node *node = &view->profile->nodes[path->node];
    const struct stat_ranks *ranks = &node->ranks;
    const char *mark = view_mark(view->nodes[path->node].estimated);
    struct arena *arena = rows->arena;
    add_path(rows, view, path->node, path->waited, view->total);
    IN_MPI(ROW_PUT)
}

/* Explains how the columns are computed from each other. */
static void print_legend(struct screen *screen, const struct balance *balance, bool mpi)
{
    screen_say(screen, STYLE_PLAIN, "\n");
    screen_line(screen, STYLE_DIM,
                balance->members->all
                    ? "unequal work: time outside MPI; a path is left out if one below it shows the same"
                    : "unequal work: the profile lacks rows of some ranks, so these times include waiting in MPI");
    screen_line(screen, STYLE_DIM, "mean, min: over the ranks of the context; a rank without calls counts as 0");
    screen_line(screen, STYLE_DIM, "lost: max - mean; imbalance: max / mean - 1");
    if (mpi && balance->waiting.known)
        screen_line(screen, STYLE_DIM,
                    "waiting: time in a call that another rank had not reached yet, summed over the ranks; late: the "
                    "rank that others waited for most");
    else if (mpi)
        screen_line(
            screen, STYLE_DIM,
            "excess: time above that of the fastest rank, summed over the ranks; they may have waited for that rank");
}

/* A list fits into half a screen, unless a minimum is given. */
enum { LIST_ROWS = 7 };

static void add_team(struct rows *rows, const struct balance *balance, const struct team *team)
{
    const struct view *view = balance->view;
    bool job = view->profile->nodes[0].ranks.called > 1;
    add_path(rows, view, team->node, team_lost(team), balance->teams.parts);
    if (job)
        rows->row->note = arena_printf(rows->arena, "rank %u, %s", team->rank, rows->row->note);
    put_unequal(rows, &(struct unequal){.who = arena_printf(rows->arena, "%u", team->seen),
                                        .max_rank = team->thread,
                                        .lost = team_lost(team),
                                        .mean = team->mean,
                                        .max = team->most,
                                        .min = team->least,
                                        .beyond = team_lost(team),
                                        .of = team->mean,
                                        .mark = ""});
}

/* Prints, by path, the threads' work in parallel regions that began there. */
static void print_teams(struct screen *screen, const struct balance *balance, const struct options *options,
                        struct arena *arena)
{
    const struct teams *teams = &balance->teams;
    double least = options->minimum / 100 * teams->parts;
    size_t room = options->minimum_given ? SIZE_MAX : LIST_ROWS;
    struct rows rows;
    ROWS_BEGIN(&rows, FORM_TEXT, unequal_columns, arena);
    rows.table.text_title = "unequal work in OpenMP regions";
    rows_rename(&rows, "rank", "thread");
    rows_rename(&rows, "ranks", "threads");
    for (uint32_t i = 0; i < teams->count && rows.table.row_count < room; i++)
        if (teams->of[i].parts >= least)
            add_team(&rows, balance, &teams->of[i]);
    if (!rows.table.row_count)
        return;
    table_print(&rows.table, screen);
    screen_line(screen, STYLE_DIM, "lost: max - mean of the threads' work in the region; imbalance: max / mean - 1");
}

static void print_lists(struct screen *screen, const struct balance *balance, const struct options *options,
                        struct arena *arena)
{
    const struct view *view = balance->view;
    struct rows unequal, mpi;
    double least = options->minimum / 100 * (double)view->profile->nodes[0].ranks.max;
    size_t room = options->minimum_given ? SIZE_MAX : LIST_ROWS;
    const struct balance_path *first = NULL;
    uint32_t hidden = 0, unsure = 0;
    ROWS_BEGIN(&unequal, FORM_TEXT, unequal_columns, arena);
    ROWS_BEGIN(&mpi, FORM_TEXT, mpi_columns, arena);
    unequal.table.text_title = "unequal work";
    mpi.table.text_title = "in MPI";
    if (!balance->waiting.known) {
        rows_rename(&mpi, "waiting", "excess");
        rows_rename(&mpi, "late", "fastest");
    }
    for (uint32_t i = 0; i < balance->path_count; i++) {
        const struct balance_path *path = &balance->paths[i];
        if (path->repeats)
            continue;
        unsure += path->lost >= least && path->lost <= path->noise;
        if (path->lost < least || path->lost <= path->noise || unequal.table.row_count == room) {
            hidden += path->lost > path->noise;
            continue;
        }
        first = first ? first : path;
        add_row(&unequal, view, path);
    }
    for (uint32_t i = 0; i < balance->mpi_count; i++) {
        if (balance->mpi[i].max < least || mpi.table.row_count == room)
            hidden++;
        else
            add_mpi_row(&mpi, balance, &balance->mpi[i]);
    }
    if (unequal.table.row_count)
        table_print(&unequal.table, screen);
    else
        screen_line(screen, STYLE_PLAIN, "no call path with unequal work");
    screen_say(screen, STYLE_PLAIN, "\n");
    if (mpi.table.row_count)
        table_print(&mpi.table, screen);
    if (hidden)
        screen_print(screen, STYLE_DIM, "(%s more path%s with less: see --min=0)", text_count(arena, hidden),
                     hidden > 1 ? "s" : "");
    if (unsure)
        screen_print(screen, STYLE_DIM, "(%s more path%s left out: the loss is smaller than the error of the estimate)",
                     text_count(arena, unsure), unsure > 1 ? "s" : "");
    print_legend(screen, balance, mpi.table.row_count > 0);
    summary_outside(screen, view, arena);
    if (first && balance->members->all) {
        const char *name = view->profile->regions[view->profile->nodes[first->node].region].name;
        screen_command(screen, "next: ", "tree --callers=%s --rank=%u%s", text_shell(arena, name), first->max_rank,
                       report_files(options, arena));
    }
}

/* A metric of a call path, or (PROFILE_NONE) of a region, on single ranks. */
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

static void add_region(struct rows *rows, const struct view *view, uint32_t region)
{
    const struct profile_region *what = &view->profile->regions[region];
    rows_add(rows, what->name);
    rows->row->note = view_location(view, what, rows->arena);
}

/* Sorts by the excess of the largest rank over the mean, inclusive. */
static void print_spreads(struct screen *screen, const struct view *view, const struct profile_metric *what,
                          struct spread *spreads, uint32_t count, double least, struct arena *arena)
{
    const char *by = count && spreads[0].node == PROFILE_NONE ? "function" : "call path";
    struct rows rows;
    ROWS_BEGIN(&rows, FORM_TEXT, unequal_columns, arena);
    rows.table.text_title = arena_printf(arena, "%s, by %s", what->name, by);
    qsort(spreads, count, sizeof *spreads, compare_lost);
    for (uint32_t i = 0; i < count && spreads[i].lost > 0 && spreads[i].lost >= least; i++) {
        const struct stat_ranks *ranks = spreads[i].ranks;
        double mean = spreads[i].mean, lost = spreads[i].lost;
        if (spreads[i].node == PROFILE_NONE)
            add_region(&rows, view, spreads[i].region);
        else
            add_path(&rows, view, spreads[i].node, lost, (double)ranks->max);
        put_unequal(&rows, &(struct unequal){.what = what,
                                             .who = ranks_of(ranks, rows.arena),
                                             .max_rank = ranks->max_rank,
                                             .lost = lost,
                                             .mean = mean,
                                             .max = (double)ranks->max,
                                             .min = metric_least(what, ranks),
                                             .beyond = (double)ranks->max - mean,
                                             .of = mean});
    }
    if (rows.table.row_count)
        table_print(&rows.table, screen);
    else
        screen_print(screen, STYLE_PLAIN, "no %s with unequal values", by);
}

/* Prints a metric by function, if known, and by path. */
static void print_metric(struct screen *screen, const struct view *view, const struct metric_shown *metric,
                         double minimum, struct arena *arena)
{
    const struct profile *profile = view->profile;
    struct spread *functions = arena_array(arena, profile->region_count, sizeof *functions);
    struct spread *paths = arena_array(arena, profile->node_count, sizeof *paths);
    uint32_t function_count = 0, path_count = 0;
    double least = minimum / 100 * (metric->of_node[0] ? (double)metric->of_node[0]->ranks.max : 0);
    for (uint32_t i = 0; i < profile->region_count; i++)
        if (metric->of_region[i])
            functions[function_count++] = spread_of(metric->what, &metric->of_region[i]->total, PROFILE_NONE, i);
    for (uint32_t i = 1; i < profile->node_count; i++)
        if (metric->of_node[i])
            paths[path_count++] = spread_of(metric->what, &metric->of_node[i]->ranks, i, profile->nodes[i].region);
    if (function_count) {
        print_spreads(screen, view, metric->what, functions, function_count, least, arena);
        screen_line(screen, STYLE_PLAIN, "");
    }
    print_spreads(screen, view, metric->what, paths, path_count, least, arena);
}

static void print_text(struct report *report, const struct balance *balance, const struct metrics_shown *metrics,
                       const struct options *options, struct arena *arena)
{
    struct screen *screen = &report->screen;
    if (!screen->width && !getenv("COLUMNS"))
        screen->width = 80; /* of a pipe, too: names behind all columns are too far away to be read */
    summary_heading(screen, &report->view, report->name, arena);
    if (report->view.profile->nodes[0].ranks.called < 2) {
        if (!balance->teams.count)
            screen_say(screen, STYLE_PLAIN, "nothing to compare: there is only one rank\n");
        print_teams(screen, balance, options, arena);
        return;
    }
    if (runs_several(report->view.profile)) {
        screen_say(screen, STYLE_PLAIN, "nothing to compare: these profiles are not of one job\n");
        return;
    }
    for (unsigned i = 0; i < metrics->count; i++)
        print_metric(screen, &report->view, &metrics->of[i], options->minimum, arena);
    if (!metrics->count) {
        print_lists(screen, balance, options, arena);
        print_teams(screen, balance, options, arena);
    }
}

/* Beside work: statistics over ranks of inclusive times. */
#define COLUMNS(X)                                                                                                     \
    X("path", NULL, 0, text, view_path(view, path->node, &scratch))                                                    \
    ROW_REGION(X, region)                                                                                              \
    X("calls", NULL, 0, count, node->calls.calls)                                                                      \
    X("lost_s", NULL, 0, seconds, most - mean, "")                                                                     \
    X("imbalance", NULL, 0, ratio, mean > 0 ? most / mean - 1 : NAN)                                                   \
    X("excess_s", NULL, 0, seconds, mpi ? view_shown(path->excess, unseen) : NAN, "")                                  \
    X("ranks", NULL, 0, count, ranks->called)                                                                          \
    X("ranks_in_context", NULL, 0, count, ranks->in_context)                                                           \
    X("rank_min_s", NULL, 0, seconds, view_shown((double)stat_ranks_min(ranks), unseen), "")                           \
    X("rank_mean_s", NULL, 0, seconds, mean, "")                                                                       \
    X("rank_max_s", NULL, 0, seconds, most, "")                                                                        \
    X("rank_of_max", NULL, 0, rank, !unseen, ranks->max_rank)                                                          \
    X("estimated", NULL, 0, count, view->nodes[path->node].estimated)                                                  \
    X("node", NULL, 0, count, path->node)                                                                              \
    X("work_lost_s", NULL, 0, seconds, work ? path->lost : NAN, "")                                                    \
    X("work_min_s", NULL, 0, seconds, work ? path->min : NAN, "")                                                      \
    X("work_mean_s", NULL, 0, seconds, work ? path->mean : NAN, "")                                                    \
    X("work_max_s", NULL, 0, seconds, work ? path->max : NAN, "")                                                      \
    X("rank_of_work_max", NULL, 0, rank, work, path->max_rank)                                                         \
    X("repeats", NULL, 0, count, path->repeats)                                                                        \
    X("regions", NULL, 0, count, team ? team->regions : 0)                                                             \
    X("parts_s", NULL, 0, seconds, team ? team->parts : NAN, "")                                                       \
    X("thread_parts_mean_s", NULL, 0, seconds, team ? team->mean : NAN, "")                                            \
    X("thread_parts_max_s", NULL, 0, seconds, team ? team->most : NAN, "")                                             \
    X("thread_of_parts_max", NULL, 0, rank, team, team ? team->thread : 0)                                             \
    X("rank_of_parts_max", NULL, 0, rank, team, team ? team->rank : 0)                                                 \
    X("threads", NULL, 0, count, team ? team->seen : 0)
static const struct row_column columns[] = {COLUMNS(ROW_COLUMN)};
const struct row_form form_imbalance = ROW_FORM("imbalance", columns);

static void put_records(struct rows *rows, const struct balance *balance, const struct balance_path *paths,
                        uint32_t count)
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
        const struct team *team = teams_at(&balance->teams, path->node);
        bool mpi = region->kind == REGION_MPI, work = !mpi && balance->members->all && !unseen;
        COLUMNS(ROW_PUT)
        arena_clear(&scratch);
    }
    arena_free(&scratch);
}

bool waiting_work(struct report *report, const struct options *options, struct arena *arena, struct error *error)
{
    struct members members;
    struct balance balance;
    struct rows rows;
    struct metrics_shown metrics;
    if (!metrics_show_text(&metrics, options, &report->view, "waiting --by=work", arena, error))
        return false;
    metrics_over_ranks(&metrics, &report->view, arena);
    members_make(&members, &report->view, arena);
    balance_make(&balance, &report->view, &members, arena);
    if (options->form == FORM_TEXT) {
        print_text(report, &balance, &metrics, options, arena);
        return true;
    }
    rows_begin(&rows, options->form, &form_imbalance, arena);
    rows_open(&rows, report->screen.stream, report->view.profile);
    put_records(&rows, &balance, balance.paths, balance.path_count);
    put_records(&rows, &balance, balance.mpi, balance.mpi_count);
    rows_close(&rows);
    return true;
}
