/*
 * cmd_coverage.c - lists each function of the program as called, never called, or not instrumented and why.
 */
#include "common/name.h"
#include "common/reasons.h"
#include "report/binary/binary.h"
#include "report/commands/command.h"
#include "report/derive/summary.h"
#include "report/read/report.h"
#include "report/read/short_cxx_names.h"
#include "report/show/rows.h"
#include "report/show/text.h"

#include <stdlib.h>
#include <string.h>

static int compare_files(const void *left, const void *right, void *state)
{
    const struct profile_region *regions = state;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    int order = strcmp(regions[a].file, regions[b].file);
    if (!order)
        order = (regions[a].line > regions[b].line) - (regions[a].line < regions[b].line);
    return order ? order : (a > b) - (a < b);
}

/* Returns the functions sorted by file and line. */
static uint32_t *functions_by_file(const struct view *view, uint32_t *count, struct arena *arena)
{
    const struct profile *profile = view->profile;
    uint32_t *sorted = arena_array(arena, profile->region_count, sizeof *sorted);
    *count = 0;
    for (uint32_t i = 0; i < profile->region_count; i++)
        if (profile->regions[i].kind == REGION_FUNCTION && !coverage_repeats(view, i))
            sorted[(*count)++] = i;
    qsort_r(sorted, *count, sizeof *sorted, compare_files, profile->regions);
    return sorted;
}

#define HEADERS_TITLE "\nnot measured, of system headers\n"

#define FILES(X)                                                                                                       \
    X(NULL, "instrumented", 0, cell, text_percent(arena, coverage->instrumented, coverage->functions))                 \
    X(NULL, "functions", 0, count, coverage->functions)                                                                \
    X(NULL, "called", 0, cell, has_run ? text_count(arena, coverage->called) : NULL)                                   \
    X(NULL, "never", 0, cell, has_run ? text_count(arena, coverage->instrumented - coverage->called) : NULL)           \
    X(NULL, "left alone", 0, count, coverage->functions - coverage->instrumented)                                      \
    X(NULL, "trivial", 0, cell, coverage->by_function ? text_count(arena, coverage->by_function) : NULL)
static const struct row_column file_columns[] = {FILES(ROW_COLUMN)};

static void add_file(struct rows *rows, const char *file, const struct coverage *coverage, bool has_run)
{
    struct arena *arena = rows->arena;
    rows_add(rows, *file ? file : "(source not known)");
    rows->row->style = coverage->instrumented == coverage->functions ? STYLE_PLAIN : STYLE_WARM;
    FILES(ROW_PUT)
}

/* Languages by the end of a file's name. */
static const struct {
    const char *language, *ends[18];
} LANGUAGES[] = {
    {"Fortran",
     {".f", ".F", ".for", ".FOR", ".ftn", ".FTN", ".fpp", ".FPP", ".f90", ".F90", ".f95", ".F95", ".f03", ".F03",
      ".f08", ".F08"}},
    {"C", {".c"}},
    {"C++", {".cc", ".cpp", ".cxx", ".C", ".c++", ".cp", ".CPP", ".hpp", ".hh", ".hxx"}},
    {"headers", {".h"}},
};
enum { LANGUAGE_COUNT = sizeof LANGUAGES / sizeof *LANGUAGES, HEADERS = LANGUAGE_COUNT - 1 };

/* Returns the language of a file, or LANGUAGE_COUNT if it is another one or unknown. */
static size_t language_of(const char *file)
{
    size_t found = 0;
    for (; found < LANGUAGE_COUNT; found++)
        for (const char *const *end = LANGUAGES[found].ends; *end; end++)
            if (name_ends(file, *end))
                return found;
    return found;
}

