/*
 * cmd_tests.c - which tests reach which functions, from the profiles that the tests of a program wrote: what no test reaches, what
 * only one does, and of a function the tests that do, with the path that led there first.
 */
#include "base/nearest.h"
#include "report/commands/command.h"
#include "report/read/report.h"
#include "report/show/rows.h"
#include "report/show/text.h"
#include "report/suite/run.h"
#include "report/suite/select.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

/* The functions that are looked at: all, those of a name, or what a change touches. */
struct choice {
    bool *chosen;               /* of each function of the suite */
    bool change;                /* it was a change that was asked for */
    struct selection selection; /* then */
};

static bool choose_named(bool *chosen, const struct suite *suite, const char *pattern, struct error *error)
{
    struct nearest nearest = nearest_begin(pattern);
    bool any = false;
    for (size_t i = 0; i < suite->function_count; i++) {
        const char *name = suite->functions[i].name;
        chosen[i] = !strcmp(name, pattern) || !fnmatch(pattern, name, 0);
        any |= chosen[i];
        nearest_offer(&nearest, name);
    }
    if (any)
        return true;
    const char *like = nearest_end(&nearest);
    return like ? error_set(error, ERROR_USAGE, "no function '%s' here; did you mean '%s'?", pattern, like)
                : error_set(error, ERROR_USAGE, "no function '%s' here; 'instr-report tests --csv' lists all", pattern);
}

static bool choose_changed(struct choice *choice, const struct suite *suite, const struct options *options,
                           struct arena *arena, struct error *error)
{
    struct changed changed;
    bool done = options->changed ? changed_named(&changed, options->changed, arena, error)
                                 : changed_since(&changed, options->changed_since, arena, error);
    choice->change = true;
    if (!done)
        return false;
    select_changed(&choice->selection, suite, &changed, arena);
    choice->chosen = choice->selection.chosen;
    return true;
}

static bool choose(struct choice *choice, const struct suite *suite, const struct options *options, struct arena *arena,
                   struct error *error)
{
    *choice = (struct choice){0};
    if (options->changed || options->changed_since)
        return choose_changed(choice, suite, options, arena, error);
    choice->chosen = arena_array(arena, suite->function_count, sizeof *choice->chosen);
    if (options->function)
        return choose_named(choice->chosen, suite, options->function, error);
    memset(choice->chosen, true, suite->function_count);
    return true;
}

/* The tests that reach a function that is looked at, with the first one of these. */
static uint32_t *tests_of(const struct suite *suite, const struct choice *choice, uint32_t *count, struct arena *arena)
{
    uint32_t *first = arena_array(arena, suite->test_count, sizeof *first);
    *count = 0;
    for (size_t i = 0; i < suite->test_count; i++)
        first[i] = SUITE_NONE;
    for (size_t i = 0; i < suite->function_count; i++)
        for (size_t k = 0; choice->chosen[i] && k < suite->functions[i].hit_count; k++) {
            uint32_t test = suite->functions[i].hits[k].test;
            *count += first[test] == SUITE_NONE;
            first[test] = first[test] == SUITE_NONE ? (uint32_t)i : first[test];
        }
    return first;
}

/* --- text: all tests --- */

enum { SHOWN = 20 }; /* functions of a kind */

/* What a test has for itself comes first. */
static int compare_tests(const void *left, const void *right)
{
    const struct suite_test *a = left, *b = right;
    if (a->alone != b->alone)
        return a->alone < b->alone ? 1 : -1;
    if (a->functions != b->functions)
        return a->functions < b->functions ? 1 : -1;
    return strcmp(a->name, b->name);
}

#define TESTS(X)                                                                                                       \
    X(NULL, "functions", 0, count, tests[i].functions)                                                                 \
    X(NULL, "alone", 0, count, tests[i].alone)                                                                         \
    X(NULL, "processes", 1, count, tests[i].processes)
static const struct row_column test_columns[] = {TESTS(ROW_COLUMN)};

