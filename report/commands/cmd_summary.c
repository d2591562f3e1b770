/*
 * cmd_summary.c - the answer on one screen: what the run was, the functions that took most time themselves whatever
 * path led to them, the paths on which that was, how much of it was MPI, who was slowest and why, and what to type next.
 *
 * It is what is shown without a command. Options that only the call tree has lead there.
 */
#include "report/balance.h"
#include "report/commands/command.h"
#include "report/report.h"
#include "report/runs.h"
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

/* How many call paths each region has, and of those the one with most time of its own. */
struct spread {
    uint32_t *paths, *top;
};

static bool spread_make(struct spread *spread, const struct view *view, struct arena *arena)
{
    const struct profile *profile = view->profile;
    spread->paths = arena_array(arena, profile->region_count, sizeof *spread->paths);
    spread->top = arena_array(arena, profile->region_count, sizeof *spread->top);
    if (!spread->paths || !spread->top)
        return false;
    for (uint32_t i = 1; i < profile->node_count; i++) {
        uint32_t *top = &spread->top[profile->nodes[i].region];
        if (!spread->paths[profile->nodes[i].region]++ || view->nodes[i].exclusive > view->nodes[*top].exclusive)
            *top = i;
    }
    return true;
}

static bool print_functions(struct screen *screen, const struct view *view, const struct spread *spread,
                            uint32_t *hottest, struct arena *arena)
{
    const struct profile *profile = view->profile;
    struct table table = {.columns = columns, .column_count = COLUMNS, .text_title = "hot functions"};
    double *own = arena_array(arena, profile->region_count, sizeof *own);
    uint32_t picked[SHOWN];
    if (!own)
        return false;
    for (uint32_t i = 0; i < profile->region_count; i++)
        if (profile->regions[i].kind != REGION_ROOT && view->regions[i].startup <= 0)
            own[i] = view->regions[i].exclusive;
    uint32_t count = pick(own, profile->region_count, picked);
    *hottest = count ? picked[0] : PROFILE_NONE;
    for (uint32_t i = 0; i < count; i++) {
        const struct view_region *sums = &view->regions[picked[i]];
        const struct profile_region *region = &profile->regions[picked[i]];
        const char *mark = view_own_mark(sums->own_estimated, sums->exclusive, sums->probes);
        struct table_row *row = add_row(&table, view, sums->exclusive, mark, &sums->calls, arena);
        if (!row)
            return false;
        uint32_t paths = spread->paths[picked[i]];
        row->text = region->name;
        row->note = paths > 1 ? arena_printf(arena, "%s, in %s paths", view_location(view, region, arena),
                                             text_count(arena, paths))
                              : view_location(view, region, arena);
    }
    table_print(&table, screen);
    return true;
}

/* Paths that have at least half of what their function took itself: of a function that is called from everywhere none tells
 * more than the function's own row. */
static bool print_paths(struct screen *screen, const struct view *view, const struct spread *spread,
                        struct arena *arena)
{
    const struct profile *profile = view->profile;
    struct table table = {.columns = columns, .column_count = COLUMNS, .text_title = "hot paths"};
    double *own = arena_array(arena, profile->node_count, sizeof *own);
    uint32_t picked[SHOWN];
    if (!own)
        return false;
    for (uint32_t i = 0; i < profile->region_count; i++) {
        uint32_t top = spread->top[i];
        if (spread->paths[i] && view->regions[i].startup <= 0 &&
            view->nodes[top].exclusive * 2 >= view->regions[i].exclusive)
            own[top] = view->nodes[top].exclusive;
    }
    uint32_t count = pick(own, profile->node_count, picked);
    for (uint32_t i = 0; i < count; i++) {
        const struct view_node *node = &view->nodes[picked[i]];
        const char *mark = view_own_mark(node->own_estimated, node->exclusive, node->probes);
        struct table_row *row = add_row(&table, view, node->exclusive, mark, &profile->nodes[picked[i]].calls, arena);
        if (!row)
            return false;
        row->text = view_path(view, picked[i], arena);
    }
    if (!count)
        return true;
    screen_say(screen, STYLE_PLAIN, "\n");
    table_print(&table, screen);
    return true;
}

/* Nothing where MPI was not called. */
static void print_mpi(struct screen *screen, const struct balance *balance, struct arena *arena)
{
    const struct view *view = balance->view;
    const struct profile *profile = view->profile;
    double sum = 0, excess = 0;
    uint32_t most = PROFILE_NONE;
    for (uint32_t i = 0; i < profile->region_count; i++) {
        if (profile->regions[i].kind != REGION_MPI || view->regions[i].startup > 0 || !view->regions[i].calls.calls)
            continue;
        sum += view->regions[i].exclusive;
        if (most == PROFILE_NONE || view->regions[i].exclusive > view->regions[most].exclusive)
            most = i;
    }
    for (uint32_t i = 0; i < balance->mpi_count; i++)
        excess += balance->mpi[i].excess;
    if (most == PROFILE_NONE)
        return;
    const char *beyond = excess > 0 && !runs_several(profile)
                             ? arena_printf(arena, "; beyond the rank with the least in each call: %s",
                                            text_percent(arena, excess, view->total))
                             : "";
    screen_line(screen, STYLE_PLAIN,
                arena_printf(arena, "MPI: %s of the time, most of it in %s (%s)%s",
                             text_percent(arena, sum, view->total), profile->regions[most].name,
                             text_percent(arena, view->regions[most].exclusive, view->total), beyond ? beyond : ""));
}

