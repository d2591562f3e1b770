/* sizes.c - see sizes.h. */
#include "report/compare/sizes.h"

#include "common/name.h"
#include "report/compare/law.h"
#include "report/compare/measured.h"
#include "report/read/launch.h"
#include "report/show/progress.h"

#include <stdlib.h>
#include <string.h>

/*
 * The source of a run's size, if the run itself tells it (--size):
 *
 *     NAME          how often a function or label is called
 *     NAME:METRIC   what it has of a metric, with all it calls, as the bytes that reading the input allocates
 *     arg:N         an argument of the program, by its position; the whole command must have been kept (INSTR_COMMAND=full)
 */

struct size_source {
    const char *text;   /* as it was typed */
    const char *name;   /* of a function; null: of an argument */
    const char *metric; /* its key; null: calls */
    unsigned argument;  /* from 1 */
};

static void size_read(struct size_source *source, const char *text, struct arena *arena)
{
    char *end;
    *source = (struct size_source){.name = text};
    unsigned long argument = name_starts(text, "arg:") ? strtoul(text + 4, &end, 10) : 0;
    if (argument && !*end) {
        source->name = NULL;
        source->argument = (unsigned)argument;
        return;
    }
    const char *colon = strrchr(text, ':'); /* of C++ two of them are in a name */
    if (!colon || colon == text || colon[-1] == ':' || !colon[1])
        return;
    source->metric = colon + 1;
    source->name = arena_copy(arena, text, (size_t)(colon - text));
}

/* Returns the calls of the function, or a metric with everything that the function calls. */
static double amount_in(const struct size_source *source, const struct compare_run *run, bool *inside)
{
    const struct metric_shown *metric = source->metric ? &run->metrics.of[run->metrics.count - 1] : NULL;
    double amount = 0;
    for (uint32_t i = 1; i < run->node_count; i++) {
        const struct compare_node *node = &run->nodes[i];
        bool here = !strcmp(run->profile.regions[node->region].name, source->name);
        inside[i] = here || inside[node->parent];
        if (metric && inside[i])
            amount = metric_join(metric->what, amount, metric->own[i]);
        else if (!metric && here)
            amount += (double)node->calls;
    }
    return amount;
}

static bool size_of_function(const struct size_source *source, const struct compare_run *run, double *size,
                             struct arena *arena, struct error *error)
{
    *size = amount_in(source, run, arena_array(arena, run->node_count, sizeof(bool)));
    if (*size > 1)
        return true;
    return source->metric ? error_set(error, ERROR_USAGE, "growth: %s: %s has only %g of %s, which can't be a size",
                                      run->name, source->name, *size, source->metric)
                          : error_set(error, ERROR_USAGE,
                                      "growth: %s: %s is called less than twice, so its calls can't be the size",
                                      run->name, source->name);
}

/* Returns word `place` of a command, separated by blanks, or NULL. */
static const char *word_at(const char *command, unsigned place)
{
    for (; command && place; place--)
        command = (command = strchr(command, ' ')) ? command + 1 : NULL;
    return command;
}

static bool size_of_argument(const struct size_source *source, const struct compare_run *run, double *size,
                             struct error *error)
{
    const char *word = word_at(profile_meta(&run->profile, "command", ""), source->argument);
    char *end;
    if (!profile_private(&run->profile))
        return error_set(error, ERROR_USAGE,
                         "growth: %s: its arguments were not kept: run the program with INSTR_COMMAND=full", run->name);
    if (!word)
        return error_set(error, ERROR_USAGE, "growth: %s: it had fewer than %u arguments", run->name, source->argument);
    *size = strtod(word, &end);
    return (end != word && (!*end || *end == ' ') && *size > 1) ||
           error_set(error, ERROR_USAGE, "growth: %s: argument %u is not a number above 1: '%.*s'", run->name,
                     source->argument, (int)strcspn(word, " "), word);
}

/* Returns the size of a run, whose last metric is the one that tells it, if any. Returns false unless that is a number above 1. */
static bool size_of(const struct size_source *source, const struct compare_run *run, double *size, struct arena *arena,
                    struct error *error)
{
    return source->name ? size_of_function(source, run, size, arena, error)
                        : size_of_argument(source, run, size, error);
}

static bool read_size(const char *text, char **end, double *size)
{
    *size = strtod(text, end);
    return *end != text && *size > 1;
}

double sizes_named(char *text, char **file)
{
    double size;
    char *end;
    bool named = read_size(text, &end, &size) && *end == '=';
    if (named && file)
        *file = end + 1;
    return named ? size : 0;
}

static bool load_run(struct compare_run *run, char *const *file, const struct options *options, struct arena *arena,
                     struct error *error)
{
    const char *metrics = options->metrics;
    return metrics ? measured_load(run, file, 1, &metrics, options, arena, error)
                   : compare_load_outline(run, file, 1, options, arena, error);
}

