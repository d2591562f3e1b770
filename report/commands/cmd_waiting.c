/*
 * cmd_waiting.c - lists where ranks wait for each other in MPI, for which rank, and what that rank did meanwhile.
 *
 * The first list has the calls that waited. The second has the calls that others waited for, with the last rank to arrive; both lists
 * have the same total time. The third has what the late ranks did meanwhile, without their own waiting. The last has the waiting of
 * threads in OpenMP.
 */
#include "report/commands/command.h"
#include "report/commands/tables.h"
#include "report/derive/runs.h"
#include "report/derive/summary.h"
#include "report/derive/teams.h"
#include "report/derive/waiting.h"
#include "report/read/report.h"
#include "report/show/rows.h"
#include "report/show/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Returns waiting as a share of call time. Waiting is by the clock, while the probe's overhead is subtracted from call time, so it may exceed
 * 100%. */
static const char *part_of_calls(const struct view *view, const struct waiting_path *path, struct arena *arena)
{
    double calls = view->nodes[path->node].inclusive;
    return text_percent(arena, fmin(path->time, calls), calls);
}

/* The data of a row. */
struct place {
    const struct view *view;
    const struct waiting *waiting;
    const struct waiting_list *list;
    const struct waiting_path *path;
    const struct profile_node *node;
    const struct stat_ranks *ranks; /* that waited or were late there; null: not known */
    const char *mark;
    bool job; /* its ranks have numbers */
};

#define WAITS(X)                                                                                                       \
    X(NULL, "waiting", 0, seconds, path->time, at->mark)                                                               \
    X(NULL, "of all", 1, cell, text_percent(arena, path->time, view->total))                                           \
    X(NULL, "calls", 2, calls, at->node->calls.calls, view->nodes[path->node].calls_estimated)                         \
    X(NULL, "per call", 3, cell, view_per_call(arena, &at->node->calls, path->time, at->mark))                         \
    X(NULL, "of call time", 1, cell, part_of_calls(view, path, arena))                                                 \
    X(NULL, "max", 2, cell, metric_text(arena, "ns", (double)ranks->max))                                              \
    X(NULL, "rank", 2, rank, at->job, ranks->max_rank)

/* The columns of the lists of delays and of causes; the first title is that of the list. */
#define LATE(X)                                                                                                        \
    X(NULL, "delay", 0, seconds, path->time, at->mark)                                                                 \
    X(NULL, "of waiting", 1, cell, text_percent(arena, path->time, at->waiting->delay))                                \
    X(NULL, "rank", 0, rank, ranks, ranks ? ranks->max_rank : 0)                                                       \
    X(NULL, "its share", 0, cell, ranks ? part_text(ranks, arena) : NULL)                                              \
    X(NULL, "late ranks", 1, cell, ranks ? text_count(arena, ranks->called) : NULL)

#define AWAY(X)                                                                                                        \
    X(NULL, "at most", 0, seconds, path->time, at->mark)                                                               \
    X(NULL, "of all", 1, cell, text_percent(arena, path->time, view->total))                                           \
    X(NULL, "of call time", 1, cell, part_of_calls(view, path, arena))                                                 \
    X(NULL, "rank", 2, rank, ranks, ranks ? ranks->max_rank : 0)

static const struct row_column wait_columns[] = {WAITS(ROW_COLUMN)}, late_columns[] = {LATE(ROW_COLUMN)},
                               away_columns[] = {AWAY(ROW_COLUMN)};

static const char *part_text(const struct stat_ranks *ranks, struct arena *arena)
{
    return text_percent(arena, (double)ranks->max, ranks->mean * ranks->called);
}

static void put_wait(struct rows *rows, const struct place *at)
{
    const struct waiting_path *path = at->path;
    const struct view *view = at->view;
    const struct stat_ranks *ranks = &at->waiting->waits.metric.of_node[path->node]->ranks;
    struct arena *arena = rows->arena;
    rows->row->note = waiting_sites_text(view, path->node, false, arena);
    WAITS(ROW_PUT)
}

static void put_late(struct rows *rows, const struct place *at)
{
    const struct waiting_path *path = at->path;
    struct arena *arena = rows->arena;
    const struct stat_ranks *ranks = at->job ? at->ranks : NULL;
    rows->row->note = at->list == &at->waiting->delays ? waiting_sites_text(at->view, path->node, true, arena) : "";
    LATE(ROW_PUT)
}

