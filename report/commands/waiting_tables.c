/*
 * waiting_tables.c - `waiting --by=site`, `--by=cause` and similar tables; see tables.h.
 */
#include "report/commands/tables.h"

#include "report/derive/runs.h"
#include "report/derive/summary.h"
#include "report/show/rows.h"
#include "report/show/text.h"

#include <math.h>

/* The data of one table. */
struct by {
    struct report *report;
    const struct waiting *waiting;
    struct waiting_ranks ranks;
    const struct profile_call_site **sites;
    const struct kept_path *kept;
    uint32_t kept_count;
    struct arena *arena;
};

#define LATE(X)                                                                                                        \
    X("late_rank", NULL, 0, count, late->rank)                                                                         \
    X("delay_s", "delay", 0, seconds, late->time, mark)                                                                \
    X(NULL, "of waiting", 1, cell, text_percent(arena, late->time, by->ranks.total))                                   \
    X(NULL, "rank", 0, rank, true, late->rank)                                                                         \
    X("ranks", "ranks", 2, count, late->ranks)                                                                         \
    X("rank_waiting_max", "max rank", 1, rank, true, late->most)                                                       \
    X("rank_waiting_max_s", NULL, 0, seconds, late->most_time, mark)                                                   \
    X(NULL, "its share", 2, cell, text_percent(arena, late->most_time, late->time))                                    \
    X("cause", NULL, 0, text, known ? view_path(view, late->cause, arena) : "")                                        \
    X("cause_s", "cause", 0, seconds, known ? late->cause_time : NAN, known ? mark : NULL)

#define PAIRS(X)                                                                                                       \
    X(NULL, "waiting", 0, seconds, 1000 * (double)pair->ns, mark)                                                      \
    X(NULL, "of waiting", 1, cell, text_percent(arena, 1000 * (double)pair->ns, by->ranks.total))                      \
    X("rank", "rank", 0, rank, true, pair->rank)                                                                       \
    X("late_rank", NULL, 0, count, pair->late)                                                                         \
    X("waiting_s", NULL, 0, number, 1e-9 * (double)pair->ns)

/* A call site in a path: its own waiting, and the waiting that it caused. */
#define SITES(X)                                                                                                       \
    X("site", NULL, 0, text, view_file(view, site->site))                                                              \
    X("name", NULL, 0, text, view->profile->regions[view->profile->nodes[site->node].region].name)                     \
    X("path", NULL, 0, text, view_path(view, site->node, arena))                                                       \
    X(NULL, "waiting", 0, seconds, waiting, mark)                                                                      \
    X(NULL, "of waiting", 1, cell, text_percent(arena, waiting, by->waiting->total))                                   \
    X(NULL, "max rank", 2, rank, waiting > 0 && job, site->waiting.rank)                                               \
    X("waiting_s", NULL, 0, number, 1e-9 * (double)site->waiting.all)                                                  \
    X("rank_waiting_max_s", NULL, 0, number, 1e-9 * (double)site->waiting.most)                                        \
    X("rank_of_waiting_max", NULL, 0, rank, site->waiting.all > 0, site->waiting.rank)                                 \
    X(NULL, "delay", 0, seconds, delay, mark)                                                                          \
    X(NULL, "rank", 0, rank, delay > 0 && job, site->delay.rank)                                                       \
    X(NULL, "its share", 2, cell,                                                                                      \
      delay > 0 && job ? text_percent(arena, 1000 * (double)site->delay.most, delay) : NULL)                           \
    X("delay_s", NULL, 0, number, 1e-9 * (double)site->delay.all)                                                      \
    X("rank_delay_max_s", NULL, 0, number, 1e-9 * (double)site->delay.most)                                            \
    X("rank_of_delay_max", NULL, 0, rank, site->delay.all > 0, site->delay.rank)                                       \
    X("node", NULL, 0, count, site->node)

