/* options.c - the command line of every sub-command, from one table. */
#include "report/show/options.h"

#include "common/duration.h"
#include "report/show/option_rows.h"

#include <getopt.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

static const char *const sorts[] = {"inclusive", "exclusive", "calls", "name", "first", NULL};

static bool take_minimum(const struct option_row *row, const char *text, void *data, struct error *error)
{
    struct options *options = data;
    options->minimum_given = true;
    return option_rows_number(row, text, options, error);
}

/* The words of --by, in the order of enum rows_by, and the commands that take each. */
static const struct {
    const char *word;
    unsigned accepts;
} ways[] = {[BY_PATH] = {"path", OPTION_TURN | OPTION_BY_WAITING},
            [BY_FILE] = {"file", OPTION_TURN},
            [BY_DIRECTORY] = {"directory", OPTION_TURN},
            [BY_GROUP] = {"group", OPTION_TURN},
            [BY_RANK] = {"rank", OPTION_PER_THREAD},
            [BY_WORK] = {"work", OPTION_BY_WAITING},
            [BY_CAUSE] = {"cause", OPTION_BY_WAITING},
            [BY_PAIR] = {"pair", OPTION_BY_WAITING},
            [BY_SITE] = {"site", OPTION_BY_WAITING},
            [BY_KERNEL] = {"kernel", OPTION_BY_WAITING},
            [BY_MPI] = {"mpi", OPTION_BY_FLAT},
            [BY_COMMUNICATOR] = {"communicator", OPTION_BY_FLAT},
            [BY_METRIC] = {"metric", OPTION_BY_FLAT}};
enum { WAYS = sizeof ways / sizeof *ways };

/* Lists the words that a command's --by takes, separated by commas. */
static void known_ways(char text[OPTION_MORE], unsigned accepts)
{
    *text = '\0';
    for (size_t i = 0; i < WAYS; i++)
        if (ways[i].accepts & accepts)
            snprintf(text + strlen(text), OPTION_MORE - strlen(text), "%s%s", *text ? ", " : "", ways[i].word);
}

static bool take_by(const struct option_row *row, const char *text, void *data, struct error *error)
{
    struct options *options = data;
    char known[OPTION_MORE];
    for (size_t i = 0; i < WAYS; i++)
        if (ways[i].accepts & options->accepts && !strcmp(text, ways[i].word)) {
            options->shape.by = (enum rows_by)i;
            return true;
        }
    known_ways(known, options->accepts);
    return error_set(error, ERROR_USAGE, "--%s does not know '%s'; it knows %s", row->name, text, known);
}

static bool take_window(const struct option_row *row, const char *text, void *data, struct error *error)
{
    struct options *options = data;
    (void)row;
    return duration_read_window(text, &options->from, &options->to) ||
           error_set(error, ERROR_USAGE, "--window needs two times, as in 1.5-2.25 or 2s-2500ms, not '%s'", text);
}

static bool take_hidden(const struct option_row *row, const char *text, void *data, struct error *error)
{
    struct options *options = data;
    struct shape_options *shape = &options->shape;
    if (shape->hidden_count == SHAPE_HIDDEN)
        return error_set(error, ERROR_USAGE, "--%s: at most %d; a pattern such as 'get_*' counts as one", row->name,
                         SHAPE_HIDDEN);
    shape->hidden[shape->hidden_count++] = text;
    return true;
}

