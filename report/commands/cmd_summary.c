/*
 * cmd_summary.c - the answer on one screen: what the run was, the functions that took most time themselves whatever
 * path led to them, the paths on which that was, how much of it was MPI, who was slowest and why, and what to type next.
 *
 * It is what is shown without a command. Options that only the call tree has lead there.
 */
#include "report/commands/command.h"
#include "report/findings.h"
#include "report/report.h"
#include "report/runs.h"
#include "report/summary.h"
#include "report/table.h"
#include "report/text.h"

#include <stdlib.h>
#include <string.h>

static const struct table_column columns[] = {{"total", 0}, {"exclusive", 0}, {"calls", 1}, {"per call", 2}};
enum { C_TOTAL, C_EXCLUSIVE, C_CALLS, C_PER_CALL, COLUMNS };
_Static_assert(sizeof columns / sizeof *columns == COLUMNS, "a title for each column");

/* `shown`: the number of calls. */
static struct table_row *add_row(struct table *table, const struct view *view, double own, const char *mark,
                                 const struct stat_calls *calls, const char *shown, struct arena *arena)
{
    struct table_row *row = table_add(table, arena);
    if (!row)
        return NULL;
    row->style = style_of_share(own, view->total);
    row->cells[C_TOTAL] = text_percent(arena, own, view->total);
    row->cells[C_EXCLUSIVE] = text_seconds(arena, seconds(own), mark);
    row->cells[C_CALLS] = shown;
    row->cells[C_PER_CALL] = view_per_call(arena, calls, own, mark);
    return row;
}

static bool print_functions(struct screen *screen, const struct view *view, const struct findings *findings,
                            struct arena *arena)
{
    const struct profile *profile = view->profile;
    struct table table = {.columns = columns, .column_count = COLUMNS, .text_title = "hot functions"};
    for (uint32_t i = 0; i < findings->function_count; i++) {
        uint32_t function = findings->functions[i], paths = findings->paths_of[function];
        const struct view_region *sums = &view->regions[function];
        const struct profile_region *region = &profile->regions[function];
        const char *mark = view_own_mark(sums->own_estimated, sums->exclusive, sums->probes);
        struct table_row *row = add_row(&table, view, sums->exclusive, mark, &sums->calls,
                                        view_calls(sums->calls.calls, sums->calls_estimated, arena), arena);
        if (!row)
            return false;
        row->text = region->name;
        row->note = paths > 1 ? arena_printf(arena, "%s, in %s paths", view_location(view, region, arena),
                                             text_count(arena, paths))
                              : view_location(view, region, arena);
    }
    table_print(&table, screen);
    return true;
}

static bool print_paths(struct screen *screen, const struct view *view, const struct findings *findings,
                        struct arena *arena)
{
    struct table table = {.columns = columns, .column_count = COLUMNS, .text_title = "hot paths"};
    for (uint32_t i = 0; i < findings->path_count; i++) {
        uint32_t path = findings->paths[i];
        const struct view_node *node = &view->nodes[path];
        const char *mark = view_own_mark(node->own_estimated, node->exclusive, node->probes);
        const struct profile_node *what = &view->profile->nodes[path];
        struct table_row *row = add_row(&table, view, node->exclusive, mark, &what->calls,
                                        view_calls(what->calls.calls, node->calls_estimated, arena), arena);
        if (!row)
            return false;
        row->text = view_path(view, path, arena);
    }
    if (!findings->path_count)
        return true;
    screen_say(screen, STYLE_PLAIN, "\n");
    table_print(&table, screen);
    return true;
}

/* The command that says more of what was said last: of waiting, of ranks that are slow, or of the tree. */
static const char *say_next(const struct balance *balance)
{
    const struct profile *profile = balance->view->profile;
    if (profile->nodes[0].ranks.called < 2 || runs_several(profile))
        return "tree";
    return balance->waiting.waits.count ? "waiting" : "imbalance";
}

/* And the one that says who calls the hottest function. */
static void print_next(struct screen *screen, const struct balance *balance, uint32_t hottest, const char *file,
                       struct arena *arena)
{
    const struct profile *profile = balance->view->profile;
    const char *name = hottest == PROFILE_NONE ? NULL : text_shell(arena, profile->regions[hottest].name);
    screen_command(screen, "next: ",
                   name ? arena_printf(arena, "instr-report tree --callers=%s%s", name, file)
                        : arena_printf(arena, "instr-report html -o profile.html%s", file));
    screen_command(screen, "      ", arena_printf(arena, "instr-report %s%s", say_next(balance), file));
}

static bool run_summary(const struct options *options, struct arena *arena, struct error *error)
{
    struct report report;
    struct members members;
    struct balance balance;
    struct findings findings;
    bool of_tree = options->form != FORM_TEXT || options->per_thread || options->raw || options->depth != ~0u ||
                   options->minimum_given || options->sort != SORT_INCLUSIVE || options_turned(options);
    if (of_tree)
        return cmd_tree.run(options, arena, error);
    if (!report_open(&report, options, arena, error))
        return false;
    struct screen *screen = &report.screen;
    const struct view *view = &report.view;
    bool done = members_make(&members, view, arena, error) && balance_make(&balance, view, &members, arena, error) &&
                findings_make(&findings, &balance, arena, error);
    if (done) {
        summary_heading(screen, view, report.name, arena);
        done = (print_functions(screen, view, &findings, arena) && print_paths(screen, view, &findings, arena)) ||
               error_set(error, ERROR_INTERNAL, "out of memory");
    }
    if (done) {
        screen_say(screen, STYLE_PLAIN, "\n");
        for (unsigned i = 0; i < findings.sentence_count; i++)
            screen_line(screen, STYLE_PLAIN, findings.sentences[i]);
        summary_coverage(screen, view, arena);
        summary_events(screen, view, arena);
        print_next(screen, &balance, findings.function_count ? findings.functions[0] : PROFILE_NONE,
                   report_files(options, arena), arena);
    }
    return report_close(&report, error) && done;
}

const struct command cmd_summary = {{"summary", "[OPTION...] [PROFILE...]",
                                     "the hottest functions and paths (the default)",
                                     OPTION_DEPTH | OPTION_MINIMUM | OPTION_SORT | OPTION_RECORDS | OPTION_RAW |
                                         OPTION_PER_THREAD | OPTION_PART | OPTION_TURN},
                                    SORT_INCLUSIVE,
                                    run_summary};
