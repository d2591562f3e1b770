/* options.c - the command line of every sub-command, from one table. */
#include "report/show/options.h"

#include "base/duration.h"
#include "base/nearest.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* One option: how its value is taken, into which member of the options, and what a number may be. */
struct entry {
    unsigned bit; /* OPTION_*; 0 = every command has it */
    const char *name, *argument, *help;
    bool (*take)(const struct entry *entry, const char *text, struct options *options, struct error *error);
    size_t at, size;
    double least, most;
    const char *const *words;
};

static bool read_number(const struct entry *entry, const char *text, double *value, struct error *error)
{
    char *end;
    errno = 0;
    *value = strtod(text, &end);
    if (end != text && *end == '%')
        end++;
    if (end == text || *end || errno || !(*value >= entry->least && *value <= entry->most))
        return error_set(error, ERROR_USAGE, "--%s wants a number from %g to %g, not '%s'", entry->name, entry->least,
                         entry->most, text);
    return true;
}

/* The member of the options that an entry is about. */
static void *member(const struct entry *entry, struct options *options)
{
    return (char *)options + entry->at;
}

static bool take_flag(const struct entry *entry, const char *text, struct options *options, struct error *error)
{
    (void)text, (void)error;
    *(bool *)member(entry, options) = true;
    return true;
}

static bool take_text(const struct entry *entry, const char *text, struct options *options, struct error *error)
{
    (void)error;
    *(const char **)member(entry, options) = text;
    return true;
}

static bool take_number(const struct entry *entry, const char *text, struct options *options, struct error *error)
{
    return read_number(entry, text, member(entry, options), error);
}

static bool take_whole(const struct entry *entry, const char *text, struct options *options, struct error *error)
{
    double number;
    if (!read_number(entry, text, &number, error))
        return false;
    if (entry->size == sizeof(long))
        *(long *)member(entry, options) = (long)number;
    else
        *(unsigned *)member(entry, options) = (unsigned)number;
    return true;
}

/* What the option itself says: `least`. */
static bool take_itself(const struct entry *entry, const char *text, struct options *options, struct error *error)
{
    (void)text, (void)error;
    *(int *)member(entry, options) = (int)entry->least;
    return true;
}

/* One of `words`; its place is the value. */
static bool take_word(const struct entry *entry, const char *text, struct options *options, struct error *error)
{
    for (int i = 0; entry->words[i]; i++)
        if (!strcmp(text, entry->words[i])) {
            *(int *)member(entry, options) = i;
            return true;
        }
    return error_set(error, ERROR_USAGE, "--%s does not know '%s'; 'instr-report help' lists what it takes",
                     entry->name, text);
}

static const char *const sorts[] = {"inclusive", "exclusive", "calls", "name", "first", NULL}, *const colors[] = {
                                                                                                   "never", "always",
                                                                                                   "auto", NULL};

static bool take_minimum(const struct entry *entry, const char *text, struct options *options, struct error *error)
{
    options->minimum_given = true;
    return read_number(entry, text, &options->minimum, error);
}

/* In the order of enum rows_by, and which commands have it. */
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

/* The words that --by takes of a command, with commas between them. */
static void known_ways(char text[96], unsigned accepts)
{
    *text = '\0';
    for (size_t i = 0; i < WAYS; i++)
        if (ways[i].accepts & accepts)
            snprintf(text + strlen(text), 96 - strlen(text), "%s%s", *text ? ", " : "", ways[i].word);
}

static bool take_by(const struct entry *entry, const char *text, struct options *options, struct error *error)
{
    char known[96];
    for (size_t i = 0; i < WAYS; i++)
        if (ways[i].accepts & options->accepts && !strcmp(text, ways[i].word)) {
            options->shape.by = (enum rows_by)i;
            return true;
        }
    known_ways(known, options->accepts);
    return error_set(error, ERROR_USAGE, "--%s does not know '%s'; it knows %s", entry->name, text, known);
}

static bool take_color(const struct entry *entry, const char *text, struct options *options, struct error *error)
{
    bool done = take_word(entry, text ? text : "always", options, error);
    options->color = options->color == 2 ? -1 : options->color;
    return done;
}

static bool take_window(const struct entry *entry, const char *text, struct options *options, struct error *error)
{
    (void)entry;
    return duration_read_window(text, &options->from, &options->to) ||
           error_set(error, ERROR_USAGE, "--window wants two times, as in 1.5-2.25 or 2s-2500ms, not '%s'", text);
}

static bool take_hidden(const struct entry *entry, const char *text, struct options *options, struct error *error)
{
    struct shape_options *shape = &options->shape;
    if (shape->hidden_count == SHAPE_HIDDEN)
        return error_set(error, ERROR_USAGE, "--%s: no more than %d; a pattern such as 'get_*' is one", entry->name,
                         SHAPE_HIDDEN);
    shape->hidden[shape->hidden_count++] = text;
    return true;
}