static void put_away(struct rows *rows, const struct place *at)
{
    const struct waiting_path *path = at->path;
    const struct view *view = at->view;
    struct arena *arena = rows->arena;
    const struct stat_ranks *ranks = at->job ? at->ranks : NULL;
    AWAY(ROW_PUT)
}

/* Prints the paths of a list with at least the minimum, if any, and adds the number of the others to `hidden`. */
static void print_list(struct screen *screen, struct rows *rows, const struct view *view, const struct waiting *waiting,
                       const struct waiting_list *list, double least, uint64_t *hidden,
                       void (*put)(struct rows *rows, const struct place *at))
{
    for (uint32_t i = 0; i < list->count && list->paths[i].time >= least; i++) {
        const struct waiting_path *path = &list->paths[i];
        const struct place at = {view,
                                 waiting,
                                 list,
                                 path,
                                 &view->profile->nodes[path->node],
                                 waiting_ranks(list, path->node),
                                 waiting_mark(waiting),
                                 !runs_several(view->profile)};
        rows_add(rows, view_path(view, path->node, rows->arena));
        rows->row->style = style_of_share(path->time, view->total);
        put(rows, &at);
    }
    *hidden += list->count - rows->table.row_count;
    if (!rows->table.row_count)
        return;
    screen_say(screen, STYLE_PLAIN, "\n");
    table_print(&rows->table, screen);
}

#define THREADS(X)                                                                                                     \
    X(NULL, "waiting", 0, seconds, time, view_mark(view->nodes[node].estimated))                                       \
    X(NULL, "of all", 1, cell, text_percent(arena, time, view->total))                                                 \
    X(NULL, "calls", 2, calls, view->profile->nodes[node].calls.calls, view->nodes[node].calls_estimated)              \
    X(NULL, "per call", 3, cell, view_per_call(arena, &view->profile->nodes[node].calls, time, ""))                    \
    X(NULL, "max", 2, seconds, most.time, "")                                                                          \
    X(NULL, "thread", 2, rank, true, most.thread)
static const struct row_column thread_columns[] = {THREADS(ROW_COLUMN)};

static void put_thread(struct rows *rows, const struct view *view, uint32_t node)
{
    struct arena *arena = rows->arena;
    double time = view->nodes[node].exclusive;
    struct team_most most = teams_most(view, node);
    rows->row->style = style_of_share(time, view->total);
    THREADS(ROW_PUT)
}

/* Prints where threads wait for each other. */
static void print_threads(struct screen *screen, const struct view *view, const struct teams *teams, double least,
                          uint64_t *hidden, struct arena *arena)
{
    struct rows rows;
    ROWS_BEGIN(&rows, FORM_TEXT, thread_columns, arena);
    rows.table.text_title = "threads wait in";
    for (uint32_t i = 0; i < teams->wait_count; i++) {
        if (view->nodes[teams->waits[i]].exclusive < least) {
            *hidden += 1;
            continue;
        }
        rows_add(&rows, view_path(view, teams->waits[i], arena));
        put_thread(&rows, view, teams->waits[i]);
    }
    if (!rows.table.row_count)
        return;
    screen_say(screen, STYLE_PLAIN, "\n");
    table_print(&rows.table, screen);
}

static void print_waits(struct screen *screen, const struct view *view, const struct waiting *waiting, double least,
                        uint64_t *hidden, struct arena *arena)
{
    struct rows rows;
    ROWS_BEGIN(&rows, FORM_TEXT, wait_columns, arena);
    rows.table.text_title = "ranks wait in";
    rows.table.keeps_notes = true;
    print_list(screen, &rows, view, waiting, &waiting->waits, least, hidden, put_wait);
}

static void print_late(struct screen *screen, const struct view *view, const struct waiting *waiting, bool causes,
                       double least, uint64_t *hidden, struct arena *arena)
{
    struct rows rows;
    ROWS_BEGIN(&rows, FORM_TEXT, late_columns, arena);
    rows.table.text_title = causes ? "late ranks were in" : "they wait for";
    rows.table.keeps_notes = true;
    if (causes)
        rows_rename(&rows, "delay", "cause");
    print_list(screen, &rows, view, waiting, causes ? &waiting->causes : &waiting->delays, least, hidden, put_late);
}