static void print_tests(const struct suite *suite, struct screen *screen, struct arena *arena)
{
    struct rows all, *rows = &all;
    struct suite_test *tests = arena_array(arena, suite->test_count, sizeof *tests);
    memcpy(tests, suite->tests, suite->test_count * sizeof *tests);
    qsort(tests, suite->test_count, sizeof *tests, compare_tests);
    ROWS_BEGIN(rows, FORM_TEXT, test_columns, arena);
    rows->table.text_title = "test";
    for (size_t i = 0; i < suite->test_count; i++) {
        rows_add(rows, tests[i].name);
        TESTS(ROW_PUT)
    }
    table_print(&rows->table, screen);
}

static bool reached_by_one(const struct suite_function *function)
{
    return suite_only(function) != SUITE_NONE;
}

static bool reached_by_none(const struct suite_function *function)
{
    return !function->hit_count && !*function->reason;
}

static bool left_alone(const struct suite_function *function)
{
    return !function->hit_count && *function->reason;
}

static size_t count_of(const struct suite *suite, bool (*is)(const struct suite_function *function))
{
    size_t count = 0;
    for (size_t i = 0; i < suite->function_count; i++)
        count += is(&suite->functions[i]);
    return count;
}

/* "solve  heat.c:20". */
static const char *place_of(const struct suite *suite, const struct suite_function *function, struct arena *arena)
{
    const char *file = suite_file(suite, function);
    return !*file            ? function->name
           : !function->line ? arena_printf(arena, "%s  %s", function->name, file)
                             : arena_printf(arena, "%s  %s:%u", function->name, file, function->line);
}

/* The first of them, and how many more there are. */
static void list_functions(const struct suite *suite, bool (*is)(const struct suite_function *function),
                           const char *title, struct screen *screen, struct arena *arena)
{
    size_t count = count_of(suite, is), shown = 0;
    if (count)
        screen_say(screen, STYLE_BOLD, title);
    for (size_t i = 0; i < suite->function_count && shown < SHOWN; i++) {
        const struct suite_function *function = &suite->functions[i];
        uint32_t only = suite_only(function);
        if (is(function) && ++shown)
            screen_print(screen, STYLE_PLAIN, "  %s%s%s%s%s%s", place_of(suite, function, arena),
                         *function->reason ? "  [" : "", function->reason, *function->reason ? "]" : "",
                         only == SUITE_NONE ? "" : "  by ", only == SUITE_NONE ? "" : suite->tests[only].name);
    }
    if (count > shown)
        screen_print(screen, STYLE_DIM, "  (%s more; --csv has all)", text_count(arena, count - shown));
}

/* How many tests could go, one of them, and no function would be reached less. */
static void say_tests_without(const struct suite *suite, struct screen *screen, struct arena *arena)
{
    size_t without = 0;
    for (size_t i = 0; i < suite->test_count; i++)
        without += !suite->tests[i].alone;
    if (without)
        screen_print(screen, STYLE_DIM, "alone: functions that no other test reaches; %s test%s none",
                     text_count(arena, without), without == 1 ? " has" : "s have");
}

static void print_suite(const struct suite *suite, const struct options *options, struct screen *screen,
                        struct arena *arena)
{
    size_t none = count_of(suite, reached_by_none), alone = count_of(suite, left_alone);
    screen_print(screen, STYLE_BOLD, "%s test%s, %s functions: %s reached, %s by one test alone, %s by none%s",
                 text_count(arena, suite->test_count), suite->test_count == 1 ? "" : "s",
                 text_count(arena, suite->function_count), text_count(arena, suite->function_count - none - alone),
                 text_count(arena, count_of(suite, reached_by_one)), text_count(arena, none),
                 alone ? arena_printf(arena, ", %s not measured", text_count(arena, alone)) : "");
    screen_say(screen, STYLE_PLAIN, "\n");
    print_tests(suite, screen, arena);
    say_tests_without(suite, screen, arena);
    list_functions(suite, reached_by_none, "\nreached by no test\n", screen, arena);
    list_functions(suite, reached_by_one, "\nreached by one test alone\n", screen, arena);
    list_functions(suite, left_alone, "\nnot measured, and why\n", screen, arena);
    screen_say(screen, STYLE_PLAIN, "\n");
    screen_command(screen, "next: ", "tests --function=NAME%s", report_files(options, arena));
}

/* --- text: the functions that were asked for --- */