#define AT(member) OPTION_AT(struct options, member)
#define RANGE OPTION_RANGE
static const struct option_row rows[] = {
    {OPTION_DEPTH, "depth", "N", "show N levels of the tree", option_rows_whole, AT(depth), RANGE(0, 1e9)},
    {OPTION_LEAST_DEPTH, "min-depth", "N", "only levels from N on; the outermost calls are level 1", option_rows_whole,
     AT(least_depth), RANGE(0, 1e9)},
    {OPTION_LATEX, "latex", NULL, "write labels of a time log for LaTeX", option_rows_flag, AT(latex)},
    {OPTION_MINIMUM, "min", "PERCENT", "leave out rows below this share of the total on every rank (0.1)", take_minimum,
     AT(minimum), RANGE(0, 100)},
    {OPTION_SORT, "sort", "KEY", "inclusive, exclusive, calls, name or first (call)", option_rows_word, AT(sort),
     .words = sorts},
    {OPTION_RAW, "raw", NULL, "times as measured, with probe overhead", option_rows_flag, AT(raw)},
    {OPTION_PER_THREAD, "per-thread", NULL, "figures of each thread in each call path", option_rows_flag,
     AT(per_thread)},
    {OPTION_ALL, "all", NULL, "also processes of other folders and jobs", option_rows_flag, AT(all)},
    {OPTION_PART | OPTION_LANES, "focus", "NAME", "only calls of a function or path, as the new 100%", option_rows_text,
     AT(shape.focus)},
    {OPTION_PART, "hide", "NAME", "give a function's time to its callers; may be repeated", take_hidden, .at = 0},
    {OPTION_PART | OPTION_LANES, "rank", "N", "this rank only", option_rows_whole, AT(shape.rank),
     RANGE(0, UINT32_MAX)},
    {OPTION_PART | OPTION_LANES, "thread", "N", "this thread of each process only", option_rows_whole, AT(shape.thread),
     RANGE(0, UINT32_MAX)},
    {OPTION_TURN, "callers", "NAME", "the callers of a function, with their shares of its time", option_rows_text,
     AT(shape.callers)},
    {OPTION_TURN, "callees", "NAME", "the functions that a function calls", option_rows_text, AT(shape.callees)},
    {OPTION_TURN, "bottom-up", NULL, "each function, with its callers below it", option_rows_flag, AT(shape.bottom_up)},
    {OPTION_TURN | OPTION_BY_WAITING | OPTION_BY_FLAT, "by", "WHAT", "meaning of a row: ", take_by, .at = 0,
     .more = known_ways},
    {OPTION_CHANGE, "fail-above", "PERCENT",
     "fail if a function or the run got slower by more than this share of the total", option_rows_number,
     AT(fail_above), RANGE(0, 1e9)},
    {OPTION_CHANGE | OPTION_SIZES, "paths", NULL, "call paths instead of functions", option_rows_flag, AT(paths)},
    {OPTION_CHANGE, "scale", NULL, "speed-up and efficiency of runs on different numbers of ranks or threads",
     option_rows_flag, AT(scale)},
    {OPTION_GATE, "record", NULL, "make a baseline of these runs", option_rows_flag, AT(record)},
    {OPTION_GATE, "times", NULL, "also record times, or fail if a time changed beyond its error", option_rows_flag,
     AT(times)},
    {OPTION_GATE, "accept", NULL, "accept the changes: write them into the baseline", option_rows_flag, AT(accept)},
    {OPTION_GATE, "allow", "PERCENT", "allow this much change in calls (0)", option_rows_number, AT(allow),
     RANGE(0, 1e9)},
    {OPTION_GATE, "junit", "FILE", "also write JUnit's XML", option_rows_text, AT(junit)},
    {OPTION_GATE, "markdown", "FILE", "also write five lines of Markdown", option_rows_text, AT(markdown)},
    {OPTION_GATE, "github", NULL, "also print annotations for a workflow of GitHub", option_rows_flag, AT(github)},
    {OPTION_GATE, "runs", "N", "number of runs of the program after --", option_rows_whole, AT(runs), RANGE(1, 1000)},
    {OPTION_SIZES, "size", "NAME", "size of a run: calls of this function; NAME:METRIC; arg:N", option_rows_text,
     AT(size)},
    {OPTION_SIZES, "sizes", "N,N,...", "run the program after -- with each of these in place of {}", option_rows_text,
     AT(sizes)},
    {OPTION_WINDOW, "window", "FROM-TO", "only this time after the start, as in 2s-2500ms; one end may be left out",
     take_window, .at = 0},
    {OPTION_LIVE, "once", NULL, "one sample, for scripts", option_rows_flag, AT(once)},
    {OPTION_LIVE, "every", "SECONDS", "seconds between samples (1)", option_rows_number, AT(every), RANGE(0.05, 86400)},
    {OPTION_METRIC | OPTION_GATE | OPTION_SIZES, "metric", "KEY,...", "show these metrics; flat --by=metric lists them",
     option_rows_text, AT(metrics)},
    {OPTION_REQUIRE, "require", "PERCENT", "fail if a smaller share of the functions is instrumented",
     option_rows_number, AT(require), RANGE(0, 100)},
    {OPTION_ONLY, "only", "KEY=VALUE",
     "only profiles with this host, processor, threads ..., or part of the tag; VALUE may be a pattern",
     option_rows_text, AT(only)},
    {OPTION_HISTORY, "html", "FILE", "also write a page with a graph of each function that changed", option_rows_text,
     AT(html)},
    {OPTION_OUTPUT, "output", "FILE", "write to this file", option_rows_text, AT(output), .letter = 'o'},
    {OPTION_RECORDS, "csv", NULL, "comma-separated values, for scripts", option_rows_itself, AT(form),
     .least = FORM_CSV},
    {OPTION_RECORDS, "json", NULL, "JSON, for scripts", option_rows_itself, AT(form), .least = FORM_JSON},
    {0, "full-names", NULL, "functions in C++ with their parameters", option_rows_flag, AT(full_names)},
    {0, "no-pager", NULL, "do not start $PAGER on a terminal", option_rows_flag, AT(no_pager)},
    OPTION_ROWS_COMMON(struct options),
};
static const struct option_rows table = {"instr-report", rows, sizeof rows / sizeof *rows};
_Static_assert(sizeof rows / sizeof *rows <= OPTION_ROWS_MOST, "more rows than option_rows.c has room for");

