/*
 * cmd_coverage.c - was everything measured? Each function of the program: called, never called, or not
 * instrumented and why.
 */
#include "base/reasons.h"
#include "report/commands/command.h"
#include "report/records.h"
#include "report/report.h"
#include "report/summary.h"
#include "report/table.h"
#include "report/text.h"

#include <stdlib.h>
#include <string.h>

static const struct table_column columns[] = {{"instrumented", 0}, {"functions", 0},  {"called", 0},
                                              {"never", 0},        {"left alone", 0}, {"trivial", 0}};

static int compare_files(const void *left, const void *right, void *state)
{
    const struct profile_region *regions = state;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    int order = strcmp(regions[a].file, regions[b].file);
    if (!order)
        order = (regions[a].line > regions[b].line) - (regions[a].line < regions[b].line);
    return order ? order : (a > b) - (a < b);
}

/* The functions by file and line; null when there is no memory. */
static uint32_t *functions_by_file(const struct view *view, uint32_t *count, struct arena *arena)
{
    const struct profile *profile = view->profile;
    uint32_t *sorted = arena_array(arena, profile->region_count, sizeof *sorted);
    *count = 0;
    for (uint32_t i = 0; sorted && i < profile->region_count; i++)
        if (profile->regions[i].kind == REGION_FUNCTION && !coverage_repeats(view, i))
            sorted[(*count)++] = i;
    if (sorted)
        qsort_r(sorted, *count, sizeof *sorted, compare_files, profile->regions);
    return sorted;
}

static bool add_file(struct table *table, const char *file, const struct coverage *coverage, bool has_run,
                     struct arena *arena)
{
    struct table_row *row = table_add(table, arena);
    if (!row)
        return false;
    row->text = *file ? file : "(source not known)";
    row->style = coverage->instrumented == coverage->functions ? STYLE_PLAIN : STYLE_WARM;
    row->cells[0] = text_percent(arena, coverage->instrumented, coverage->functions);
    row->cells[1] = text_count(arena, coverage->functions);
    if (has_run) {
        row->cells[2] = text_count(arena, coverage->called);
        row->cells[3] = text_count(arena, coverage->instrumented - coverage->called);
    }
    row->cells[4] = text_count(arena, coverage->functions - coverage->instrumented);
    row->cells[5] = coverage->by_function ? text_count(arena, coverage->by_function) : NULL;
    return true;
}

/* The macro that made a function, and where it is used when that is not the function's own place. */
static const char *maker(const struct profile_region *region, struct arena *arena)
{
    const char *blank = strchr(region->origin, ' ');
    const char *own = arena_printf(arena, "%s:%u", region->file, region->line);
    if (!blank || !own || strcmp(blank + 1, own) != 0)
        return region->origin;
    return arena_copy(arena, region->origin, (size_t)(blank - region->origin));
}

/* Lists the functions that `chosen` picks under a title; nothing when there are none. */
static void list_functions(const struct view *view, const uint32_t *sorted, uint32_t count,
                           bool (*chosen)(const struct view *view, uint32_t region), const char *title,
                           struct screen *screen, struct arena *arena)
{
    bool any = false;
    for (uint32_t i = 0; i < count; i++) {
        const struct profile_region *region = &view->profile->regions[sorted[i]];
        const char *reason = coverage_reason(view, sorted[i]);
        if (!chosen(view, sorted[i]))
            continue;
        if (!any)
            screen_say(screen, STYLE_BOLD, title);
        any = true;
        const char *location = !*region->file ? ""
                               : region->line ? arena_printf(arena, "  %s:%u", region->file, region->line)
                                              : arena_printf(arena, "  %s", region->file);
        const char *line = arena_printf(arena, "  %s%s%s%s%s%s%s", region->name, location ? location : "",
                                        *region->origin ? "  made by " : "", maker(region, arena), *reason ? "  [" : "",
                                        reason, *reason ? "]" : "");
        screen_line(screen, STYLE_PLAIN, line);
    }
}

static bool left_alone(const struct view *view, uint32_t region)
{
    return *view->profile->regions[region].reason && !coverage_of_library(view, region);
}

static bool partly_left_alone(const struct view *view, uint32_t region)
{
    return !*view->profile->regions[region].reason && *coverage_reason(view, region);
}

static bool never_called(const struct view *view, uint32_t region)
{
    return coverage_has_run(view) && !strcmp(coverage_status(view, region), "never-called");
}