/* Why threads were blocked in a path. */
#define KEPT(X)                                                                                                        \
    X("path", NULL, 0, text, view_path(view, path->node, arena))                                                       \
    X("name", NULL, 0, text, view->profile->regions[view->profile->nodes[path->node].region].name)                     \
    X(NULL, "waiting", 0, seconds, path->time, "~")                                                                    \
    X(NULL, "of all", 1, cell, text_percent(arena, path->time, view->total))                                           \
    X("by", "reason", 0, text, path->by)                                                                               \
    X("looks", "samples", 3, count, path->looks)                                                                       \
    X("waiting_s", NULL, 0, number, seconds(path->time))                                                               \
    X("thread_waiting_max_s", "max", 2, seconds, path->most, "~")                                                      \
    X("thread_of_waiting_max", "thread", 2, rank, true, path->thread)                                                  \
    X("rank_of_waiting_max", NULL, 0, rank, true, path->rank)                                                          \
    X("holder", NULL, 0, text, holder)                                                                                 \
    X("node", NULL, 0, count, path->node)

static const struct row_column kept_columns[] = {KEPT(ROW_COLUMN)}, late_columns[] = {LATE(ROW_COLUMN)},
                               pair_columns[] = {PAIRS(ROW_COLUMN)}, site_columns[] = {SITES(ROW_COLUMN)};
const struct row_form form_waiting_causes = ROW_FORM("waiting-causes", late_columns);
const struct row_form form_waiting_pairs = ROW_FORM("waiting-pairs", pair_columns);
const struct row_form form_waiting_sites = ROW_FORM("waiting-sites", site_columns);
const struct row_form form_waiting_kernel = ROW_FORM("waiting-kernel", kept_columns);

static void put_late(struct rows *rows, const struct by *by, uint32_t i)
{
    const struct view *view = &by->report->view;
    const struct waiting_late *late = &by->ranks.late[i];
    const char *mark = waiting_mark(by->waiting);
    struct arena *arena = rows->arena;
    bool known = late->cause != PROFILE_NONE;
    rows_add(rows, known ? view_path(view, late->cause, arena) : "");
    if (rows->form == FORM_TEXT)
        rows->row->style = style_of_share(late->time, view->total);
    LATE(ROW_PUT)
}

static void put_pair(struct rows *rows, const struct by *by, uint32_t i)
{
    const struct profile_wait *pair = by->ranks.pairs[i];
    const char *mark = waiting_mark(by->waiting);
    struct arena *arena = rows->arena;
    rows_add(rows, arena_printf(arena, "%u", pair->late));
    if (rows->form == FORM_TEXT)
        rows->row->style = style_of_share(1000 * (double)pair->ns, by->report->view.total);
    PAIRS(ROW_PUT)
}

static void put_site(struct rows *rows, const struct by *by, uint32_t i)
{
    const struct view *view = &by->report->view;
    const struct profile_call_site *site = by->sites[i];
    const char *mark = waiting_mark(by->waiting);
    struct arena *arena = rows->arena;
    bool job = !runs_several(view->profile), text = rows->form == FORM_TEXT;
    double waiting = 1000 * (double)site->waiting.all, delay = 1000 * (double)site->delay.all;
    rows_add(rows,
             text ? arena_printf(arena, "%s  %s", waiting_site(view, site, arena), view_path(view, site->node, arena))
                  : "");
    if (text)
        rows->row->style = style_of_share(waiting, view->total);
    SITES(ROW_PUT)
}

static void put_kept(struct rows *rows, const struct by *by, uint32_t i)
{
    const struct view *view = &by->report->view;
    const struct kept_path *path = &by->kept[i];
    struct arena *arena = rows->arena;
    const char *holder = path->holder == PROFILE_NONE ? "" : view_path(view, path->holder, arena);
    rows_add(rows, view_path(view, path->node, arena));
    if (rows->form == FORM_TEXT) {
        rows->row->style = style_of_share(path->time, view->total);
        rows->row->note = *holder ? arena_printf(arena, "held in %s", holder) : "";
    }
    KEPT(ROW_PUT)
}

static double kept_amount(const struct by *by, uint32_t i)
{
    return by->kept[i].time;
}

static double late_amount(const struct by *by, uint32_t i)
{
    return by->ranks.late[i].time;
}

