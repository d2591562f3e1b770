/*
 * cmd_summary.c - the first screen: findings, what is in order, and the functions with most exclusive time.
 *
 * It is the default command. Options that only the call tree has select the tree.
 */
#include "report/commands/command.h"
#include "report/commands/tables.h"
#include "report/derive/findings_words.h"
#include "report/derive/runs.h"
#include "report/derive/summary.h"
#include "report/read/report.h"
#include "report/show/rows.h"
#include "report/show/text.h"

#include <string.h>

#define COLUMNS(X)                                                                                                     \
    X(NULL, "total", 0, cell, text_percent(arena, own->computing, view->total))                                        \
    X(NULL, "computing", 0, seconds, own->computing, mark)                                                             \
    X(NULL, "blocked", 1, seconds, own->blocked, own->blocked > 0 ? "~" : NULL)                                        \
    X(NULL, "no CPU", 1, seconds, own->no_processor, own->no_processor > 0 ? "~" : NULL)                               \
    X(NULL, "calls", 1, calls, sums->calls.calls, sums->calls_estimated)                                               \
    X(NULL, "per call", 2, cell, view_per_call(arena, &sums->calls, own->computing, mark))
static const struct row_column columns[] = {COLUMNS(ROW_COLUMN)};

static void print_functions(struct screen *screen, const struct view *view, const struct findings *findings,
                            struct summary_marks *marks, struct arena *arena)
{
    const struct profile *profile = view->profile;
    struct rows all, *rows = &all;
    ROWS_BEGIN(rows, FORM_TEXT, columns, arena);
    rows->table.text_title = profile->nodes[0].ranks.called > 1 ? "hot functions, all ranks together" : "hot functions";
    for (uint32_t i = 0; i < findings->function_count; i++) {
        uint32_t function = findings->functions[i], paths = findings->paths_of[function];
        const struct view_region *sums = &view->regions[function];
        const struct profile_region *region = &profile->regions[function];
        const char *mark = view_own_mark(sums->own_estimated, sums->exclusive, sums->probes);
        const struct own_time *own = &findings->division->regions[function];
        rows_add(rows, region->name);
        rows->row->style = style_of_share(own->computing, view->total);
        COLUMNS(ROW_PUT)
        rows->row->note = paths > 1 ? arena_printf(arena, "%s, in %s paths", view_location(view, region, arena),
                                                   text_count(arena, paths))
                                    : view_location(view, region, arena);
        marks->estimated |= *mark == '~';
        marks->doubtful |= *mark == '?';
        marks->calls |= sums->calls_estimated;
    }
    table_print(&rows->table, screen);
}

/* Widths before the text of each line: the number of a finding, its time and its share. */
enum { NUMBER = 3, GAIN = 9, SHARE = 7, HEAD = NUMBER + GAIN + SHARE };

static void put_blanks(struct screen *screen, size_t count)
{
    screen_say(screen, STYLE_PLAIN, &"                    "[count < 20 ? 20 - count : 0]);
}

/* Prints number, time and share. The share is right-aligned, two columns before the text. */
static void put_head(struct screen *screen, const char *number, const char *gain, const char *share, enum style style)
{
    size_t taken = text_width(gain) + text_width(share) + 2;
    screen_put(screen, style, number);
    put_blanks(screen, strlen(number) < NUMBER ? NUMBER - strlen(number) : 0);
    screen_put(screen, style, gain);
    put_blanks(screen, taken < GAIN + SHARE ? GAIN + SHARE - taken : 1);
    screen_put(screen, style, share);
    put_blanks(screen, 2);
}

static void print_finding(struct screen *screen, const struct findings *findings, unsigned i, const char *files,
                          struct arena *arena)
{
    const struct finding *finding = &findings->of[i];
    struct finding_words words;
    findings_words(&words, findings, finding, arena);
    put_head(screen, arena_printf(arena, "%u", i + 1), text_seconds_known(arena, seconds(finding->gain), 3, ""),
             text_percent(arena, finding->gain, findings->run),
             finding->kind == FINDING_WORK ? STYLE_PLAIN : style_of_share(finding->gain, findings->run));
    screen_hang(screen, STYLE_PLAIN, words.says, HEAD);
    for (unsigned k = 0; k < FINDING_MORE && words.more[k]; k++) {
        put_head(screen, "", "", "", STYLE_PLAIN);
        screen_hang(screen, STYLE_PLAIN, words.more[k], HEAD);
    }
    if (*words.attempt) {
        put_head(screen, "", "try", "", STYLE_DIM);
        screen_hang(screen, STYLE_PLAIN, words.attempt, HEAD);
    }
    if (*words.command) {
        put_head(screen, "", "see", "", STYLE_DIM);
        screen_command(screen, "", "%s%s", words.command, files);
    }
}

