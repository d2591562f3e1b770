/*
 * export_extrap.c - Extra-P's text format: several runs on different numbers of ranks, for each call path the mean exclusive
 * time and the mean calls of a rank. Runs on the same number are repetitions.
 *
 * A path that a run has not took no time in it.
 */
#include "report/export/export.h"
#include "report/number.h"
#include "report/quote.h"

#include <inttypes.h>
#include <stdlib.h>

static uint32_t ranks_of(const struct compare_run *run)
{
    return run->profile.nodes[0].ranks.called;
}

static void put_path(FILE *stream, const struct compare *compare, const char *const *names, uint32_t line)
{
    uint32_t path[EXTRAP_DEEPEST], count = 0;
    for (uint32_t at = line; at != PROFILE_NONE && count < EXTRAP_DEEPEST; at = compare->lines[at].above)
        path[count++] = at;
    for (uint32_t i = count; i-- > 0;) {
        fputs_unlocked(names[path[i]], stream);
        fputs_unlocked(i ? "->" : "", stream);
    }
}

static void put_metric(FILE *stream, const struct compare *compare, const struct compare_run *runs,
                       const char *const *names, bool calls)
{
    fprintf(stream, "METRIC %s\n", calls ? "visits" : "time");
    for (uint32_t i = 0; i < compare->line_count; i++) {
        fputs("REGION ", stream);
        put_path(stream, compare, names, i);
        for (uint32_t k = 0; k < compare->run_count; k++) {
            const struct compare_value *value = compare_at(compare, i, k);
            double number = (calls ? (double)value->calls : seconds(value->own)) / ranks_of(&runs[k]);
            fputs_unlocked(k && ranks_of(&runs[k]) == ranks_of(&runs[k - 1]) ? " " : "\nDATA ", stream);
            number_put(stream, number);
        }
        putc('\n', stream);
    }
}

/* The name of each line; neighbours of one region share it. */
static const char *const *make_names(const struct compare *paths, struct arena *arena)
{
    const char **names = arena_array(arena, paths->line_count, sizeof(const char *));
    for (uint32_t i = 0; names && i < paths->line_count; i++)
        if (!(names[i] = quote_replaced(paths->lines[i].region->name, ">", ' ', arena)))
            return NULL;
    return names;
}

bool export_extrap(FILE *stream, const struct compare *paths, const struct compare_run *runs, struct arena *arena)
{
    const char *const *names = make_names(paths, arena);
    if (!names)
        return false;
    fputs("PARAMETER p\nPOINTS", stream);
    for (uint32_t k = 0; k < paths->run_count; k++)
        if (!k || ranks_of(&runs[k]) != ranks_of(&runs[k - 1]))
            fprintf(stream, " %" PRIu32, ranks_of(&runs[k]));
    putc('\n', stream);
    put_metric(stream, paths, runs, names, false);
    put_metric(stream, paths, runs, names, true);
    return true;
}