static const struct row_column reach_columns[] = {{NULL, "calls", 0}};

static void print_reached(const struct suite *suite, const struct suite_function *function, struct screen *screen,
                          struct arena *arena)
{
    struct rows rows;
    ROWS_BEGIN(&rows, FORM_TEXT, reach_columns, arena);
    rows.table.text_title = "test";
    screen_print(screen, STYLE_BOLD, "%s: %s of %s tests%s%s", place_of(suite, function, arena),
                 text_count(arena, function->hit_count), text_count(arena, suite->test_count),
                 *function->reason ? ", not measured: " : "", function->reason);
    for (size_t i = 0; i < function->hit_count; i++) {
        const struct suite_hit *hit = &function->hits[i];
        rows_add(&rows, suite->tests[hit->test].name);
        rows_count(&rows, hit->calls);
        rows.row->note = hit->path;
    }
    if (function->hit_count)
        table_print(&rows.table, screen);
}

static void print_chosen(const struct suite *suite, const struct choice *choice, struct screen *screen,
                         struct arena *arena)
{
    bool first = true;
    for (size_t i = 0; i < suite->function_count; i++) {
        if (!choice->chosen[i])
            continue;
        if (!first)
            screen_say(screen, STYLE_PLAIN, "\n");
        first = false;
        print_reached(suite, &suite->functions[i], screen, arena);
    }
}

/* --- text: what a change touches --- */

/* Beside each test a function that has changed and that it reaches, or if there is none one that may have. */
static void print_change(const struct suite *suite, const struct choice *choice, struct screen *screen,
                         struct arena *arena)
{
    const struct selection *selection = &choice->selection;
    const struct choice changed = {.chosen = selection->changed};
    uint32_t count, few;
    const uint32_t *any = tests_of(suite, choice, &count, arena), *sure = tests_of(suite, &changed, &few, arena);
    screen_print(screen, STYLE_BOLD, "%s of %s tests reach what changed", text_count(arena, count),
                 text_count(arena, suite->test_count));
    for (size_t i = 0; i < suite->test_count; i++) {
        uint32_t at = sure[i] != SUITE_NONE ? sure[i] : any[i];
        for (size_t k = 0; at != SUITE_NONE && k < suite->functions[at].hit_count; k++)
            if (suite->functions[at].hits[k].test == i)
                screen_print(screen, STYLE_PLAIN, "  %s  by %s", suite->tests[i].name,
                             suite->functions[at].hits[k].path);
    }
}

static void print_touched(const struct suite *suite, const struct choice *choice, struct screen *screen,
                          struct arena *arena)
{
    const struct selection *selection = &choice->selection;
    const char *title = "\nchanged\n";
    for (size_t i = 0; i < suite->function_count; i++) {
        size_t tests = suite->functions[i].hit_count;
        if (!selection->changed[i])
            continue;
        if (*title)
            screen_say(screen, STYLE_BOLD, title);
        title = "";
        screen_print(screen, tests ? STYLE_PLAIN : STYLE_WARM, "  %s: %s", place_of(suite, &suite->functions[i], arena),
                     !tests ? "no test reaches it"
                            : arena_printf(arena, "%s test%s", text_count(arena, tests), tests == 1 ? "" : "s"));
    }
    if (selection->note_count)
        screen_say(screen, STYLE_PLAIN, "\n");
    for (size_t i = 0; i < selection->note_count; i++)
        screen_line(screen, STYLE_WARM, selection->notes[i]);
}

/* --- names alone, for other programs --- */

/* As a regular expression of CMake's takes it for itself. */
static const char *quoted_name(const char *name, struct arena *arena)
{
    char *quoted = arena_alloc(arena, 2 * strlen(name) + 1), *end = quoted;
    for (; *name; name++) {
        if (strchr("^$.[]*+?()|\\", *name))
            *end++ = '\\';
        *end++ = *name;
    }
    return quoted;
}

