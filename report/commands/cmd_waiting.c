/*
 * cmd_waiting.c - where ranks wait for each other in MPI, for whom, and what these did meanwhile.
 *
 * The first list holds the calls that waited. The second holds the calls that others waited for, and the rank that came
 * there last. Both have the same time in all. The third holds what such ranks did meanwhile; where they waited themselves, that
 * is in no list.
 */
#include "report/commands/command.h"
#include "report/commands/waiting_by.h"
#include "report/records.h"
#include "report/report.h"
#include "report/runs.h"
#include "report/summary.h"
#include "report/table.h"
#include "report/text.h"
#include "report/waiting.h"
#include "report/waiting_sites.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct table_column wait_columns[] = {
    {"waiting", 0}, {"of all", 1}, {"calls", 2}, {"per call", 3}, {"of the calls", 1}, {"max", 2}, {"rank", 2},
};
enum { W_TIME, W_OF_ALL, W_CALLS, W_PER_CALL, W_OF_CALLS, W_MAX, W_RANK, WAIT_COLUMNS };
_Static_assert(sizeof wait_columns / sizeof *wait_columns == WAIT_COLUMNS, "a title for each column");

/* Of what others waited for, calls or causes, which is the title of the first. */
static const struct table_column late_columns[] = {
    {NULL, 0}, {"of waiting", 1}, {"rank", 0}, {"its part", 0}, {"late ranks", 1},
};
enum { L_TIME, L_OF_WAITING, L_RANK, L_PART, L_RANKS, LATE_COLUMNS };
_Static_assert(sizeof late_columns / sizeof *late_columns == LATE_COLUMNS, "a title for each column");

static struct table_row *add_path(struct table *table, const struct view *view, const struct waiting *waiting,
                                  const struct waiting_path *path, struct arena *arena)
{
    struct table_row *row = table_add(table, arena);
    if (!row)
        return NULL;
    row->text = view_path(view, path->node, arena);
    row->style = style_of_share(path->time, view->total);
    row->cells[0] = text_seconds(arena, seconds(path->time), waiting_mark(waiting));
    return row;
}

static bool add_wait(struct table *table, const struct view *view, const struct waiting *waiting,
                     const struct waiting_path *path, struct arena *arena)
{
    const struct profile_node *node = &view->profile->nodes[path->node];
    const struct stat_ranks *ranks = &waiting->waits.metric.of_node[path->node]->ranks;
    struct table_row *row = add_path(table, view, waiting, path, arena);
    if (!row)
        return false;
    row->note = waiting_sites_text(view, path->node, false, arena);
    row->cells[W_OF_ALL] = text_percent(arena, path->time, view->total);
    row->cells[W_CALLS] = view_calls(node->calls.calls, view->nodes[path->node].calls_estimated, arena);
    row->cells[W_PER_CALL] = view_per_call(arena, &node->calls, path->time, waiting_mark(waiting));
    row->cells[W_OF_CALLS] = text_percent(arena, path->time, view->nodes[path->node].inclusive);
    row->cells[W_MAX] = metric_text(arena, "ns", (double)ranks->max);
    row->cells[W_RANK] = runs_several(view->profile) ? "" : arena_printf(arena, "%u", ranks->max_rank);
    return true;
}

static bool add_late(struct table *table, const struct view *view, const struct waiting *waiting,
                     const struct waiting_list *list, const struct waiting_path *path, struct arena *arena)
{
    const struct stat_ranks *ranks = waiting_ranks(list, path->node);
    struct table_row *row = add_path(table, view, waiting, path, arena);
    if (!row)
        return false;
    row->note = list == &waiting->delays ? waiting_sites_text(view, path->node, true, arena) : "";
    row->cells[L_OF_WAITING] = text_percent(arena, path->time, waiting->delay);
    if (runs_several(view->profile) || !ranks)
        return true;
    row->cells[L_RANK] = arena_printf(arena, "%u", ranks->max_rank);
    row->cells[L_PART] = text_percent(arena, (double)ranks->max, ranks->mean * ranks->called);
    row->cells[L_RANKS] = text_count(arena, ranks->called);
    return true;
}

/* A table that has rows of the list; adds to `hidden` how many are below the least. */
static void print_list(struct screen *screen, struct table *table, const struct waiting_list *list, uint64_t *hidden)
{
    *hidden += list->count - table->row_count;
    if (!table->row_count)
        return;
    screen_say(screen, STYLE_PLAIN, "\n");
    table_print(table, screen);
}