#define AT(member) .at = offsetof(struct options, member), .size = sizeof((struct options *)0)->member
#define RANGE(from, to) .least = (from), .most = (to)
static const struct entry entries[] = {
    {OPTION_DEPTH, "depth", "N", "show N levels of the tree", take_whole, AT(depth), RANGE(0, 1e9)},
    {OPTION_LEAST_DEPTH, "min-depth", "N", "only levels from N on, the outermost calls being level 1", take_whole,
     AT(least_depth), RANGE(0, 1e9)},
    {OPTION_LATEX, "latex", NULL, "labels of a time log as LaTeX reads them", take_flag, AT(latex)},
    {OPTION_MINIMUM, "min", "PERCENT", "leave out what takes less of the total on every rank (0.1)", take_minimum,
     RANGE(0, 100)},
    {OPTION_SORT, "sort", "KEY", "inclusive, exclusive, calls, name or first (call)", take_word, AT(sort),
     .words = sorts},
    {OPTION_RAW, "raw", NULL, "times as the clock saw them, with what the probes took", take_flag, AT(raw)},
    {OPTION_PER_THREAD, "per-thread", NULL, "what each thread did in each call path", take_flag, AT(per_thread)},
    {OPTION_ALL, "all", NULL, "also what belongs to other folders and jobs", take_flag, AT(all)},
    {OPTION_PART | OPTION_LANES, "focus", "NAME", "only what is in calls of a function or path, as the new 100%",
     take_text, AT(shape.focus)},
    {OPTION_PART, "hide", "NAME", "give its time to its callers; may be repeated", take_hidden, .at = 0},
    {OPTION_PART | OPTION_LANES, "rank", "N", "one rank alone", take_whole, AT(shape.rank), RANGE(0, UINT32_MAX)},
    {OPTION_PART | OPTION_LANES, "thread", "N", "one thread of each process alone", take_whole, AT(shape.thread),
     RANGE(0, UINT32_MAX)},
    {OPTION_TURN, "callers", "NAME", "who calls a function, and how much of its time is theirs", take_text,
     AT(shape.callers)},
    {OPTION_TURN, "callees", "NAME", "what a function calls", take_text, AT(shape.callees)},
    {OPTION_TURN, "bottom-up", NULL, "each function, with its callers below it", take_flag, AT(shape.bottom_up)},
    {OPTION_TURN | OPTION_BY_WAITING | OPTION_BY_FLAT, "by", "WHAT", "what a row is: ", take_by, .at = 0},
    {OPTION_CHANGE, "fail-above", "PERCENT", "fail when a function or the run is slower by more of the total",
     take_number, AT(fail_above), RANGE(0, 1e9)},
    {OPTION_CHANGE | OPTION_SIZES, "paths", NULL, "call paths in place of functions", take_flag, AT(paths)},
    {OPTION_CHANGE, "scale", NULL, "several runs: what grows with the number of ranks, or of threads", take_flag,
     AT(scale)},
    {OPTION_GATE, "record", NULL, "make a baseline of these runs", take_flag, AT(record)},
    {OPTION_GATE, "times", NULL, "times, too: record them; or fail where one changed beyond its error", take_flag,
     AT(times)},
    {OPTION_GATE, "accept", NULL, "take what a run does for right: write it into the baseline", take_flag, AT(accept)},
    {OPTION_GATE, "allow", "PERCENT", "so many calls more or fewer are no change (0)", take_number, AT(allow),
     RANGE(0, 1e9)},
    {OPTION_GATE, "junit", "FILE", "write JUnit's XML, too", take_text, AT(junit)},
    {OPTION_GATE, "markdown", "FILE", "write five lines of Markdown, too", take_text, AT(markdown)},
    {OPTION_GATE, "github", NULL, "print annotations for a workflow of GitHub, too", take_flag, AT(github)},
    {OPTION_GATE, "runs", "N", "how often to run the program behind --", take_whole, AT(runs), RANGE(1, 1000)},
    {OPTION_SIZES, "size", "NAME", "the calls of this function are the size of a run; NAME:METRIC; arg:N", take_text,
     AT(size)},
    {OPTION_SIZES, "sizes", "N,N,...", "run the program behind -- for each, in place of {}", take_text, AT(sizes)},
    {OPTION_WINDOW, "window", "FROM-TO", "a stretch after the start, as in 2s-2500ms; one end may be left out",
     take_window, .at = 0},
    {OPTION_LIVE, "once", NULL, "one look, for scripts", take_flag, AT(once)},
    {OPTION_LIVE, "every", "SECONDS", "seconds from one look to the next (1)", take_number, AT(every),
     RANGE(0.05, 86400)},
    {OPTION_METRIC | OPTION_GATE | OPTION_SIZES, "metric", "KEY,...", "of metrics: flat --by=metric lists them",
     take_text, AT(metrics)},
    {OPTION_REQUIRE, "require", "PERCENT", "fail unless that many of the functions are instrumented", take_number,
     AT(require), RANGE(0, 100)},
    {OPTION_SOURCE, "no-source", NULL, "leave out the text of source files that are found here", take_flag,
     AT(no_source)},
    {OPTION_ONLY, "only", "KEY=VALUE",
     "profiles that say so: host, processor, threads ..., or a part of their tag; a pattern is one", take_text,
     AT(only)},
    {OPTION_HISTORY, "html", "FILE", "write a page, too, with a picture of each function that changed", take_text,
     AT(html)},
    {OPTION_OUTPUT, "output", "FILE", "where to write", take_text, AT(output)},
    {OPTION_RECORDS, "csv", NULL, "comma-separated values, for scripts", take_itself, AT(form), .least = FORM_CSV},
    {OPTION_RECORDS, "json", NULL, "JSON, for scripts", take_itself, AT(form), .least = FORM_JSON},
    {0, "full-names", NULL, "functions in C++ with their parameters", take_flag, AT(full_names)},
    {0, "color", "WHEN", "always, never or auto", take_color, AT(color), .words = colors},
    {0, "no-pager", NULL, "do not start $PAGER on a terminal", take_flag, AT(no_pager)},
    {0, "help", NULL, "this text", NULL, .at = 0},
};
enum { ENTRIES = sizeof entries / sizeof *entries };