static bool load_named(struct sizes *sizes, const struct options *options, struct arena *arena, struct error *error)
{
    for (; sizes->count < (uint32_t)options->file_count; sizes->count++) {
        uint32_t k = sizes->count;
        char *file = options->files[k];
        sizes->sizes[k] = sizes_named(file, &file);
        if (sizes->sizes[k] < 1)
            return error_set(error, ERROR_USAGE, "growth: no size of %s; write SIZE=%s, or --size=FUNCTION", file,
                             file);
        progress_show("reading profiles", k, (uint64_t)options->file_count);
        if (!load_run(&sizes->runs[k], &file, options, arena, error))
            return false;
    }
    return true;
}

/* Loads runs that tell their own size. The metric with the size is added behind the growing metric, and removed afterwards. */
static bool load_sized(struct sizes *sizes, const struct options *options, struct arena *arena, struct error *error)
{
    struct options asked = *options;
    struct size_source source;
    size_read(&source, options->size, arena);
    if (source.metric)
        asked.metrics =
            options->metrics ? arena_printf(arena, "%s,%s", options->metrics, source.metric) : source.metric;
    for (; sizes->count < (uint32_t)options->file_count; sizes->count++) {
        struct compare_run *run = &sizes->runs[sizes->count];
        progress_show("reading profiles", sizes->count, (uint64_t)options->file_count);
        if (!load_run(run, options->files + sizes->count, &asked, arena, error) ||
            !size_of(&source, run, &sizes->sizes[sizes->count], arena, error))
            return false;
        run->metrics.count -= source.metric != NULL;
    }
    return true;
}

static bool run_one(struct sizes *sizes, const char *size, size_t length, const struct options *options,
                    struct arena *arena, struct error *error)
{
    struct launch launch = {0};
    char **command = launch_words(options->command, size, length, arena);
    bool done = launch_runs(&launch, command, 1, arena, error) &&
                load_run(&sizes->runs[sizes->count], launch.runs, options, arena, error);
    launch_end(&launch);
    sizes->count += done;
    return done;
}

static bool run_all(struct sizes *sizes, const struct options *options, struct arena *arena, struct error *error)
{
    for (const char *at = options->sizes; *at;) {
        char *end;
        size_t length = strcspn(at, ",");
        if (!read_size(at, &end, &sizes->sizes[sizes->count]) || end != at + length)
            return error_set(error, ERROR_USAGE,
                             "growth: --sizes needs numbers above 1, as in 1000,2000,4000,8000, not '%s'",
                             options->sizes);
        if (!run_one(sizes, at, length, options, arena, error))
            return false;
        at += length + (at[length] == ',');
    }
    return true;
}

static int compare_sizes(const void *left, const void *right, void *state)
{
    const double *sizes = state;
    double a = sizes[*(const uint32_t *)left], b = sizes[*(const uint32_t *)right];
    return (a > b) - (a < b);
}

static void sort_runs(struct sizes *sizes, struct arena *arena)
{
    struct sizes sorted = {arena_array(arena, sizes->count, sizeof *sorted.runs),
                           arena_array(arena, sizes->count, sizeof *sorted.sizes), sizes->count};
    uint32_t *order = arena_array(arena, sizes->count, sizeof *order);
    for (uint32_t i = 0; i < sizes->count; i++)
        order[i] = i;
    qsort_r(order, sizes->count, sizeof *order, compare_sizes, sizes->sizes);
    for (uint32_t i = 0; i < sizes->count; i++) {
        sorted.runs[i] = sizes->runs[order[i]];
        sorted.runs[i].view.profile = &sorted.runs[i].profile;
        sorted.sizes[i] = sizes->sizes[order[i]];
    }
    *sizes = sorted;
}

bool sizes_load(struct sizes *sizes, const struct options *options, struct arena *arena, struct error *error)
{
    size_t room = (size_t)options->file_count + 1;
    for (const char *at = options->sizes; at && *at; at++)
        room += *at == ',';
    *sizes = (struct sizes){arena_array(arena, room, sizeof *sizes->runs),
                            arena_array(arena, room, sizeof *sizes->sizes), 0};
    if ((options->command != NULL) != (options->sizes != NULL) || (options->command && options->file_count))
        return error_set(
            error, ERROR_USAGE,
            "growth: name runs with their sizes, or a program to run: --sizes=1000,2000,4000,8000 -- ./app {}");
    if (options->metrics && strchr(options->metrics, ','))
        return error_set(error, ERROR_USAGE, "growth: one metric, not several: '%s'", options->metrics);
    if (options->command && options->metrics)
        measured_ask(options->metrics, arena);
    if (!(options->command ? run_all : options->size ? load_sized : load_named)(sizes, options, arena, error))
        return false;
    sort_runs(sizes, arena);
    unsigned different = sizes->count > 0;
    for (uint32_t i = 1; i < sizes->count; i++)
        different += sizes->sizes[i] > sizes->sizes[i - 1];
    if (different == 1 && sizes->count > 1)
        return error_set(error, ERROR_USAGE, "growth: all %u runs have the same size, %g", sizes->count,
                         sizes->sizes[0]);
    return different >= LAW_SIZES ||
           error_set(error, ERROR_USAGE, "growth: a law needs runs of %d different sizes, not %u", LAW_SIZES,
                     different);
}