static bool print_waits(struct screen *screen, const struct view *view, const struct waiting *waiting, double least,
                        uint64_t *hidden, struct arena *arena)
{
    struct table table = {
        .columns = wait_columns, .column_count = WAIT_COLUMNS, .text_title = "where ranks wait", .keeps_notes = true};
    for (uint32_t i = 0; i < waiting->waits.count && waiting->waits.paths[i].time >= least; i++)
        if (!add_wait(&table, view, waiting, &waiting->waits.paths[i], arena))
            return false;
    print_list(screen, &table, &waiting->waits, hidden);
    return true;
}

static bool print_late(struct screen *screen, const struct view *view, const struct waiting *waiting, bool causes,
                       double least, uint64_t *hidden, struct arena *arena)
{
    const struct waiting_list *list = causes ? &waiting->causes : &waiting->delays;
    struct table_column columns[LATE_COLUMNS];
    memcpy(columns, late_columns, sizeof columns);
    columns[L_TIME].title = causes ? "cause" : "delay";
    struct table table = {.columns = columns,
                          .column_count = LATE_COLUMNS,
                          .text_title = causes ? "what late ranks did meanwhile" : "what they wait for",
                          .keeps_notes = true};
    for (uint32_t i = 0; i < list->count && list->paths[i].time >= least; i++)
        if (!add_late(&table, view, waiting, list, &list->paths[i], arena))
            return false;
    print_list(screen, &table, list, hidden);
    return true;
}

static const struct table_column away_columns[] = {{"at most", 0}, {"of all", 1}, {"of the calls", 1}, {"rank", 2}};
enum { A_TIME, A_OF_ALL, A_OF_CALLS, A_RANK, AWAY_COLUMNS };
_Static_assert(sizeof away_columns / sizeof *away_columns == AWAY_COLUMNS, "a title for each column");

static bool add_away(struct table *table, const struct view *view, const struct waiting *waiting,
                     const struct waiting_path *path, struct arena *arena)
{
    const struct stat_ranks *ranks = waiting_ranks(&waiting->aways, path->node);
    struct table_row *row = add_path(table, view, waiting, path, arena);
    if (!row)
        return false;
    row->cells[A_OF_ALL] = text_percent(arena, path->time, view->total);
    row->cells[A_OF_CALLS] = text_percent(arena, path->time, view->nodes[path->node].inclusive);
    row->cells[A_RANK] = runs_several(view->profile) || !ranks ? "" : arena_printf(arena, "%u", ranks->max_rank);
    return true;
}

static bool print_aways(struct screen *screen, const struct view *view, const struct waiting *waiting, double least,
                        uint64_t *hidden, struct arena *arena)
{
    struct table table = {.columns = away_columns,
                          .column_count = AWAY_COLUMNS,
                          .text_title = "where ranks wait for messages whose other rank is outside of MPI"};
    for (uint32_t i = 0; i < waiting->aways.count && waiting->aways.paths[i].time >= least; i++)
        if (!add_away(&table, view, waiting, &waiting->aways.paths[i], arena))
            return false;
    print_list(screen, &table, &waiting->aways, hidden);
    return true;
}

static bool print_tables(struct screen *screen, const struct view *view, const struct waiting *waiting, double minimum,
                         struct arena *arena)
{
    double least = minimum / 100 * view->total;
    uint64_t hidden = 0;
    if (!print_waits(screen, view, waiting, least, &hidden, arena) ||
        !print_late(screen, view, waiting, false, least, &hidden, arena) ||
        !print_late(screen, view, waiting, true, least, &hidden, arena) ||
        !print_aways(screen, view, waiting, least, &hidden, arena))
        return false;
    if (hidden)
        screen_line(screen, STYLE_DIM,
                    arena_printf(arena, "(%s more path%s with less: see --min=0)", text_count(arena, hidden),
                                 hidden > 1 ? "s" : ""));
    return true;
}

