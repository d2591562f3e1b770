/* options.c - the command line of every sub-command, from one table. */
#include "report/options.h"

#include "report/nearest.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum option_id {
    ID_CSV = 256,
    ID_JSON,
    ID_COLOR,
    ID_NO_PAGER,
    ID_DEPTH,
    ID_MINIMUM,
    ID_SORT,
    ID_REQUIRE,
    ID_OUTPUT,
    ID_NO_SOURCE,
    ID_RAW,
    ID_PER_THREAD,
    ID_ALL,
    ID_FOCUS,
    ID_HIDE,
    ID_RANK,
    ID_THREAD,
    ID_CALLERS,
    ID_CALLEES,
    ID_BOTTOM_UP,
    ID_BY,
    ID_FAIL_ABOVE,
    ID_PATHS,
    ID_ONCE,
    ID_EVERY,
    ID_WINDOW,
    ID_METRIC,
    ID_HELP
};

static const struct entry {
    enum option_id id;
    unsigned bit; /* OPTION_*; 0 = every command has it */
    const char *name, *argument, *help;
    int has_argument;
} entries[] = {
    {ID_DEPTH, OPTION_DEPTH, "depth", "N", "show N levels of the tree", required_argument},
    {ID_MINIMUM, OPTION_MINIMUM, "min", "PERCENT", "leave out what takes less of the total on every rank (0.1)",
     required_argument},
    {ID_SORT, OPTION_SORT, "sort", "KEY", "inclusive, exclusive, calls, name or first (call)", required_argument},
    {ID_RAW, OPTION_RAW, "raw", NULL, "times as the clock saw them, with what the probes took", no_argument},
    {ID_PER_THREAD, OPTION_PER_THREAD, "per-thread", NULL, "what each thread did in each call path", no_argument},
    {ID_ALL, OPTION_ALL, "all", NULL, "what belongs to other folders and jobs, too", no_argument},
    {ID_FOCUS, OPTION_PART | OPTION_LANES, "focus", "NAME", "what is in calls of a function or path, as the new 100%",
     required_argument},
    {ID_HIDE, OPTION_PART, "hide", "NAME", "give its time to its callers; may be repeated", required_argument},
    {ID_RANK, OPTION_PART | OPTION_LANES, "rank", "N", "one rank alone", required_argument},
    {ID_THREAD, OPTION_PART | OPTION_LANES, "thread", "N", "one thread of each process alone", required_argument},
    {ID_CALLERS, OPTION_TURN, "callers", "NAME", "who calls a function, and what of its time is theirs",
     required_argument},
    {ID_CALLEES, OPTION_TURN, "callees", "NAME", "what a function calls", required_argument},
    {ID_BOTTOM_UP, OPTION_TURN, "bottom-up", NULL, "each function, below it who called it", no_argument},
    {ID_BY, OPTION_TURN, "by", "LEVEL", "file, directory or group, in place of call paths", required_argument},
    {ID_FAIL_ABOVE, OPTION_CHANGE, "fail-above", "PERCENT",
     "fail when a function or the run is slower by more of the total", required_argument},
    {ID_PATHS, OPTION_CHANGE, "paths", NULL, "call paths alone, also as records", no_argument},
    {ID_WINDOW, OPTION_WINDOW, "window", "FROM-TO", "seconds from the start; one of them may be missing",
     required_argument},
    {ID_ONCE, OPTION_LIVE, "once", NULL, "one look, for scripts", no_argument},
    {ID_EVERY, OPTION_LIVE, "every", "SECONDS", "how long from one look to the next (1)", required_argument},
    {ID_METRIC, OPTION_METRIC, "metric", "KEY", "columns for a metric, or several: see instr-report metrics",
     required_argument},
    {ID_REQUIRE, OPTION_REQUIRE, "require", "PERCENT", "fail unless that many of the functions are instrumented",
     required_argument},
    {ID_NO_SOURCE, OPTION_SOURCE, "no-source", NULL, "leave out the text of source files that are found here",
     no_argument},
    {ID_OUTPUT, OPTION_OUTPUT, "output", "FILE", "where to write", required_argument},
    {ID_CSV, OPTION_RECORDS, "csv", NULL, "comma-separated values, for scripts", no_argument},
    {ID_JSON, OPTION_RECORDS, "json", NULL, "JSON, for scripts", no_argument},
    {ID_COLOR, 0, "color", "WHEN", "always, never or auto", optional_argument},
    {ID_NO_PAGER, 0, "no-pager", NULL, "do not start $PAGER on a terminal", no_argument},
    {ID_HELP, 0, "help", NULL, "this text", no_argument},
};
enum { ENTRIES = sizeof entries / sizeof *entries };

