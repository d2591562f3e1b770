/* waiting_by.c - see waiting_by.h. */
#include "report/commands/waiting_by.h"

#include "report/records.h"
#include "report/runs.h"
#include "report/summary.h"
#include "report/table.h"
#include "report/text.h"
#include "report/waiting_ranks.h"
#include "report/waiting_sites.h"

#include <math.h>

static const struct table_column late_columns[] = {
    {"waited for it", 0}, {"of waiting", 1}, {"rank", 0}, {"ranks", 2}, {"most by", 1}, {"its part", 2}, {"cause", 0},
};
enum { L_TIME, L_OF_WAITING, L_RANK, L_RANKS, L_MOST, L_PART, L_CAUSE, LATE_COLUMNS };
_Static_assert(sizeof late_columns / sizeof *late_columns == LATE_COLUMNS, "a title for each column");

static const struct table_column pair_columns[] = {{"waiting", 0}, {"of waiting", 1}, {"rank", 0}};
enum { P_TIME, P_OF_WAITING, P_RANK, PAIR_COLUMNS };
_Static_assert(sizeof pair_columns / sizeof *pair_columns == PAIR_COLUMNS, "a title for each column");

static const struct table_column site_columns[] = {
    {"waiting", 0}, {"of waiting", 1}, {"most by", 2}, {"delay", 0}, {"rank", 0}, {"its part", 2},
};
enum { S_TIME, S_OF_WAITING, S_MOST, S_DELAY, S_RANK, S_PART, SITE_COLUMNS };
_Static_assert(sizeof site_columns / sizeof *site_columns == SITE_COLUMNS, "a title for each column");

/* What one of the tables is made of. */
struct by {
    struct report *report;
    const struct waiting *waiting;
    struct waiting_ranks ranks;
    const struct profile_call_site **sites;
    struct arena *arena;
};

static const char *rank_text(const struct by *by, uint32_t rank)
{
    return arena_printf(by->arena, "%u", rank);
}

static bool add_late(const struct by *by, struct table *table, const struct waiting_late *late)
{
    const struct view *view = &by->report->view;
    struct table_row *row = table_add(table, by->arena);
    if (!row)
        return false;
    row->style = style_of_share(late->time, view->total);
    row->cells[L_TIME] = text_seconds(by->arena, seconds(late->time), waiting_mark(by->waiting));
    row->cells[L_OF_WAITING] = text_percent(by->arena, late->time, by->ranks.total);
    row->cells[L_RANK] = rank_text(by, late->rank);
    row->cells[L_RANKS] = text_count(by->arena, late->ranks);
    row->cells[L_MOST] = rank_text(by, late->most);
    row->cells[L_PART] = text_percent(by->arena, late->most_time, late->time);
    row->text = "";
    if (late->cause == PROFILE_NONE)
        return true;
    row->cells[L_CAUSE] = text_seconds(by->arena, seconds(late->cause_time), waiting_mark(by->waiting));
    row->text = view_path(view, late->cause, by->arena);
    return true;
}

static bool add_pair(const struct by *by, struct table *table, const struct profile_wait *pair)
{
    double time = 1000 * (double)pair->ns;
    struct table_row *row = table_add(table, by->arena);
    if (!row)
        return false;
    row->style = style_of_share(time, by->report->view.total);
    row->cells[P_TIME] = text_seconds(by->arena, seconds(time), waiting_mark(by->waiting));
    row->cells[P_OF_WAITING] = text_percent(by->arena, time, by->ranks.total);
    row->cells[P_RANK] = rank_text(by, pair->rank);
    row->text = rank_text(by, pair->late);
    return true;
}

/* A call site in a path: what its calls waited, and what others waited for them. */
static bool add_site(const struct by *by, struct table *table, const struct profile_call_site *site)
{
    const struct view *view = &by->report->view;
    bool several = runs_several(view->profile);
    double waiting = 1000 * (double)site->waiting.all, delay = 1000 * (double)site->delay.all;
    struct table_row *row = table_add(table, by->arena);
    if (!row)
        return false;
    row->style = style_of_share(waiting, view->total);
    row->text =
        arena_printf(by->arena, "%s  %s", waiting_site(view, site, by->arena), view_path(view, site->node, by->arena));
    row->cells[S_TIME] = text_seconds(by->arena, seconds(waiting), waiting_mark(by->waiting));
    row->cells[S_OF_WAITING] = text_percent(by->arena, waiting, by->waiting->total);
    row->cells[S_MOST] = waiting > 0 && !several ? rank_text(by, site->waiting.rank) : "";
    row->cells[S_DELAY] = text_seconds(by->arena, seconds(delay), waiting_mark(by->waiting));
    row->cells[S_RANK] = delay > 0 && !several ? rank_text(by, site->delay.rank) : "";
    row->cells[S_PART] = delay > 0 && !several ? text_percent(by->arena, 1000 * (double)site->delay.most, delay) : "";
    return row->text;
}

static void end_text(const struct by *by, const struct table *table, uint32_t all, const char *what)
{
    struct screen *screen = &by->report->screen;
    uint32_t hidden = all - (uint32_t)table->row_count;
    if (table->row_count)
        table_print(table, screen);
    if (hidden)
        screen_line(
            screen, STYLE_DIM,
            arena_printf(by->arena, "(%s more %s with less: see --min=0)", text_count(by->arena, hidden), what));
}

static bool print_late(const struct by *by, double least)
{
    struct table table = {
        .columns = late_columns, .column_count = LATE_COLUMNS, .text_title = "in which it was meanwhile"};
    for (uint32_t i = 0; i < by->ranks.late_count && by->ranks.late[i].time >= least; i++)
        if (!add_late(by, &table, &by->ranks.late[i]))
            return false;
    end_text(by, &table, by->ranks.late_count, "ranks");
    return true;
}