/* Prints how many functions of each language are instrumented, if there are several languages. */
static void print_languages(const struct view *view, const uint32_t *sorted, uint32_t count, struct screen *screen,
                            struct arena *arena)
{
    struct coverage coverages[LANGUAGE_COUNT + 1] = {0};
    const char *line = "";
    size_t languages = 0, shown = 0;
    for (uint32_t i = 0; i < count; i++)
        coverage_add(&coverages[language_of(view->profile->regions[sorted[i]].file)], view, sorted[i]);
    for (size_t i = 0; i < LANGUAGE_COUNT; i++) {
        languages += coverages[i].functions && i != HEADERS;
        if (coverages[i].functions)
            line =
                arena_printf(arena, "%s%s%s %s of %s", line, shown++ ? ", " : "", LANGUAGES[i].language,
                             text_count(arena, coverages[i].instrumented), text_count(arena, coverages[i].functions));
    }
    if (languages > 1)
        screen_print(screen, STYLE_PLAIN, "by language: %s", line);
}

/* Returns the macro that made a function, and its place if that differs from the function's. */
static const char *maker(const struct profile_region *region, struct arena *arena)
{
    const char *blank = strchr(region->origin, ' ');
    const char *own = arena_printf(arena, "%s:%u", region->file, region->line);
    if (!blank || strcmp(blank + 1, own) != 0)
        return region->origin;
    return arena_copy(arena, region->origin, (size_t)(blank - region->origin));
}

/* Lists the functions that `chosen` selects under a title; prints nothing for none. */
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
        const char *line =
            arena_printf(arena, "  %s%s%s%s%s%s%s", region->name, location, *region->origin ? "  made by " : "",
                         maker(region, arena), *reason ? "  [" : "", reason, *reason ? "]" : "");
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

static bool called_early(const struct view *view, uint32_t region)
{
    return !strcmp(coverage_status(view, region), "early");
}

/* Explains each reason that the lists contain, in one line. */
static void explain_reasons(const struct view *view, const uint32_t *sorted, uint32_t count, struct screen *screen,
                            struct arena *arena)
{
    const char *gap = "\n";
    for (enum reason reason = REASON_NONE + 1; reason < REASON_COUNT; reason++) {
        const char *word = reason_word(reason);
        uint32_t i = 0;
        while (i < count && strcmp(coverage_reason(view, sorted[i]), word) != 0)
            i++;
        if (i == count || reason == REASON_LIBRARY || reason == REASON_IMPLICIT)
            continue;
        const char *line = arena_printf(arena, "%s%s: %s\n", gap, word, reason_explain(word));
        screen_say(screen, STYLE_DIM, line);
        gap = "";
    }
}

/* Lists functions of system headers. They are not in the profile, but in the program's file if that still exists. Returns their number. */
static uint32_t list_headers(const struct view *view, const struct options *options, struct screen *screen,
                             struct arena *arena)
{
    const char *path = profile_meta(view->profile, "program", "");
    struct profile program;
    struct view all = {.profile = &program};
    struct error error = {0};
    uint32_t count, headers = 0;
    if (*profile_meta(view->profile, "binary", "") || *path != '/' || !binary_recognize(path) ||
        !binary_read(path, &program, arena, &error))
        return 0;
    if (!options->full_names)
        short_cxx_names(&program, arena);
    uint32_t *sorted = functions_by_file(&all, &count, arena);
    for (uint32_t i = 0; i < count; i++)
        headers += coverage_of_header(&all, sorted[i]);
    list_functions(&all, sorted, count, coverage_of_header, HEADERS_TITLE, screen, arena);
    return headers;
}