static void print_aways(struct screen *screen, const struct view *view, const struct waiting *waiting, double least,
                        uint64_t *hidden, struct arena *arena)
{
    struct rows rows;
    ROWS_BEGIN(&rows, FORM_TEXT, away_columns, arena);
    rows.table.text_title = "messages wait for ranks outside MPI in";
    print_list(screen, &rows, view, waiting, &waiting->aways, least, hidden, put_away);
}

static void print_tables(struct screen *screen, const struct view *view, const struct waiting *waiting,
                         const struct teams *teams, double minimum, struct arena *arena)
{
    double least = minimum / 100 * view->total;
    uint64_t hidden = 0;
    print_waits(screen, view, waiting, least, &hidden, arena);
    print_late(screen, view, waiting, false, least, &hidden, arena);
    print_late(screen, view, waiting, true, least, &hidden, arena);
    print_aways(screen, view, waiting, least, &hidden, arena);
    print_threads(screen, view, teams, least, &hidden, arena);
    if (hidden)
        screen_print(screen, STYLE_DIM, "(%s more path%s with less: see --min=0)", text_count(arena, hidden),
                     hidden > 1 ? "s" : "");
}

static void print_legend(struct screen *screen, const struct waiting *waiting, struct arena *arena)
{
    screen_say(screen, STYLE_PLAIN, "\n");
    if (waiting->error > 0)
        screen_line(screen, STYLE_DIM, "~ estimated: the ranks' logs of MPI calls were full");
    screen_line(screen, STYLE_DIM, "waiting: time in an MPI call that another rank had not reached yet");
    screen_line(screen, STYLE_DIM, "delay: the same time, charged to the calls of the late rank");
    screen_print(screen, STYLE_DIM,
                 "cause: delay by the path of the late rank meanwhile; for the other %s that rank was in MPI, or "
                 "briefly in many paths",
                 text_percent(arena, waiting->uncaused, waiting->delay));
    if (waiting->aways.count)
        screen_line(
            screen, STYLE_DIM,
            "at most: upper bound, not part of waiting; the message was sent, but received only after the sender "
            "called MPI again");
    screen_line(screen, STYLE_DIM,
                "rank, its share: the rank that others waited for most, here and below, and its share of the delay");
}

/* Suggests commands: about the path that led to the largest cause on its rank, or else the rank that others waited for most; and about unequal
 * work. */
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
    screen_command(screen, "next: ", "%s--rank=%u%s", what, ranks->max_rank, files);
    screen_command(screen, "      ", "%s%s", profile->wait_count ? "waiting --by=cause" : "waiting --by=work", files);
}

static const char *say_error(const struct waiting *waiting, struct arena *arena)
{
    return waiting->error <= 0 ? ""
                               : arena_printf(arena, ", with a standard error of %s at most",
                                              text_seconds(arena, seconds(waiting->error), ""));
}

static const char *say_away(const struct waiting *waiting, struct arena *arena)
{
    return waiting->away <= 0 ? ""
                              : arena_printf(arena, ", plus up to %s for messages whose sender was outside MPI (%s)",
                                             text_seconds(arena, seconds(waiting->away), waiting_mark(waiting)),
                                             text_percent(arena, waiting->away, waiting->mpi));
}

static const char *say_polled(const struct waiting *waiting, struct arena *arena)
{
    return waiting->polled <= 0 ? ""
                                : arena_printf(arena, ", and polled %s (MPI_Test and similar calls, which do not wait)",
                                               text_seconds(arena, seconds(waiting->polled), ""));
}

static const char *say_waited(const struct waiting *waiting, struct arena *arena)
{
    return !waiting->known ? "an unknown part is waiting: only the profile of a whole job shows it"
           : waiting_none_known(waiting)
               ? "an unknown part is waiting"
               : arena_printf(arena, "ranks waited %s for each other (%s%s)",
                              text_seconds(arena, seconds(waiting->total), waiting_mark(waiting)),
                              text_percent(arena, waiting->total, waiting->mpi), say_error(waiting, arena));
}