static bool print_pairs(const struct by *by, double least)
{
    struct table table = {.columns = pair_columns, .column_count = PAIR_COLUMNS, .text_title = "waits for"};
    for (uint32_t i = 0; i < by->ranks.pair_count && 1000 * (double)by->ranks.pairs[i]->ns >= least; i++)
        if (!add_pair(by, &table, by->ranks.pairs[i]))
            return false;
    end_text(by, &table, by->ranks.pair_count, "pairs of ranks");
    return true;
}

static bool print_sites(const struct by *by, double least)
{
    const struct profile *profile = by->report->view.profile;
    struct table table = {
        .columns = site_columns, .column_count = SITE_COLUMNS, .text_title = "the line that calls, and in which path"};
    for (uint32_t i = 0; i < profile->call_site_count; i++)
        if (1000 * fmax((double)by->sites[i]->waiting.all, (double)by->sites[i]->delay.all) >= least &&
            !add_site(by, &table, by->sites[i]))
            return false;
    end_text(by, &table, profile->call_site_count, "call sites");
    return true;
}

static bool print_text(const struct by *by, const struct options *options)
{
    struct screen *screen = &by->report->screen;
    double least = options->minimum / 100 * by->report->view.total;
    summary_heading(screen, &by->report->view, by->report->name, by->arena);
    if (options->waiting == WAITING_BY_SITE && by->report->view.profile->call_site_count)
        return print_sites(by, least);
    if (options->waiting == WAITING_BY_SITE) {
        screen_line(screen, STYLE_PLAIN,
                    "this says nothing of the lines whose calls waited: a whole job of several ranks does");
        return true;
    }
    if (by->ranks.pair_count)
        return options->waiting == WAITING_BY_CAUSE ? print_late(by, least) : print_pairs(by, least);
    screen_line(screen, STYLE_PLAIN,
                "this says nothing of which rank waited for which: a whole job of several ranks does");
    return true;
}

static void put_late(const struct by *by, struct records *records)
{
    for (uint32_t i = 0; i < by->ranks.late_count; i++) {
        const struct waiting_late *late = &by->ranks.late[i];
        bool known = late->cause != PROFILE_NONE;
        records_count(records, late->rank);
        records_number(records, seconds(late->time));
        records_count(records, late->ranks);
        records_count(records, late->most);
        records_number(records, seconds(late->most_time));
        records_text(records, known ? view_path(&by->report->view, late->cause, by->arena) : "");
        records_number(records, known ? seconds(late->cause_time) : NAN);
    }
}

static void put_pairs(const struct by *by, struct records *records)
{
    for (uint32_t i = 0; i < by->ranks.pair_count; i++) {
        records_count(records, by->ranks.pairs[i]->rank);
        records_count(records, by->ranks.pairs[i]->late);
        records_number(records, 1e-9 * (double)by->ranks.pairs[i]->ns);
    }
}

static void put_site_time(struct records *records, const struct profile_site_time *time)
{
    records_number(records, 1e-9 * (double)time->all);
    records_number(records, 1e-9 * (double)time->most);
    records_number(records, time->all ? (double)time->rank : NAN);
}

static void put_sites(const struct by *by, struct records *records)
{
    const struct view *view = &by->report->view;
    for (uint32_t i = 0; i < view->profile->call_site_count; i++) {
        const struct profile_call_site *site = by->sites[i];
        records_text(records, view_file(view, site->site));
        records_text(records, view->profile->regions[view->profile->nodes[site->node].region].name);
        records_text(records, view_path(view, site->node, by->arena));
        put_site_time(records, &site->waiting);
        put_site_time(records, &site->delay);
        records_count(records, site->node);
    }
}

static void print_records(const struct by *by, enum waiting_form waiting, enum output_form form)
{
    static const char *const late_names[] = {"late_rank",          "delay_s", "ranks",   "rank_waiting_max",
                                             "rank_waiting_max_s", "cause",   "cause_s", NULL};
    static const char *const pair_names[] = {"rank", "late_rank", "waiting_s", NULL};
    static const char *const site_names[] = {"site",
                                             "name",
                                             "path",
                                             "waiting_s",
                                             "rank_waiting_max_s",
                                             "rank_of_waiting_max",
                                             "delay_s",
                                             "rank_delay_max_s",
                                             "rank_of_delay_max",
                                             "node",
                                             NULL};
    static const struct {
        const char *format;
        const char *const *names;
        void (*put)(const struct by *by, struct records *records);
    } forms[] = {[WAITING_BY_CAUSE] = {"instr-waiting-causes", late_names, put_late},
                 [WAITING_BY_PAIR] = {"instr-waiting-pairs", pair_names, put_pairs},
                 [WAITING_BY_SITE] = {"instr-waiting-sites", site_names, put_sites}};
    struct records records;
    records_begin(&records, by->report->screen.stream, form, forms[waiting].format, forms[waiting].names,
                  by->report->view.profile);
    forms[waiting].put(by, &records);
    records_end(&records);
}

bool waiting_by(struct report *report, const struct waiting *waiting, const struct options *options,
                struct arena *arena)
{
    struct by by = {.report = report, .waiting = waiting, .arena = arena};
    by.sites = waiting_sites(report->view.profile, arena);
    if (!by.sites || !waiting_ranks_make(&by.ranks, waiting, &report->view, arena))
        return false;
    if (options->form == FORM_TEXT)
        return print_text(&by, options);
    print_records(&by, options->waiting, options->form);
    return true;
}