static void print_text(struct report *report, const struct options *options, const uint32_t *sorted, uint32_t count,
                       struct arena *arena)
{
    const struct view *view = &report->view;
    struct screen *screen = &report->screen;
    struct rows rows;
    const struct profile_region *regions = view->profile->regions;
    uint32_t by_function = 0, by_hooks = 0;
    ROWS_BEGIN(&rows, FORM_TEXT, file_columns, arena);
    rows.table.text_title = "file";
    for (uint32_t i = 0; i < count;) {
        struct coverage coverage = {0};
        const char *file = regions[sorted[i]].file;
        for (; i < count && !strcmp(regions[sorted[i]].file, file); i++)
            coverage_add(&coverage, view, sorted[i]);
        by_function += coverage.by_function;
        by_hooks += coverage.by_hooks;
        if (coverage.functions)
            add_file(&rows, file, &coverage, coverage_has_run(view));
    }
    summary_heading(screen, view, report->name, arena);
    table_print(&rows.table, screen);
    list_functions(view, sorted, count, left_alone, "\nnot instrumented, and why\n", screen, arena);
    list_functions(view, sorted, count, partly_left_alone, "\nnot instrumented in some translation units, and why\n",
                   screen, arena);
    list_functions(view, sorted, count, coverage_of_header, HEADERS_TITLE, screen, arena);
    explain_reasons(view, sorted, count, screen, arena);
    list_functions(view, sorted, count, called_early, "\ncalled only before measurement starts\n", screen, arena);
    list_functions(view, sorted, count, coverage_partly_early,
                   "\nalso called before measurement starts: those calls are not counted\n", screen, arena);
    list_functions(view, sorted, count, never_called, "\nnever called\n", screen, arena);
    uint32_t headers = list_headers(view, options, screen, arena);
    screen_say(screen, STYLE_PLAIN, "\n");
    summary_coverage(screen, view, arena);
    summary_headers(screen, headers, arena);
    print_languages(view, sorted, count, screen, arena);
    if (by_hooks)
        screen_print(screen, STYLE_PLAIN, "measured by the compiler's hooks (more overhead per call): %s",
                     text_count(arena, by_hooks));
    if (by_function)
        screen_print(screen, STYLE_PLAIN,
                     "counted but not timed (trivial functions and coroutines): %s; to time trivial functions build "
                     "with --instr-paths=all",
                     text_count(arena, by_function));
    if (!coverage_has_run(view))
        summary_events(screen, view, NULL, arena);
}

#define COLUMNS(X)                                                                                                     \
    X("function", NULL, 0, text, region->name)                                                                         \
    X("file", NULL, 0, text, region->file)                                                                             \
    X("line", NULL, 0, count, region->line)                                                                            \
    X("status", NULL, 0, text, coverage_status(view, sorted[i]))                                                       \
    X("reason", NULL, 0, text, coverage_reason(view, sorted[i]))                                                       \
    X("calls", NULL, 0, count, view->regions[sorted[i]].calls.calls)                                                   \
    X("origin", NULL, 0, text, region->origin)                                                                         \
    X("counted", NULL, 0, text,                                                                                        \
      *region->reason                ? ""                                                                              \
      : coverage_by_function(region) ? "by-function"                                                                   \
      : coverage_by_hooks(region)    ? "by-hooks"                                                                      \
                                     : "by-path")
static const struct row_column columns[] = {COLUMNS(ROW_COLUMN)};
static const struct row_form form_coverage = ROW_FORM("coverage", columns);

static void print_records(struct report *report, const uint32_t *sorted, uint32_t count, enum output_form form)
{
    const struct view *view = &report->view;
    struct rows all, *rows = &all;
    rows_begin(rows, form, &form_coverage, NULL);
    rows_open(rows, report->screen.stream, view->profile);
    for (uint32_t i = 0; i < count; i++) {
        const struct profile_region *region = &view->profile->regions[sorted[i]];
        COLUMNS(ROW_PUT)
    }
    rows_close(rows);
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

static bool show_coverage(struct report *report, const struct options *options, struct arena *arena,
                          struct error *error)
{
    uint32_t count;
    uint32_t *sorted = functions_by_file(&report->view, &count, arena);
    if (options->form == FORM_TEXT)
        print_text(report, options, sorted, count, arena);
    else
        print_records(report, sorted, count, options->form);
    return check_required(&report->view, options->require, error);
}

const struct command cmd_coverage = {
    {"coverage", "[OPTION...] [PROFILE or BINARY...]", "functions that were measured, and why others were not",
     OPTION_REQUIRE | OPTION_RECORDS | TAKES_BINARIES, "instr-report coverage --require=100 ./app"},
    SORT_NAME,
    .show = show_coverage,
    .forms = {&form_coverage}};