static void say_ranks(struct screen *screen, const struct waiting *waiting, struct arena *arena)
{
    screen_print(screen, STYLE_PLAIN, "MPI: %s, of which %s%s%s", text_seconds(arena, seconds(waiting->mpi), ""),
                 say_waited(waiting, arena), say_away(waiting, arena), say_polled(waiting, arena));
    if (waiting->ending > 0)
        screen_print(screen, STYLE_PLAIN, "in MPI_Finalize ranks waited %s for the last one; excluded from 100%%",
                     text_seconds(arena, seconds(waiting->ending), ""));
}

static void say_teams(struct screen *screen, const struct view *view, const struct teams *teams, struct arena *arena)
{
    screen_print(screen, STYLE_PLAIN, "OpenMP: threads waited %s (%s of all) and worked %s in parallel regions",
                 text_seconds(arena, seconds(teams->waiting), ""), text_percent(arena, teams->waiting, view->total),
                 text_seconds(arena, seconds(teams->parts), ""));
}

/* Reports blocked threads. Returns false if nothing sampled them. */
static bool say_kept(struct screen *screen, const struct view *view, struct arena *arena)
{
    uint32_t count;
    const struct kept_path *paths = waiting_kept(view->profile, &count, arena);
    double time = 0;
    for (uint32_t i = 0; i < count; i++)
        time += paths[i].time;
    if (count)
        screen_print(screen, STYLE_PLAIN, "kernel: threads were blocked or had no processor for %s (%s of all)",
                     text_seconds(arena, seconds(time), "~"), text_percent(arena, time, view->total));
    return count > 0;
}

static void print_text(struct report *report, const struct waiting *waiting, const struct teams *teams,
                       const struct options *options, struct arena *arena)
{
    struct screen *screen = &report->screen;
    const struct view *view = &report->view;
    bool ranks = waiting->known || waiting->mpi > 0, threads = teams->wait_count > 0;
    summary_heading(screen, view, report->name, arena);
    if (ranks)
        say_ranks(screen, waiting, arena);
    if (threads)
        say_teams(screen, view, teams, arena);
    if (!say_kept(screen, view, arena) && !ranks && !threads)
        screen_line(screen, STYLE_PLAIN, "no waiting found: no MPI, no OpenMP waits, no samples of blocked threads");
    if (waiting->clock_error > 0)
        screen_print(screen, STYLE_WARM,
                     "clocks: a message seems to arrive %s before it was sent; every wait may be off by that much",
                     text_seconds(arena, seconds(waiting->clock_error), ""));
    print_tables(screen, view, waiting, teams, options->minimum, arena);
    waiting_by_kernel(report, options, arena);
    if (waiting->waits.count || waiting->delays.count || waiting->aways.count)
        print_legend(screen, waiting, arena);
    summary_events(screen, view, NULL, arena);
    if (!waiting->known || waiting->away > waiting->total) /* who is outside of MPI has more to do */
        screen_command(screen, "next: ", "waiting --by=work%s", report_files(options, arena));
    else if (waiting->delays.count)
        print_next(screen, view, waiting, report_files(options, arena), arena);
}

/* Returns ns, or NaN if nothing measured it. */
static double own_of(const struct waiting_list *list, uint32_t node)
{
    return list->metric.own ? list->metric.own[node] : NAN;
}

/* A sum over all ranks, the rank with the most, and its amount. */
struct amount {
    double all, most; /* s */
    bool known;
    uint32_t rank;
};

static struct amount amount_of(const struct waiting_list *list, uint32_t node)
{
    const double ns = 1e-9;
    const struct stat_ranks *ranks = list->metric.own ? waiting_ranks(list, node) : NULL;
    return (struct amount){ns * own_of(list, node),
                           ranks              ? ns * (double)ranks->max
                           : list->metric.own ? 0
                                              : NAN,
                           ranks != NULL, ranks ? ranks->max_rank : 0};
}

/* Returns the call site with the most waiting, or without waiting the most delay; and the number of call sites. */
static const struct profile_call_site *site_of(const struct view *view, uint32_t node, uint32_t *count)
{
    const struct profile_call_site *dearest = waiting_dearest(view->profile, node, false, count);
    return dearest ? dearest : waiting_dearest(view->profile, node, true, count);
}

#define AMOUNT(X, total, most_of, rank_of, it)                                                                         \
    X(total, NULL, 0, number, (it).all)                                                                                \
    X(most_of, NULL, 0, number, (it).most)                                                                             \
    X(rank_of, NULL, 0, rank, (it).known, (it).rank)
