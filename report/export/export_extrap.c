/*
 * export_extrap.c - Extra-P's text format: several runs on different numbers of ranks, for each call path the mean exclusive
 * time and the mean calls of a rank. Runs on the same number are repetitions.
 *
 * A path that a run has not took no time in it.
 */
#include "report/export/export.h"
#include "report/show/number.h"
#include "report/show/quote.h"
#include "report/show/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static uint32_t ranks_of(const struct compare_run *run)
{
    return run->profile.nodes[0].ranks.called;
}

/* The path of the line before: most share its beginning. */
struct path {
    char *text;
    size_t room;
    uint32_t lines[EXTRAP_DEEPEST];
    size_t ends[EXTRAP_DEEPEST];
    uint32_t depth;
};

static bool add_name(struct path *path, const char *name, uint32_t line)
{
    size_t used = path->depth ? path->ends[path->depth - 1] : 0, length = strlen(name);
    if (used + length + 2 > path->room) {
        path->room = 2 * (used + length + 2);
        char *larger = realloc(path->text, path->room);
        if (!larger)
            return false;
        path->text = larger;
    }
    char *end = mempcpy(stpcpy(path->text + used, path->depth ? "->" : ""), name, length);
    path->lines[path->depth] = line;
    path->ends[path->depth++] = (size_t)(end - path->text);
    return true;
}

/* Of what is deeper, the last names. */
static bool set_path(struct path *path, const struct compare *compare, const char *const *names, uint32_t line)
{
    uint32_t above = compare->lines[line].above, lines[EXTRAP_DEEPEST], count = 0;
    while (path->depth && path->lines[path->depth - 1] != above)
        path->depth--;
    if ((path->depth || above == PROFILE_NONE) && path->depth < EXTRAP_DEEPEST)
        return add_name(path, names[line], line);
    path->depth = 0;
    for (; line != PROFILE_NONE && count < EXTRAP_DEEPEST; line = compare->lines[line].above)
        lines[count++] = line;
    while (count > 0)
        if (!add_name(path, names[lines[count - 1]], lines[count - 1]))
            return false;
        else
            count--;
    return true;
}

static bool put_metric(FILE *stream, const struct compare *compare, const struct compare_run *runs,
                       const char *const *names, bool calls)
{
    struct path path = {.text = NULL};
    bool done = true;
    fprintf(stream, "METRIC %s\n", calls ? "visits" : "time");
    for (uint32_t i = 0; i < compare->line_count && done; i++) {
        done = set_path(&path, compare, names, i);
        fputs_unlocked("REGION ", stream);
        fwrite_unlocked(path.text, 1, path.depth ? path.ends[path.depth - 1] : 0, stream);
        for (uint32_t k = 0; k < compare->run_count; k++) {
            const struct compare_value *value = compare_at(compare, i, k);
            double number = (calls ? (double)value->calls : seconds(value->own)) / ranks_of(&runs[k]);
            fputs_unlocked(k && ranks_of(&runs[k]) == ranks_of(&runs[k - 1]) ? " " : "\nDATA ", stream);
            number_put(stream, number);
        }
        putc_unlocked('\n', stream);
    }
    free(path.text);
    return done;
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
    return put_metric(stream, paths, runs, names, false) && put_metric(stream, paths, runs, names, true);
}