static int has_argument(const struct entry *entry)
{
    if (entry->take == take_color)
        return optional_argument;
    return entry->argument ? required_argument : no_argument;
}

static bool has_option(unsigned accepts, const struct entry *entry)
{
    return !entry->bit || accepts & entry->bit;
}

void options_print(FILE *stream, unsigned accepts)
{
    for (size_t i = 0; i < ENTRIES; i++) {
        const struct entry *entry = &entries[i];
        if (!has_option(accepts, entry))
            continue;
        char left[32];
        snprintf(left, sizeof left, "--%s%s%s", entry->name, entry->argument ? "=" : "",
                 entry->argument ? entry->argument : "");
        char more[96] = "";
        if (entry->take == take_by)
            known_ways(more, accepts);
        fprintf(stream, "  %-18s %s%s\n", left, entry->help, more);
    }
}

/* getopt would move the -- that stands between two groups of files. */
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

/* The words behind --, which are none of ours. Returns how many there are in front of it. */
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

static bool unknown_option(const char *name, const char *typed, const struct option *table, struct error *error)
{
    const char *like = nearest_option(typed, table);
    return like ? error_set(error, ERROR_USAGE, "%s: unknown option '%s'; did you mean '--%s'?", name, typed, like)
                : error_set(error, ERROR_USAGE, "%s: unknown option '%s'; 'instr-report help %s' lists the options",
                            name, typed, name);
}

static const struct entry *entry_of(const char *name)
{
    const struct entry *entry = entries;
    while (strcmp(entry->name, name) != 0)
        entry++;
    return entry;
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
    *help = false;

    enum { FIRST = 256 }; /* above all letters */
    struct option table[ENTRIES + 1] = {0};
    size_t used = 0;
    for (size_t i = 0; i < ENTRIES; i++)
        if (has_option(accepts, &entries[i]))
            table[used++] = (struct option){entries[i].name, has_argument(&entries[i]), NULL, FIRST + (int)i};

    const char *const letters = accepts & OPTION_OUTPUT ? ":ho:" : ":h";
    if (accepts & TAKES_SIDES)
        hide_divider(argc, argv);
    if (accepts & TAKES_COMMAND)
        argc = take_command(argc, argv, options);
    optind = 0;
    opterr = 0;
    int id;
    while ((id = getopt_long(argc, argv, letters, table, NULL)) != -1) {
        if (id == '?')
            return unknown_option(name, argv[optind - 1], table, error);
        if (id == ':')
            return error_set(error, ERROR_USAGE,
                             "%s: a value is missing behind '%s'; 'instr-report help %s' lists the options", name,
                             argv[optind - 1], name);
        const struct entry *entry = id == 'h'   ? entry_of("help")
                                    : id == 'o' ? entry_of("output")
                                                : &entries[id - FIRST];
        if (!entry->take)
            *help = true;
        else if (!entry->take(entry, optarg, options, error))
            return false;
    }
    const struct shape_options *shape = &options->shape;
    if ((shape->callers != NULL) + (shape->callees != NULL) + shape->bottom_up + (shape->by != BY_PATH) > 1)
        return error_set(error, ERROR_USAGE, "%s: --callers, --callees, --bottom-up and --by exclude each other", name);
    options->files = argv + optind;
    options->file_count = argc - optind;
    if (accepts & TAKES_SIDES)
        take_divider(argv + optind, options);
    return true;
}