#define COLUMNS(X)                                                                                                     \
    X("path", NULL, 0, text, view_path(view, i, &scratch))                                                             \
    X("name", NULL, 0, text, view->profile->regions[node->region].name)                                                \
    X("calls", NULL, 0, count, node->calls.calls)                                                                      \
    X("inclusive_s", NULL, 0, seconds, view->nodes[i].inclusive, "")                                                   \
    AMOUNT(X, "waiting_s", "rank_waiting_max_s", "rank_of_waiting_max", waits)                                         \
    AMOUNT(X, "delay_s", "rank_delay_max_s", "rank_of_delay_max", delays)                                              \
    AMOUNT(X, "cause_s", "rank_cause_max_s", "rank_of_cause_max", causes)                                              \
    X("polled_s", NULL, 0, seconds, polled, "")                                                                        \
    X("away_s", NULL, 0, number, isnan(away) ? 0 : away)                                                               \
    X("site", NULL, 0, text, site ? view_file(view, site->site) : "")                                                  \
    X("sites", NULL, 0, count, sites)                                                                                  \
    X("node", NULL, 0, count, i)                                                                                       \
    X("thread_waiting_s", NULL, 0, seconds, threads ? view->nodes[i].exclusive : NAN, "")                              \
    X("thread_waiting_max_s", NULL, 0, seconds, threads ? most.time : NAN, "")                                         \
    X("thread_of_waiting_max", NULL, 0, rank, threads, most.thread)
static const struct row_column columns[] = {COLUMNS(ROW_COLUMN)};
static const struct row_form form_waiting = ROW_FORM("waiting", columns);

/* Puts records of paths that wait, are waited for, cause waiting, poll, or whose threads wait. */
static void put_records(struct rows *rows, const struct view *view, const struct waiting *waiting)
{
    struct arena scratch = {0};
    for (uint32_t i = 0; i < view->profile->node_count; i++) {
        const struct profile_node *node = &view->profile->nodes[i];
        bool threads = view->profile->regions[node->region].kind == REGION_WAIT;
        if (!waiting->known && !threads)
            continue;
        struct team_most most = threads ? teams_most(view, i) : (struct team_most){0, 0, 0};
        double polled = waiting_polled(view, i), away = 1e-9 * own_of(&waiting->aways, i);
        struct amount waits = amount_of(&waiting->waits, i), delays = amount_of(&waiting->delays, i),
                      causes = amount_of(&waiting->causes, i);
        double any = fmax(fmax(fmax(polled, away), waits.all), fmax(delays.all, causes.all));
        if (!threads && !(any > 0))
            continue;
        uint32_t sites;
        const struct profile_call_site *site = site_of(view, i, &sites);
        COLUMNS(ROW_PUT)
        arena_clear(&scratch);
    }
    arena_free(&scratch);
}

static bool show_waiting(struct report *report, const struct options *options, struct arena *arena, struct error *error)
{
    struct waiting waiting;
    struct teams teams;
    struct rows rows;
    if (options->shape.by == BY_WORK)
        return waiting_work(report, options, arena, error);
    if (options->metrics)
        return error_set(error, ERROR_USAGE, "waiting: --metric is for --by=work");
    waiting_make(&waiting, &report->view, arena);
    teams_make(&teams, &report->view, arena);
    if (options->shape.by != BY_PATH) {
        waiting_by(report, &waiting, options, arena);
    } else if (options->form == FORM_TEXT) {
        print_text(report, &waiting, &teams, options, arena);
    } else {
        rows_begin(&rows, options->form, &form_waiting, arena);
        rows_open(&rows, report->screen.stream, report->view.profile);
        put_records(&rows, &report->view, &waiting);
        rows_close(&rows);
    }
    return true;
}

const struct command cmd_waiting = {{"waiting", "[OPTION...] [PROFILE...]",
                                     "wait times of ranks and threads, and their causes; --by=work: load imbalance",
                                     OPTION_MINIMUM | OPTION_RECORDS | OPTION_PART | OPTION_METRIC | OPTION_BY_WAITING,
                                     "instr-report waiting --by=cause"},
                                    SORT_INCLUSIVE,
                                    .show = show_waiting,
                                    .forms = {&form_waiting, &form_imbalance, &form_waiting_causes, &form_waiting_pairs,
                                              &form_waiting_sites, &form_waiting_kernel}};