static double pair_amount(const struct by *by, uint32_t i)
{
    return 1000 * (double)by->ranks.pairs[i]->ns;
}

static double site_amount(const struct by *by, uint32_t i)
{
    return 1000 * fmax((double)by->sites[i]->waiting.all, (double)by->sites[i]->delay.all);
}

/* One of the tables. */
struct way {
    const struct row_form *form;
    const char *title, *what; /* on the screen, and of what are more */
    void (*put)(struct rows *rows, const struct by *by, uint32_t i);
    double (*amount)(const struct by *by, uint32_t i); /* ps: what little is known by */
};

static const struct way ways[] = {
    [BY_CAUSE] = {&form_waiting_causes, "late rank's path meanwhile", "ranks", put_late, late_amount},
    [BY_PAIR] = {&form_waiting_pairs, "waits for", "pairs of ranks", put_pair, pair_amount},
    [BY_SITE] = {&form_waiting_sites, "call site and path", "call sites", put_site, site_amount},
    [BY_KERNEL] = {&form_waiting_kernel, "threads were not running in", "paths", put_kept, kept_amount}};

static void put_all(struct rows *rows, const struct by *by, const struct way *way, uint32_t count, double least)
{
    rows_begin(rows, rows->form, way->form, by->arena);
    rows_open(rows, by->report->screen.stream, by->report->view.profile);
    for (uint32_t i = 0; i < count; i++)
        if (way->amount(by, i) >= least)
            way->put(rows, by, i);
    rows_close(rows);
}

static void print_text(const struct by *by, const struct way *way, uint32_t count, double least)
{
    struct screen *screen = &by->report->screen;
    struct rows rows = {.form = FORM_TEXT};
    put_all(&rows, by, way, count, least);
    rows.table.text_title = way->title;
    rows.table.keeps_notes = true;
    uint32_t hidden = count - (uint32_t)rows.table.row_count;
    if (rows.table.row_count)
        table_print(&rows.table, screen);
    if (hidden)
        screen_print(screen, STYLE_DIM, "(%s more %s with less: see --min=0)", text_count(by->arena, hidden),
                     way->what);
}

void waiting_by_kernel(struct report *report, const struct options *options, struct arena *arena)
{
    struct by by = {.report = report, .arena = arena};
    by.kept = waiting_kept(report->view.profile, &by.kept_count, arena);
    if (!by.kept_count)
        return;
    screen_say(&report->screen, STYLE_PLAIN, "\n");
    print_text(&by, &ways[BY_KERNEL], by.kept_count, options->minimum / 100 * report->view.total);
}

void waiting_by(struct report *report, const struct waiting *waiting, const struct options *options,
                struct arena *arena)
{
    struct by by = {.report = report, .waiting = waiting, .arena = arena};
    by.sites = waiting_sites(report->view.profile, arena);
    by.kept = waiting_kept(report->view.profile, &by.kept_count, arena);
    waiting_ranks_make(&by.ranks, waiting, &report->view, arena);
    const struct way *way = &ways[options->shape.by];
    const struct profile *profile = report->view.profile;
    bool of_sites = options->shape.by == BY_SITE, of_ranks = options->shape.by == BY_CAUSE;
    bool of_kept = options->shape.by == BY_KERNEL;
    uint32_t count = of_kept    ? by.kept_count
                     : of_sites ? profile->call_site_count
                     : of_ranks ? by.ranks.late_count
                                : by.ranks.pair_count;
    struct rows rows = {.form = options->form};
    if (options->form != FORM_TEXT) {
        put_all(&rows, &by, way, count, 0);
        return;
    }
    summary_heading(&report->screen, &report->view, report->name, arena);
    if (of_sites || of_kept ? count : by.ranks.pair_count)
        print_text(&by, way, count, options->minimum / 100 * report->view.total);
    else
        screen_line(
            &report->screen, STYLE_PLAIN,
            of_kept ? "no blocked threads were sampled: short programs and runs with INSTR_TIMING=exact are not sampled"
            : of_sites ? "no call sites known: they need the profile of a whole job of several ranks"
                       : "no pairs of ranks known: they need the profile of a whole job of several ranks");
}
