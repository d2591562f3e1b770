/* changed.c - see changed.h. */
#include "report/suite/changed.h"

#include "base/input.h"
#include "base/name.h"
#include "report/show/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Larger than any source, and than the difference of two revisions of all sources of most programs. */
enum { MOST = 1 << 28 };

static bool add(struct changed *changed, const char *file, uint32_t first, uint32_t last, struct arena *arena,
                struct error *error)
{
    struct changed_lines *lines = arena_room(arena, changed->lines, changed->count, &changed->room, sizeof *lines);
    if (!lines || !file)
        return error_set(error, ERROR_INTERNAL, "out of memory");
    changed->lines = lines;
    lines[changed->count++] = (struct changed_lines){file, first, last};
    return true;
}

static bool add_named(struct changed *changed, const char *text, size_t length, struct arena *arena,
                      struct error *error)
{
    const char *word = arena_copy(arena, text, length);
    const char *colon = word ? strrchr(word, ':') : NULL;
    char *end = NULL;
    unsigned long first = colon ? strtoul(colon + 1, &end, 10) : 0, last = first;
    if (first && *end == '-')
        last = strtoul(end + 1, &end, 10);
    if (!first || *end || last < first || last > UINT32_MAX || colon == word)
        return error_set(error, ERROR_USAGE, "--changed wants FILE:LINE or FILE:LINE-LINE, not '%.*s'", (int)length,
                         text);
    return add(changed, arena_copy(arena, word, (size_t)(colon - word)), (uint32_t)first, (uint32_t)last, arena, error);
}

bool changed_named(struct changed *changed, const char *text, struct arena *arena, struct error *error)
{
    *changed = (struct changed){0};
    for (;; text++) {
        size_t length = strcspn(text, ",");
        if (!add_named(changed, text, length, arena, error))
            return false;
        text += length;
        if (!*text)
            return true;
    }
}

/* What a command prints; null where it fails. */
static const char *output_of(const char *command, struct arena *arena)
{
    FILE *stream = command ? popen(command, "re") : NULL;
    const char *why;
    size_t size;
    char *text = stream ? input_take(fileno(stream), MOST, &size, arena, &why) : NULL;
    bool done = stream && pclose(stream) == 0;
    return done ? text : NULL;
}

/* The name in a line "--- a/NAME" or "+++ b/NAME"; null for /dev/null. */
static const char *name_in(const char *line, struct arena *arena)
{
    size_t length = strcspn(line, "\t\n");
    return length > 6 && line[5] == '/' ? arena_copy(arena, line + 6, length - 6) : NULL;
}

/* "@@ -FIRST,COUNT +..." */
static bool add_hunk(struct changed *changed, const char *line, const char *file, struct arena *arena,
                     struct error *error)
{
    char *end;
    unsigned long first = strtoul(line + strlen("@@ -"), &end, 10), count = 1;
    if (*end == ',')
        count = strtoul(end + 1, NULL, 10);
    first += !count; /* git names the line in front of the new ones */
    return add(changed, file, (uint32_t)first, (uint32_t)(first + count - 1), arena, error);
}

/* A file's names stand between "diff" and its first hunk; lines of hunks begin with a sign. */
static bool read_difference(struct changed *changed, const char *text, struct arena *arena, struct error *error)
{
    const char *file = NULL;
    bool head = false, done = true;
    for (const char *line = text; done && *line; line += strcspn(line, "\n"), line += *line == '\n') {
        if (name_starts(line, "diff --git ")) {
            head = true;
            file = NULL;
        } else if (head && (name_starts(line, "--- ") || (!file && name_starts(line, "+++ ")))) {
            file = name_in(line, arena);
        } else if (name_starts(line, "@@ -")) {
            head = false;
            done = add_hunk(changed, line, file, arena, error);
        }
    }
    return done;
}

bool changed_since(struct changed *changed, const char *revision, struct arena *arena, struct error *error)
{
    *changed = (struct changed){.revision = revision};
    if (*revision == '-' || !*revision)
        return error_set(error, ERROR_USAGE, "--changed-since wants a revision that git knows, not '%s'", revision);
    const char *text = output_of(arena_printf(arena,
                                              "git -c core.quotePath=false diff -U0 --no-color --no-ext-diff "
                                              "--no-renames --src-prefix=a/ --dst-prefix=b/ %s --",
                                              text_shell(arena, revision)),
                                 arena);
    return text ? read_difference(changed, text, arena, error)
                : error_set(error, ERROR_USAGE, "git can't say here what changed since '%s'", revision);
}

const char *changed_text(const struct changed *changed, const char *file, struct arena *arena)
{
    const char *why;
    size_t size;
    if (!changed->revision)
        return input_read(file, MOST, &size, arena, &why);
    return output_of(arena_printf(arena, "git show %s 2>/dev/null",
                                  text_shell(arena, arena_printf(arena, "%s:%s", changed->revision, file))),
                     arena);
}