/* One line for each reason that the lists above have. */
static void explain_reasons(const struct view *view, const uint32_t *sorted, uint32_t count, struct screen *screen,
                            struct arena *arena)
{
    const char *gap = "\n";
    for (enum reason reason = REASON_NONE + 1; reason < REASON_COUNT; reason++) {
        const char *word = reason_word(reason);
        uint32_t i = 0;
        while (i < count && strcmp(coverage_reason(view, sorted[i]), word) != 0)
            i++;
        if (i == count || reason == REASON_LIBRARY)
            continue;
        const char *line = arena_printf(arena, "%s%s: %s\n", gap, word, reason_explain(word));
        screen_say(screen, STYLE_DIM, line);
        gap = "";
    }
}

static bool print_text(struct report *report, const uint32_t *sorted, uint32_t count, struct arena *arena,
                       struct error *error)
{
    const struct view *view = &report->view;
    struct screen *screen = &report->screen;
    struct table table = {.columns = columns, .column_count = sizeof columns / sizeof *columns, .text_title = "file"};
    const struct profile_region *regions = view->profile->regions;
    uint32_t by_function = 0;
    for (uint32_t i = 0; i < count;) {
        struct coverage coverage = {0};
        const char *file = regions[sorted[i]].file;
        for (; i < count && !strcmp(regions[sorted[i]].file, file); i++)
            coverage_add(&coverage, view, sorted[i]);
        by_function += coverage.by_function;
        if (coverage.functions && !add_file(&table, file, &coverage, coverage_has_run(view), arena))
            return error_set(error, ERROR_INTERNAL, "out of memory");
    }
    summary_heading(screen, view, report->name, arena);
    table_print(&table, screen);
    list_functions(view, sorted, count, left_alone, "\nnot instrumented, and why\n", screen, arena);
    list_functions(view, sorted, count, partly_left_alone, "\nnot instrumented in some of their units, and why\n",
                   screen, arena);
    explain_reasons(view, sorted, count, screen, arena);
    list_functions(view, sorted, count, never_called, "\nnever called\n", screen, arena);
    screen_say(screen, STYLE_PLAIN, "\n");
    summary_coverage(screen, view, arena);
    if (by_function)
        screen_line(screen, STYLE_PLAIN,
                    arena_printf(arena,
                                 "%s of them are trivial: their calls are counted by function, and sampled by path; "
                                 "to count all by path build with --instr-paths=all",
                                 text_count(arena, by_function)));
    if (!coverage_has_run(view))
        summary_events(screen, view, NULL, arena);
    return true;
}

static void print_records(const struct view *view, const uint32_t *sorted, uint32_t count, enum output_form form,
                          struct screen *screen)
{
    static const char *const names[] = {"function", "file",   "line",    "status", "reason",
                                        "calls",    "origin", "counted", NULL};
    struct records records;
    records_begin(&records, screen->stream, form, "instr-coverage", names, view->profile);
    for (uint32_t i = 0; i < count; i++) {
        const struct profile_region *region = &view->profile->regions[sorted[i]];
        records_text(&records, region->name);
        records_text(&records, region->file);
        records_count(&records, region->line);
        records_text(&records, coverage_status(view, sorted[i]));
        records_text(&records, coverage_reason(view, sorted[i]));
        records_count(&records, view->regions[sorted[i]].calls.calls);
        records_text(&records, region->origin);
        records_text(&records, *region->reason ? "" : coverage_by_function(region) ? "by-function" : "by-path");
    }
    records_end(&records);
}

static bool check_required(const struct view *view, double required, struct error *error)
{
    struct coverage coverage = {0};
    for (uint32_t i = 0; i < view->profile->region_count; i++)
        coverage_add(&coverage, view, i);
    if (coverage_percent(&coverage) >= required)
        return true;
    return error_set(error, ERROR_COVERAGE, "%u of %u functions are instrumented (%.2f%%), %.4g%% are required",
                     coverage.instrumented, coverage.functions, coverage_percent(&coverage), required);
}

static bool run_coverage(const struct options *options, struct arena *arena, struct error *error)
{
    struct report report;
    uint32_t count;
    if (!report_open(&report, options, arena, error))
        return false;
    uint32_t *sorted = functions_by_file(&report.view, &count, arena);
    bool done = sorted || error_set(error, ERROR_INTERNAL, "out of memory");
    if (done && options->form == FORM_TEXT)
        done = print_text(&report, sorted, count, arena, error);
    else if (done)
        print_records(&report.view, sorted, count, options->form, &report.screen);
    return report_close(&report, error) && done && check_required(&report.view, options->require, error);
}

const struct command cmd_coverage = {{"coverage", "[OPTION...] [PROFILE or BINARY...]",
                                      "which functions were measured, and why others were not",
                                      OPTION_REQUIRE | OPTION_RECORDS | TAKES_BINARIES},
                                     SORT_NAME,
                                     run_coverage};
