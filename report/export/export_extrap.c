/*
 * export_extrap.c - Extra-P's text format: several runs on different numbers of ranks, for each call path the mean exclusive
 * time and the mean calls of a rank. Runs on the same number are repetitions. A path that is missing in a run has time 0 there.
 */
#include "common/needed.h"
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

/* The path of the line before, because most paths share a beginning with it. */
struct path {
    char *text;
    size_t room;
    uint32_t lines[EXTRAP_DEEPEST];
    size_t ends[EXTRAP_DEEPEST];
    uint32_t depth;
};

static void add_name(struct path *path, const char *name, uint32_t line)
{
    size_t used = path->depth ? path->ends[path->depth - 1] : 0, length = strlen(name);
    if (used + length + 2 > path->room) {
        path->room = 2 * (used + length + 2);
        path->text = needed_room(path->text, path->room);
    }
    char *end = mempcpy(stpcpy(path->text + used, path->depth ? "->" : ""), name, length);
    path->lines[path->depth] = line;
    path->ends[path->depth++] = (size_t)(end - path->text);
}

/* Sets the path; of a deeper path it keeps the last names. */
static void set_path(struct path *path, const struct compare *compare, const char *const *names, uint32_t line)
{
    uint32_t above = compare->lines[line].above, lines[EXTRAP_DEEPEST], count = 0;
    while (path->depth && path->lines[path->depth - 1] != above)
        path->depth--;
    if ((path->depth || above == PROFILE_NONE) && path->depth < EXTRAP_DEEPEST) {
        add_name(path, names[line], line);
        return;
    }
    path->depth = 0;
    for (; line != PROFILE_NONE && count < EXTRAP_DEEPEST; line = compare->lines[line].above)
        lines[count++] = line;
    while (count-- > 0)
        add_name(path, names[lines[count]], lines[count]);
}

static void put_metric(FILE *stream, const struct compare *compare, const struct compare_run *runs,
                       const char *const *names, bool calls)
{
    struct path path = {.text = NULL};
    fprintf(stream, "METRIC %s\n", calls ? "visits" : "time");
    for (uint32_t i = 0; i < compare->line_count; i++) {
        set_path(&path, compare, names, i);
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
}

/* Returns the name of each line; neighbours of one region share it. */
static const char *const *make_names(const struct compare *paths, struct arena *arena)
{
    const char **names = arena_array(arena, paths->line_count, sizeof(const char *));
    for (uint32_t i = 0; i < paths->line_count; i++)
        names[i] = quote_replaced(paths->lines[i].region->name, ">", ' ', arena);
    return names;
}

void export_extrap(FILE *stream, const struct compare *paths, const struct compare_run *runs, struct arena *arena)
{
    const char *const *names = make_names(paths, arena);
    fputs("PARAMETER p\nPOINTS", stream);
    for (uint32_t k = 0; k < paths->run_count; k++)
        if (!k || ranks_of(&runs[k]) != ranks_of(&runs[k - 1]))
            fprintf(stream, " %" PRIu32, ranks_of(&runs[k]));
    putc('\n', stream);
    put_metric(stream, paths, runs, names, false);
    put_metric(stream, paths, runs, names, true);
}