static void print_legend(struct screen *screen, const struct waiting *waiting, struct arena *arena)
{
    if (waiting->error > 0)
        screen_line(screen, STYLE_DIM, "~ is estimated: ranks met more often than their logs hold");
    screen_line(screen, STYLE_DIM, "waiting: time in a call of MPI in which another rank had not come yet");
    screen_line(screen, STYLE_DIM, "delay: the same time, at the calls that the others waited for");
    screen_line(
        screen, STYLE_DIM,
        arena_printf(arena,
                     "cause: what of it the late rank was in a path for; for the rest, %s, it was in MPI itself, or "
                     "briefly in many paths",
                     text_percent(arena, waiting->uncaused, waiting->delay)));
    if (waiting->aways.count)
        screen_line(
            screen, STYLE_DIM,
            "at most: beside waiting; the message had been begun, and came after its other rank called MPI again");
    screen_line(screen, STYLE_DIM,
                "rank, its part: the rank that others waited for most there and below, and for how much of it");
}

/* What led to the largest cause on its rank, or without one to whom others waited for most; and who else has more to do. */
static void print_next(struct screen *screen, const struct view *view, const struct waiting *waiting, const char *files,
                       struct arena *arena)
{
    const struct profile *profile = view->profile;
    uint32_t cause = waiting->causes.count ? waiting->causes.paths[0].node : PROFILE_NONE;
    const struct stat_ranks *ranks = cause != PROFILE_NONE
                                         ? waiting_ranks(&waiting->causes, cause)
                                         : waiting_ranks(&waiting->delays, waiting->delays.paths[0].node);
    if (!ranks || runs_several(profile))
        return;
    const char *what = cause == PROFILE_NONE || !cause
                           ? ""
                           : arena_printf(arena, "tree --callers=%s ",
                                          text_shell(arena, profile->regions[profile->nodes[cause].region].name));
    screen_command(screen, "next: ", arena_printf(arena, "instr-report %s--rank=%u%s", what, ranks->max_rank, files));
    screen_command(
        screen, "      ",
        arena_printf(arena, "instr-report %s%s", profile->wait_count ? "waiting --by=cause" : "imbalance", files));
}

static const char *say_error(const struct waiting *waiting, struct arena *arena)
{
    return waiting->error <= 0 ? ""
                               : arena_printf(arena, ", with a standard error of %s at most",
                                              text_seconds(arena, seconds(waiting->error), ""));
}

static const char *say_away(const struct waiting *waiting, struct arena *arena)
{
    return waiting->away <= 0
               ? ""
               : arena_printf(arena, ", and %s at most for messages whose other rank was outside of MPI (%s)",
                              text_seconds(arena, seconds(waiting->away), waiting_mark(waiting)),
                              text_percent(arena, waiting->away, waiting->mpi));
}

static const char *say_polled(const struct waiting *waiting, struct arena *arena)
{
    return waiting->polled <= 0 ? ""
                                : arena_printf(arena, ", and polled %s (MPI_Test and its like, which do not wait)",
                                               text_seconds(arena, seconds(waiting->polled), ""));
}

static bool print_text(struct report *report, const struct waiting *waiting, const struct options *options,
                       struct arena *arena)
{
    struct screen *screen = &report->screen;
    const struct view *view = &report->view;
    summary_heading(screen, view, report->name, arena);
    if (!waiting->known) {
        screen_line(screen, STYLE_PLAIN,
                    "this profile has nothing of waiting, which the ranks of a job find together in MPI_Finalize");
        screen_command(screen, "next: ", arena_printf(arena, "instr-report imbalance%s", report_files(options, arena)));
        return true;
    }
    screen_line(screen, STYLE_PLAIN,
                arena_printf(arena, "MPI: %s, of which ranks waited %s for each other (%s%s)%s%s",
                             text_seconds(arena, seconds(waiting->mpi), ""),
                             text_seconds(arena, seconds(waiting->total), waiting_mark(waiting)),
                             text_percent(arena, waiting->total, waiting->mpi), say_error(waiting, arena),
                             say_away(waiting, arena), say_polled(waiting, arena)));
    if (waiting->clock_error > 0)
        screen_line(
            screen, STYLE_WARM,
            arena_printf(arena, "clocks: some message seems to come %s before it was sent; each wait may be so far off",
                         text_seconds(arena, seconds(waiting->clock_error), "")));
    if (!waiting->waits.count && !waiting->aways.count)
        return true;
    if (!print_tables(screen, view, waiting, options->minimum, arena))
        return false;
    screen_say(screen, STYLE_PLAIN, "\n");
    print_legend(screen, waiting, arena);
    summary_events(screen, view, NULL, arena);
    if (waiting->away > waiting->total) /* who is outside of MPI has more to do */
        screen_command(screen, "next: ", arena_printf(arena, "instr-report imbalance%s", report_files(options, arena)));
    else if (waiting->delays.count)
        print_next(screen, view, waiting, report_files(options, arena), arena);
    return true;
}

