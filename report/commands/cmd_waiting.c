/*
 * cmd_waiting.c - where ranks wait for each other in MPI, and for whom.
 *
 * The first list holds the calls that waited. The second holds the calls that others waited for, and the rank that came
 * there last: what this rank did before is what the others waited for. Both have the same time in all.
 */
#include "report/commands/command.h"
#include "report/records.h"
#include "report/report.h"
#include "report/runs.h"
#include "report/summary.h"
#include "report/table.h"
#include "report/text.h"
#include "report/waiting.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct table_column wait_columns[] = {
    {"waiting", 0}, {"of all", 1}, {"calls", 2}, {"per call", 3}, {"of the calls", 1}, {"max", 2}, {"rank", 2},
};
enum { W_TIME, W_OF_ALL, W_CALLS, W_PER_CALL, W_OF_CALLS, W_MAX, W_RANK, WAIT_COLUMNS };
_Static_assert(sizeof wait_columns / sizeof *wait_columns == WAIT_COLUMNS, "a title for each column");

static const struct table_column delay_columns[] = {{"delay", 0}, {"rank", 0}, {"its part", 0}, {"late ranks", 1}};
enum { D_TIME, D_RANK, D_PART, D_RANKS, DELAY_COLUMNS };
_Static_assert(sizeof delay_columns / sizeof *delay_columns == DELAY_COLUMNS, "a title for each column");

static struct table_row *add_path(struct table *table, const struct view *view, const struct waiting_path *path,
                                  struct arena *arena)
{
    struct table_row *row = table_add(table, arena);
    if (!row)
        return NULL;
    row->text = view_path(view, path->node, arena);
    row->style = style_of_share(path->time, view->total);
    row->cells[0] = text_seconds(arena, seconds(path->time), "");
    return row;
}

static bool add_wait(struct table *table, const struct view *view, const struct waiting *waiting,
                     const struct waiting_path *path, struct arena *arena)
{
    const struct profile_node *node = &view->profile->nodes[path->node];
    const struct stat_ranks *ranks = &waiting->waited.of_node[path->node]->ranks;
    struct table_row *row = add_path(table, view, path, arena);
    if (!row)
        return false;
    row->cells[W_OF_ALL] = text_percent(arena, path->time, view->total);
    row->cells[W_CALLS] = view_calls(node->calls.calls, view->nodes[path->node].calls_estimated, arena);
    row->cells[W_PER_CALL] = view_per_call(arena, &node->calls, path->time, "");
    row->cells[W_OF_CALLS] = text_percent(arena, path->time, view->nodes[path->node].inclusive);
    row->cells[W_MAX] = metric_text(arena, "ns", (double)ranks->max);
    row->cells[W_RANK] = runs_several(view->profile) ? "" : arena_printf(arena, "%u", ranks->max_rank);
    return true;
}

static bool add_delay(struct table *table, const struct view *view, const struct waiting *waiting,
                      const struct waiting_path *path, struct arena *arena)
{
    const struct stat_ranks *ranks = waiting_delays(waiting, path->node);
    struct table_row *row = add_path(table, view, path, arena);
    if (!row)
        return false;
    if (runs_several(view->profile) || !ranks)
        return true;
    row->cells[D_RANK] = arena_printf(arena, "%u", ranks->max_rank);
    row->cells[D_PART] = text_percent(arena, (double)ranks->max, waiting->delayed.own[path->node]);
    row->cells[D_RANKS] = text_count(arena, ranks->called);
    return true;
}