static void print_fine(struct screen *screen, const struct findings *findings, struct arena *arena)
{
    put_head(screen, "ok", "", "", STYLE_PLAIN);
    screen_hang(screen, STYLE_PLAIN, findings_fine(findings, arena), HEAD);
}

/* This many findings fit into fifteen lines. */
enum { SCREEN_FINDINGS = 3 };

static void print_verdict(struct screen *screen, const struct findings *findings, const char *name, const char *files,
                          struct arena *arena)
{
    const char *run = summary_duration(findings->balance->view, arena), *lost = findings_lost(findings, arena);
    screen_print(screen, STYLE_BOLD, "%s%s%s  %s", run, *lost ? ": " : "", lost, name);
    put_head(screen, "", "time", "", STYLE_DIM);
    screen_hang(screen, STYLE_PLAIN, division_text(findings->division, arena), HEAD);
    if (findings->busy > 0) {
        put_head(screen, "", "busy", "", STYLE_DIM);
        screen_hang(screen, STYLE_WARM, findings_busy(findings, arena), HEAD);
    }
    if (findings->lost <= 0)
        print_fine(screen, findings, arena);
    unsigned shown = findings->count < SCREEN_FINDINGS ? findings->count : SCREEN_FINDINGS;
    for (unsigned i = 0; i < shown; i++)
        print_finding(screen, findings, i, files, arena);
    if (findings->lost > 0)
        print_fine(screen, findings, arena);
}

/* Prints the command that shows the callers of the program's hottest function. */
static void print_next(struct screen *screen, const struct view *view, const struct findings *findings,
                       const char *files, struct arena *arena)
{
    uint32_t i = 0;
    while (i < findings->function_count && !region_is_work(view->profile->regions[findings->functions[i]].kind))
        i++;
    const char *name = i < findings->function_count ? view->profile->regions[findings->functions[i]].name : NULL;
    if (name)
        screen_command(screen, "next: ", "%s%s", findings_callers(name, arena), files);
    else
        screen_command(screen, "next: ", "html -o profile.html%s", files);
}

static bool show_summary(struct report *report, const struct options *options, struct arena *arena, struct error *error)
{
    struct gains gains;
    struct screen *screen = &report->screen;
    const struct view *view = &report->view;
    struct summary_marks marks = {false};
    bool of_tree = options->per_thread || options->raw || options->depth != ~0u || options->minimum_given ||
                   options->sort != SORT_INCLUSIVE || options->shape.by == BY_RANK || options_turned(options);
    if (of_tree)
        return cmd_tree.show(report, options, arena, error);
    if (options->form != FORM_TEXT) {
        summary_records(report, options, arena);
        return true;
    }
    gains_make(&gains, view, arena);
    const char *files = report_files(options, arena);
    bool whole = coverage_has_run(view) && !*profile_meta(view->profile, "shape", "");
    if (whole)
        print_verdict(screen, &gains.findings, report->name, files, arena);
    else
        summary_heading(screen, view, report->name, arena);
    screen_say(screen, STYLE_PLAIN, whole ? "\n" : "");
    print_functions(screen, view, &gains.findings, &marks, arena);
    summary_events(screen, view, &marks, arena);
    print_next(screen, view, &gains.findings, files, arena);
    return true;
}

const struct command cmd_summary = {{"summary", "[OPTION...] [PROFILE...]",
                                     "findings and the hottest functions (the default)",
                                     OPTION_DEPTH | OPTION_MINIMUM | OPTION_SORT | OPTION_RECORDS | OPTION_RAW |
                                         OPTION_PER_THREAD | OPTION_PART | OPTION_TURN,
                                     "instr-report summary --json heat.instr"},
                                    SORT_INCLUSIVE,
                                    .show = show_summary,
                                    .forms = {&form_summary, &form_tree, &form_ranks}};
