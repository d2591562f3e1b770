/* size.c - see size.h. */
#include "report/compare/size.h"

#include "base/name.h"

#include <stdlib.h>
#include <string.h>

bool size_read(struct size_source *source, const char *text, struct arena *arena)
{
    char *end;
    *source = (struct size_source){.name = text};
    unsigned long argument = name_starts(text, "arg:") ? strtoul(text + 4, &end, 10) : 0;
    if (argument && !*end) {
        source->name = NULL;
        source->argument = (unsigned)argument;
        return true;
    }
    const char *colon = strrchr(text, ':'); /* of C++ two of them are in a name */
    if (!colon || colon == text || colon[-1] == ':' || !colon[1])
        return true;
    source->metric = colon + 1;
    source->name = arena_copy(arena, text, (size_t)(colon - text));
    return source->name != NULL;
}

/* What all calls of the function have; of a metric with all that they call. */
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
    bool *inside = arena_array(arena, run->node_count, sizeof *inside);
    if (!inside)
        return error_set(error, ERROR_INTERNAL, "out of memory");
    *size = amount_in(source, run, inside);
    if (*size > 1)
        return true;
    return source->metric ? error_set(error, ERROR_USAGE, "growth: %s: %s has no more than %g of %s, which is no size",
                                      run->name, source->name, *size, source->metric)
                          : error_set(error, ERROR_USAGE, "growth: %s: %s is called less than twice, which is no size",
                                      run->name, source->name);
}

/* The word at that place, of a command whose words have blanks between them; null where it has fewer. */
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
           error_set(error, ERROR_USAGE, "growth: %s: argument %u is no number above 1: '%.*s'", run->name,
                     source->argument, (int)strcspn(word, " "), word);
}

bool size_of(const struct size_source *source, const struct compare_run *run, double *size, struct arena *arena,
             struct error *error)
{
    return source->name ? size_of_function(source, run, size, arena, error)
                        : size_of_argument(source, run, size, error);
}