/* ns; no number where nobody looked for it. */
static double own_of(const struct waiting_list *list, uint32_t node)
{
    return list->metric.own ? list->metric.own[node] : NAN;
}

static void put_list(struct records *records, const struct waiting_list *list, uint32_t node)
{
    const double ns = 1e-9;
    const struct stat_ranks *ranks = list->metric.own ? waiting_ranks(list, node) : NULL;
    records_number(records, ns * own_of(list, node));
    records_number(records, ranks ? ns * (double)ranks->max : list->metric.own ? 0 : NAN);
    records_number(records, ranks ? (double)ranks->max_rank : NAN);
}

/* That which is dearest, by waiting, or where nobody waited by delay. */
static void put_site(struct records *records, const struct view *view, uint32_t node)
{
    uint32_t count;
    const struct profile_call_site *dearest = waiting_dearest(view->profile, node, false, &count);
    if (!dearest)
        dearest = waiting_dearest(view->profile, node, true, &count);
    records_text(records, dearest ? view_file(view, dearest->site) : "");
    records_count(records, count);
}

/* A path waits, or is waited for, or is the cause, or polls. */
static void print_records(const struct view *view, const struct waiting *waiting, struct records *records)
{
    struct arena scratch = {0};
    for (uint32_t i = 0; waiting->known && i < view->profile->node_count; i++) {
        double polled = waiting_polled(view, i);
        const struct waiting_list *lists[] = {&waiting->waits, &waiting->delays, &waiting->causes, &waiting->aways};
        double any = polled;
        for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
            any = fmax(any, own_of(lists[k], i));
        if (any <= 0)
            continue;
        const struct profile_node *node = &view->profile->nodes[i];
        records_text(records, view_path(view, i, &scratch));
        records_text(records, view->profile->regions[node->region].name);
        records_count(records, node->calls.calls);
        records_number(records, seconds(view->nodes[i].inclusive));
        put_list(records, &waiting->waits, i);
        put_list(records, &waiting->delays, i);
        put_list(records, &waiting->causes, i);
        records_number(records, seconds(polled));
        records_number(records, waiting->aways.metric.own ? 1e-9 * waiting->aways.metric.own[i] : 0);
        put_site(records, view, i);
        records_count(records, i);
        arena_clear(&scratch);
    }
    arena_free(&scratch);
}

static bool run_waiting(const struct options *options, struct arena *arena, struct error *error)
{
    static const char *const names[] = {"path",
                                        "name",
                                        "calls",
                                        "inclusive_s",
                                        "waiting_s",
                                        "rank_waiting_max_s",
                                        "rank_of_waiting_max",
                                        "delay_s",
                                        "rank_delay_max_s",
                                        "rank_of_delay_max",
                                        "cause_s",
                                        "rank_cause_max_s",
                                        "rank_of_cause_max",
                                        "polled_s",
                                        "away_s",
                                        "site",
                                        "sites",
                                        "node",
                                        NULL};
    struct report report;
    struct waiting waiting;
    struct records records;
    if (!report_open(&report, options, arena, error))
        return false;
    bool done = waiting_make(&waiting, &report.view, arena);
    if (done && options->waiting != WAITING_BY_PATH) {
        done = waiting_by(&report, &waiting, options, arena);
    } else if (done && options->form == FORM_TEXT) {
        done = print_text(&report, &waiting, options, arena);
    } else if (done) {
        records_begin(&records, report.screen.stream, options->form, "instr-waiting", names, report.view.profile);
        print_records(&report.view, &waiting, &records);
        records_end(&records);
    }
    if (!done)
        error_set(error, ERROR_INTERNAL, "out of memory");
    return report_close(&report, error) && done;
}

const struct command cmd_waiting = {{"waiting", "[OPTION...] [PROFILE...]",
                                     "where ranks wait for each other in MPI, for whom, and why",
                                     OPTION_MINIMUM | OPTION_RECORDS | OPTION_PART | OPTION_WAITING},
                                    SORT_INCLUSIVE,
                                    run_waiting};