/* Who keeps the others waiting, and by what. */
static void print_balance(struct screen *screen, const struct balance *balance, struct arena *arena)
{
    const struct profile *profile = balance->view->profile;
    if (!balance->members->all || balance->members->count < 2 || runs_several(profile))
        return;
    struct balance_slowest slowest = balance_slowest(balance);
    const char *why = "";
    if (slowest.work < 1.01 * slowest.mean) {
        screen_line(screen, STYLE_PLAIN,
                    arena_printf(arena, "slowest: none, all ranks worked %s outside MPI",
                                 text_seconds(arena, seconds(slowest.mean), "")));
        return;
    }
    if (slowest.region != PROFILE_NONE)
        why = arena_printf(arena, ", by %s (%s beyond the mean)", profile->regions[slowest.region].name,
                           text_seconds(arena, seconds(slowest.beyond), ""));
    screen_line(screen, STYLE_PLAIN,
                arena_printf(arena, "slowest: rank %u worked %s, the mean is %s%s", slowest.rank,
                             text_seconds(arena, seconds(slowest.work), ""),
                             text_seconds(arena, seconds(slowest.mean), ""), why ? why : ""));
    const struct balance_path *worst = NULL;
    for (uint32_t i = 0; i < balance->path_count && !worst; i++)
        if (!balance->paths[i].repeats)
            worst = &balance->paths[i];
    if (worst && worst->lost > 0.001 * (double)profile->nodes[0].ranks.max)
        screen_line(screen, STYLE_PLAIN,
                    arena_printf(arena, "least balanced: %s, %s in the mean and %s on rank %u",
                                 profile->regions[profile->nodes[worst->node].region].name,
                                 text_seconds(arena, seconds(worst->mean), ""),
                                 text_seconds(arena, seconds(worst->max), ""), worst->max_rank));
}

/* The two commands that say more of what is shown: who calls the hottest function, and which ranks are slow or the tree. */
static void print_next(struct screen *screen, const struct balance *balance, uint32_t hottest, const char *file,
                       struct arena *arena)
{
    const struct profile *profile = balance->view->profile;
    bool ranks = profile->nodes[0].ranks.called > 1 && !runs_several(profile);
    const char *name = hottest == PROFILE_NONE ? NULL : text_shell(arena, profile->regions[hottest].name);
    screen_command(screen, "next: ",
                   name ? arena_printf(arena, "instr-report tree --callers=%s%s", name, file)
                        : arena_printf(arena, "instr-report html -o profile.html%s", file));
    screen_command(screen, "      ", arena_printf(arena, "instr-report %s%s", ranks ? "imbalance" : "tree", file));
}

static bool run_summary(const struct options *options, struct arena *arena, struct error *error)
{
    struct report report;
    struct members members;
    struct balance balance;
    struct spread spread;
    uint32_t hottest = PROFILE_NONE;
    bool of_tree = options->form != FORM_TEXT || options->per_thread || options->raw || options->depth != ~0u ||
                   options->minimum_given || options->sort != SORT_INCLUSIVE || options_turned(options);
    if (of_tree)
        return cmd_tree.run(options, arena, error);
    if (!report_open(&report, options, arena, error))
        return false;
    struct screen *screen = &report.screen;
    const struct view *view = &report.view;
    bool done = members_make(&members, view, arena, error) && balance_make(&balance, view, &members, arena, error) &&
                (spread_make(&spread, view, arena) || error_set(error, ERROR_INTERNAL, "out of memory"));
    if (done) {
        summary_heading(screen, view, report.name, arena);
        done = (print_functions(screen, view, &spread, &hottest, arena) && print_paths(screen, view, &spread, arena)) ||
               error_set(error, ERROR_INTERNAL, "out of memory");
    }
    if (done) {
        screen_say(screen, STYLE_PLAIN, "\n");
        print_mpi(screen, &balance, arena);
        print_balance(screen, &balance, arena);
        summary_coverage(screen, view, arena);
        summary_events(screen, view, arena);
        print_next(screen, &balance, hottest, report_files(options, arena), arena);
    }
    return report_close(&report, error) && done;
}

const struct command cmd_summary = {"summary",
                                    "[OPTION...] [PROFILE...]",
                                    "the hottest functions and paths (the default)",
                                    OPTION_DEPTH | OPTION_MINIMUM | OPTION_SORT | OPTION_RECORDS | OPTION_RAW |
                                        OPTION_PER_THREAD | OPTION_PART | OPTION_TURN,
                                    SORT_INCLUSIVE,
                                    run_summary};