static bool has_option(unsigned accepts, const struct entry *entry)
{
    return !entry->bit || accepts & entry->bit;
}

void options_each(unsigned accepts, void (*take)(const struct option_shown *option, const char *command),
                  const char *command)
{
    for (size_t i = 0; i < ENTRIES; i++)
        if (has_option(accepts, &entries[i]))
            take(&(struct option_shown){entries[i].name, entries[i].argument, entries[i].help}, command);
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
        fprintf(stream, "  %-18s %s\n", left, entry->help);
    }
}

static bool read_number(const char *option, const char *text, double least, double most, double *value,
                        struct error *error)
{
    char *end;
    errno = 0;
    *value = strtod(text, &end);
    if (end != text && *end == '%')
        end++;
    if (end == text || *end || errno || !(*value >= least && *value <= most))
        return error_set(error, ERROR_USAGE, "--%s wants a number from %g to %g, not '%s'", option, least, most, text);
    return true;
}

/* Two times in seconds and - between them. */
static bool read_window(const char *text, double *from, double *to, struct error *error)
{
    const char *dash = strchr(text, '-');
    char *end;
    *from = 0;
    *to = INFINITY;
    bool good = dash && (dash == text || (*from = strtod(text, &end), end == dash));
    if (good && dash[1])
        good = (*to = strtod(dash + 1, &end), !*end);
    return (good && *from >= 0 && *to > *from) ||
           error_set(error, ERROR_USAGE, "--window wants two times in seconds, as in 1.5-2.25, not '%s'", text);
}

static bool read_word(const char *option, const char *text, const char *const *words, int *value, struct error *error)
{
    for (*value = 0; words[*value]; ++*value)
        if (!strcmp(text, words[*value]))
            return true;
    return error_set(error, ERROR_USAGE, "--%s does not know '%s'; 'instr-report help' lists what it takes", option,
                     text);
}