/* None at all is an expression that no name fits. */
static void print_names(const struct suite *suite, const struct choice *choice, enum tests_form form,
                        struct screen *screen, struct arena *arena)
{
    uint32_t count, done = 0;
    const uint32_t *first = tests_of(suite, choice, &count, arena);
    fputs(form == TESTS_CTEST ? "^(" : "", screen->stream);
    for (size_t i = 0; i < suite->test_count; i++) {
        const char *name = suite->tests[i].name;
        if (first[i] == SUITE_NONE)
            continue;
        fputs(!done++ ? "" : form == TESTS_CTEST ? "|" : form == TESTS_WORDS ? " " : "\n", screen->stream);
        fputs(form == TESTS_CTEST   ? quoted_name(name, arena)
              : form == TESTS_WORDS ? text_shell(arena, name)
                                    : name,
              screen->stream);
    }
    fputs(form == TESTS_CTEST ? ")$\n" : done ? "\n" : "", screen->stream);
}

/* --- records --- */

#define COLUMNS(X)                                                                                                     \
    X("function", NULL, 0, text, function->name)                                                                       \
    X("file", NULL, 0, text, function->file)                                                                           \
    X("line", NULL, 0, count, function->line)                                                                          \
    X("status", NULL, 0, text, suite_status(function))                                                                 \
    X("reason", NULL, 0, text, function->reason)                                                                       \
    X("origin", NULL, 0, text, function->origin)                                                                       \
    X("test", NULL, 0, text, hit ? suite->tests[hit->test].name : "")                                                  \
    X("calls", NULL, 0, count, hit ? hit->calls : 0)                                                                   \
    X("path", NULL, 0, text, hit ? hit->path : "")                                                                     \
    X("last_called", NULL, 0, text, function->last)
static const struct row_column columns[] = {COLUMNS(ROW_COLUMN)};

/* A row for each function and test that reaches it, and one for each that none does. */
static void print_records(const struct suite *suite, const struct choice *choice, enum output_form form,
                          struct screen *screen)
{
    struct rows all, *rows = &all;
    ROWS_BEGIN(rows, form, columns, NULL);
    rows_open(rows, screen->stream, "instr-tests", &(struct profile){0});
    for (size_t i = 0; i < suite->function_count; i++) {
        const struct suite_function *function = &suite->functions[i];
        size_t count = function->hit_count ? function->hit_count : 1;
        for (size_t k = 0; choice->chosen[i] && k < count; k++) {
            const struct suite_hit *hit = function->hit_count ? &function->hits[k] : NULL;
            COLUMNS(ROW_PUT)
        }
    }
    rows_close(rows);
}

static void print_text(const struct suite *suite, const struct choice *choice, const struct options *options,
                       struct screen *screen, struct arena *arena)
{
    if (options->tests != TESTS_TABLE) {
        print_names(suite, choice, options->tests, screen, arena);
    } else if (choice->change) {
        print_change(suite, choice, screen, arena);
        print_touched(suite, choice, screen, arena);
    } else if (options->function) {
        print_chosen(suite, choice, screen, arena);
    } else {
        print_suite(suite, options, screen, arena);
    }
}

static bool run_tests(const struct options *options, struct arena *arena, struct error *error)
{
    struct suite suite;
    struct choice choice;
    struct screen screen;
    if ((options->function != NULL) + (options->changed != NULL) + (options->changed_since != NULL) > 1)
        return error_set(error, ERROR_USAGE, "tests: --function, --changed and --changed-since exclude each other");
    if ((options->run || options->command) && !suite_run(options, arena, error))
        return false;
    if (!suite_load(&suite, options, arena, error) || !choose(&choice, &suite, options, arena, error) ||
        !screen_open(&screen, options, error))
        return false;
    if (options->form != FORM_TEXT)
        print_records(&suite, &choice, options->form, &screen);
    else
        print_text(&suite, &choice, options, &screen, arena);
    return screen_close(&screen, error);
}

const struct command cmd_tests = {{"tests",
                                   "[OPTION...] [FOLDER, PROFILE or BINARY...]\n"
                                   "       instr-report tests --run [OPTION...] FOLDER -- PROGRAM [ARGUMENT...]",
                                   "which tests reach which functions, from the profiles of a test suite",
                                   OPTION_TESTS | OPTION_RECORDS | TAKES_BINARIES | TAKES_COMMAND},
                                  SORT_NAME,
                                  .run = run_tests};