void options_print(FILE *stream, unsigned accepts)
{
    option_rows_print(&table, stream, accepts);
}

/* Replaces the -- between two groups of files, which getopt would move. */
static char divider[] = "(divider)";

static void hide_divider(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--")) {
            argv[i] = divider;
            return;
        }
}

static void take_divider(char **files, struct options *options)
{
    for (int i = 0; i < options->file_count; i++) {
        if (options->before_count >= 0)
            files[i - 1] = files[i];
        else if (files[i] == divider)
            options->before_count = i;
    }
    options->file_count -= options->before_count >= 0;
}

/* Takes the words behind --, which belong to the user's command. Returns the number of words before it. */
static int take_command(int argc, char **argv, struct options *options)
{
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--")) {
            options->command = argv[i + 1] ? argv + i + 1 : NULL;
            return i;
        }
    return argc;
}

bool options_turned(const struct options *options)
{
    const struct shape_options *shape = &options->shape;
    return shape->callers || shape->callees || shape->bottom_up || (shape->by >= BY_FILE && shape->by <= BY_GROUP);
}

bool options_parse(int argc, char **argv, const char *name, unsigned accepts, struct options *options, bool *help,
                   struct error *error)
{
    *options = (struct options){.sort = options->sort,
                                .depth = ~0u,
                                .minimum = 0.1,
                                .every = 1,
                                .to = INFINITY,
                                .require = -1,
                                .fail_above = -1,
                                .allow = -1,
                                .before_count = -1,
                                .color = -1,
                                .shape = {.rank = -1, .thread = -1}};
    options->accepts = accepts;
    if (accepts & TAKES_SIDES)
        hide_divider(argc, argv);
    if (accepts & TAKES_COMMAND)
        argc = take_command(argc, argv, options);
    if (!option_rows_parse(&table, argc, argv, name, accepts, options, help, error))
        return false;
    const struct shape_options *shape = &options->shape;
    if ((shape->callers != NULL) + (shape->callees != NULL) + shape->bottom_up + (shape->by != BY_PATH) > 1)
        return error_set(error, ERROR_USAGE, "%s: --callers, --callees, --bottom-up and --by exclude each other", name);
    options->files = argv + optind;
    options->file_count = argc - optind;
    if (accepts & TAKES_SIDES)
        take_divider(argv + optind, options);
    return true;
}