static bool take(enum option_id id, const char *text, struct options *options, bool *help, struct error *error)
{
    static const char *const sort_words[] = {"inclusive", "exclusive", "calls", "name", "first", NULL};
    static const char *const level_words[] = {"path", "file", "directory", "group", NULL};
    static const char *const color_words[] = {"never", "always", "auto", NULL};
    double number;
    int word;
    switch (id) {
    case ID_CSV:
        options->form = FORM_CSV;
        return true;
    case ID_JSON:
        options->form = FORM_JSON;
        return true;
    case ID_COLOR:
        if (!read_word("color", text ? text : "always", color_words, &word, error))
            return false;
        options->color = word == 2 ? -1 : word;
        return true;
    case ID_ONCE:
        options->once = true;
        return true;
    case ID_WINDOW:
        return read_window(text, &options->from, &options->to, error);
    case ID_EVERY:
        return read_number("every", text, 0.05, 86400, &options->every, error);
    case ID_NO_PAGER:
        options->pager = false;
        return true;
    case ID_DEPTH:
        if (!read_number("depth", text, 0, 1e9, &number, error))
            return false;
        options->depth = (unsigned)number;
        return true;
    case ID_MINIMUM:
        options->minimum_given = true;
        return read_number("min", text, 0, 100, &options->minimum, error);
    case ID_SORT:
        if (!read_word("sort", text, sort_words, &word, error))
            return false;
        options->sort = (enum sort_key)word;
        return true;
    case ID_REQUIRE:
        return read_number("require", text, 0, 100, &options->require, error);
    case ID_METRIC:
        options->metrics = text;
        return true;
    case ID_OUTPUT:
        options->output = text;
        return true;
    case ID_NO_SOURCE:
        options->no_source = true;
        return true;
    case ID_RAW:
        options->raw = true;
        return true;
    case ID_PER_THREAD:
        options->per_thread = true;
        return true;
    case ID_ALL:
        options->all = true;
        return true;
    case ID_FOCUS:
        options->shape.focus = text;
        return true;
    case ID_HIDE:
        if (options->shape.hidden_count == SHAPE_HIDDEN)
            return error_set(error, ERROR_USAGE, "--hide: no more than %d; a pattern such as 'get_*' is one",
                             SHAPE_HIDDEN);
        options->shape.hidden[options->shape.hidden_count++] = text;
        return true;
    case ID_RANK:
    case ID_THREAD:
        if (!read_number(id == ID_RANK ? "rank" : "thread", text, 0, UINT32_MAX, &number, error))
            return false;
        *(id == ID_RANK ? &options->shape.rank : &options->shape.thread) = (long)number;
        return true;
    case ID_CALLERS:
        options->shape.callers = text;
        return true;
    case ID_CALLEES:
        options->shape.callees = text;
        return true;
    case ID_BOTTOM_UP:
        options->shape.bottom_up = true;
        return true;
    case ID_BY:
        if (!read_word("by", text, level_words, &word, error))
            return false;
        options->shape.level = (enum shape_level)word;
        return true;
    case ID_FAIL_ABOVE:
        return read_number("fail-above", text, 0, 1e9, &options->fail_above, error);
    case ID_PATHS:
        options->paths = true;
        return true;
    case ID_HELP:
        *help = true;
        return true;
    }
    return error_set(error, ERROR_INTERNAL, "option %d without a meaning", (int)id);
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

bool options_turned(const struct options *options)
{
    const struct shape_options *shape = &options->shape;
    return shape->callers || shape->callees || shape->bottom_up || shape->level != LEVEL_PATH;
}

static bool unknown_option(const char *name, const char *typed, const struct option *table, struct error *error)
{
    const char *like = nearest_option(typed, table);
    return like ? error_set(error, ERROR_USAGE, "%s: unknown option '%s'; did you mean '--%s'?", name, typed, like)
                : error_set(error, ERROR_USAGE, "%s: unknown option '%s'; 'instr-report help %s' lists the options",
                            name, typed, name);
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
                                .before_count = -1,
                                .color = -1,
                                .pager = true,
                                .shape = {.rank = -1, .thread = -1}};
    options->binaries = accepts & TAKES_BINARIES;
    *help = false;

    struct option table[ENTRIES + 1] = {0};
    size_t used = 0;
    for (size_t i = 0; i < ENTRIES; i++)
        if (has_option(accepts, &entries[i]))
            table[used++] = (struct option){entries[i].name, entries[i].has_argument, NULL, (int)entries[i].id};

    static const struct {
        char letter;
        enum option_id id;
    } letters[] = {{'h', ID_HELP}, {'o', ID_OUTPUT}};
    const char *const letter_text = accepts & OPTION_OUTPUT ? ":ho:" : ":h";
    if (accepts & TAKES_SIDES)
        hide_divider(argc, argv);
    optind = 0;
    opterr = 0;
    int id;
    while ((id = getopt_long(argc, argv, letter_text, table, NULL)) != -1) {
        if (id == '?')
            return unknown_option(name, argv[optind - 1], table, error);
        if (id == ':')
            return error_set(error, ERROR_USAGE,
                             "%s: a value is missing behind '%s'; 'instr-report help %s' lists the options", name,
                             argv[optind - 1], name);
        for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
            if (id == letters[i].letter)
                id = (int)letters[i].id;
        if (!take((enum option_id)id, optarg, options, help, error))
            return false;
    }
    const struct shape_options *shape = &options->shape;
    if ((shape->callers != NULL) + (shape->callees != NULL) + shape->bottom_up + (shape->level != LEVEL_PATH) > 1)
        return error_set(error, ERROR_USAGE, "%s: --callers, --callees, --bottom-up and --by exclude each other", name);
    options->files = argv + optind;
    options->file_count = argc - optind;
    if (accepts & TAKES_SIDES)
        take_divider(argv + optind, options);
    return true;
}