static bool print_tables(struct screen *screen, const struct view *view, const struct waiting *waiting, double minimum,
                         struct arena *arena)
{
    struct table waits = {.columns = wait_columns, .column_count = WAIT_COLUMNS, .text_title = "where ranks wait"};
    struct table delays = {
        .columns = delay_columns, .column_count = DELAY_COLUMNS, .text_title = "what they wait for, and on which rank"};
    double least = minimum / 100 * view->total;
    for (uint32_t i = 0; i < waiting->wait_count && waiting->waits[i].time >= least; i++)
        if (!add_wait(&waits, view, waiting, &waiting->waits[i], arena))
            return false;
    for (uint32_t i = 0; i < waiting->delay_count && waiting->delays[i].time >= least; i++)
        if (!add_delay(&delays, view, waiting, &waiting->delays[i], arena))
            return false;
    if (waits.row_count)
        table_print(&waits, screen);
    screen_say(screen, STYLE_PLAIN, "\n");
    if (delays.row_count)
        table_print(&delays, screen);
    uint64_t hidden = waiting->wait_count + waiting->delay_count - waits.row_count - delays.row_count;
    if (hidden)
        screen_line(screen, STYLE_DIM,
                    arena_printf(arena, "%s smaller ones are not shown; --min=0 shows all", text_count(arena, hidden)));
    return true;
}

static void print_legend(struct screen *screen)
{
    screen_line(screen, STYLE_DIM, "waiting: time in a call of MPI in which another rank had not come yet");
    screen_line(screen, STYLE_DIM,
                "delay: the same time, at the calls that the others waited for; "
                "its part: that of the rank they waited for most");
}

/* What the rank did that others waited for most, and who else has more to do. */
static void print_next(struct screen *screen, const struct view *view, const struct waiting *waiting, const char *files,
                       struct arena *arena)
{
    const struct stat_ranks *ranks = waiting->delay_count ? waiting_delays(waiting, waiting->delays[0].node) : NULL;
    if (!ranks || runs_several(view->profile))
        return;
    screen_command(screen, "next: ", arena_printf(arena, "instr-report --rank=%u%s", ranks->max_rank, files));
    screen_command(screen, "      ", arena_printf(arena, "instr-report imbalance%s", files));
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
                arena_printf(arena, "MPI: %s, of which ranks waited %s for each other (%s)",
                             text_seconds(arena, seconds(waiting->mpi), ""),
                             text_seconds(arena, seconds(waiting->total), ""),
                             text_percent(arena, waiting->total, waiting->mpi)));
    if (!waiting->wait_count)
        return true;
    screen_say(screen, STYLE_PLAIN, "\n");
    if (!print_tables(screen, view, waiting, options->minimum, arena))
        return false;
    screen_say(screen, STYLE_PLAIN, "\n");
    print_legend(screen);
    print_next(screen, view, waiting, report_files(options, arena), arena);
    return true;
}

static void put_ranks(struct records *records, const struct stat_ranks *ranks, double scale)
{
    records_number(records, ranks ? scale * (double)ranks->max : 0);
    records_number(records, ranks ? (double)ranks->max_rank : NAN);
}

/* A path waits, or is waited for, or both. */
static void print_records(const struct view *view, const struct waiting *waiting, struct records *records)
{
    const double ns = 1e-9;
    struct arena scratch = {0};
    for (uint32_t i = 0; waiting->known && i < view->profile->node_count; i++) {
        double waited = waiting->waited.own[i], delayed = waiting->delayed.own[i];
        if (!(waited > 0) && !(delayed > 0))
            continue;
        const struct profile_node *node = &view->profile->nodes[i];
        records_text(records, view_path(view, i, &scratch));
        records_text(records, view->profile->regions[node->region].name);
        records_count(records, node->calls.calls);
        records_number(records, seconds(view->nodes[i].inclusive));
        records_number(records, ns * waited);
        put_ranks(records, waited > 0 ? &waiting->waited.of_node[i]->ranks : NULL, ns);
        records_number(records, ns * delayed);
        put_ranks(records, waiting_delays(waiting, i), ns);
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
                                        "node",
                                        NULL};
    struct report report;
    struct waiting waiting;
    struct records records;
    if (!report_open(&report, options, arena, error))
        return false;
    bool done = waiting_make(&waiting, &report.view, arena);
    if (done && options->form == FORM_TEXT) {
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
                                     "where ranks wait for each other in MPI, and for whom",
                                     OPTION_MINIMUM | OPTION_RECORDS | OPTION_PART},
                                    SORT_INCLUSIVE,
                                    run_waiting};
