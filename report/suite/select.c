/* select.c - see select.h. */
#include "report/suite/select.h"

#include "base/input.h"
#include "base/name.h"
#include "base/short_name.h"
#include "report/read/git.h"
#include "report/show/text.h"
#include "report/suite/extent.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A part of no other unit. */
static bool is_unit(const char *file)
{
    return name_ends(file, ".c") || name_ends(file, ".cc") || name_ends(file, ".cpp") || name_ends(file, ".cxx");
}

static bool is_header(const char *file)
{
    return name_ends(file, ".h") || name_ends(file, ".hh") || name_ends(file, ".hpp") || name_ends(file, ".inc") ||
           name_ends(file, ".inl") || name_ends(file, ".def");
}

/* --- the functions of a file --- */

/* Where a function stands in it: its definition, or the use of the macro that made it. */
struct spot {
    uint32_t function, line;
    bool made;
    struct extent extent;
};

struct spots {
    struct spot *of;
    size_t count, room;
    struct arena *arena;
};

static void add_spot(struct spots *spots, uint32_t function, uint32_t line, bool made)
{
    spots->of = arena_room(spots->arena, spots->of, spots->count, &spots->room, sizeof *spots->of);
    spots->of[spots->count++] = (struct spot){.function = function, .line = line, .made = made};
}

/* "list.c" and 7 of "GETTER list.c:7". */
static const char *use_of(const char *origin, uint32_t *line, struct arena *arena)
{
    const char *blank = strchr(origin, ' '), *colon = strrchr(origin, ':');
    if (!blank || !colon || colon < blank)
        return "";
    *line = (uint32_t)strtoul(colon + 1, NULL, 10);
    return arena_copy(arena, blank + 1, (size_t)(colon - blank) - 1);
}

static int compare_spots(const void *left, const void *right)
{
    const struct spot *a = left, *b = right;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return (a->function > b->function) - (a->function < b->function);
}

static void find_spots(struct spots *spots, const struct suite *suite, const char *file)
{
    for (uint32_t i = 0; i < suite->function_count; i++) {
        const struct suite_function *function = &suite->functions[i];
        uint32_t line = 0;
        const char *use = use_of(function->origin, &line, spots->arena);
        bool here = name_same_file(function->file, file), used = *use && name_same_file(use, file);
        bool same = here && used && line == function->line;
        if (here)
            add_spot(spots, i, function->line, same);
        if (used && !same)
            add_spot(spots, i, line, true);
    }
    if (spots->count)
        qsort(spots->of, spots->count, sizeof *spots->of, compare_spots);
}

/* What a function is called where it is defined: without what it is in, its parameters, and the arguments of templates. */
static const char *word_of(const char *name, char *room, size_t size)
{
    const char *word = short_name(room, size, name) ? room : name;
    for (const char *colons; (colons = strstr(word, "::"));)
        word = colons + 2;
    return name_starts(word, "lambda ") ? "[" : word;
}

/* False where the lines of most functions are another's: the profiles are of another revision. */
static bool find_extents(struct spots *spots, const struct suite *suite, const struct extent_text *source)
{
    size_t named = 0, fit = 0;
    char room[512];
    for (size_t i = 0; i < spots->count; i++) {
        struct spot *spot = &spots->of[i];
        size_t k = i;
        while (k < spots->count && spots->of[k].line == spot->line)
            k++;
        spot->extent =
            extent_of(source, spot->line, k < spots->count ? spots->of[k].line : source->count + 1, spot->made);
        named += !spot->made;
        fit += !spot->made &&
               extent_text_has(source, spot->line, word_of(suite->functions[spot->function].name, room, sizeof room));
    }
    return 2 * fit >= named;
}

/* --- what a change touches --- */

/* The functions that have any of these lines are marked. False where lines are in none of them, as far as is known. */
static bool mark_functions(struct selection *selection, const struct spots *spots, const struct changed_lines *lines)
{
    bool added = lines->last < lines->first;
    uint32_t first = added ? lines->last : lines->first, last = added ? lines->first : lines->last, inside = first;
    for (size_t i = 0; i < spots->count; i++) {
        const struct extent *extent = &spots->of[i].extent;
        bool hit =
            added ? extent->first <= first && last <= extent->last : extent->first <= last && first <= extent->last;
        if (!hit)
            continue;
        selection->changed[spots->of[i].function] = selection->chosen[spots->of[i].function] = true;
        if (extent->known && extent->first <= inside && extent->last >= inside)
            inside = extent->last + 1;
    }
    return inside > last;
}

static void add_note(struct selection *selection, const char *note, struct arena *arena)
{
    selection->notes =
        arena_room(arena, selection->notes, selection->note_count, &selection->note_room, sizeof *selection->notes);
    selection->notes[selection->note_count++] = note;
}

/* A change outside of functions: of which functions it may be, and why. */
static void choose_around(struct selection *selection, const struct suite *suite, const struct spots *spots,
                          const char *file, const char *what, struct arena *arena)
{
    bool all = !is_unit(file);
    for (size_t i = 0; i < suite->function_count; i++)
        selection->chosen[i] |= all;
    for (size_t i = 0; i < spots->count; i++)
        selection->chosen[spots->of[i].function] = true;
    add_note(selection,
             arena_printf(arena, "%s: %s, so all tests%s are chosen", file, what, all ? "" : " that reach this file"),
             arena);
}

/* Marks the functions that `count` changes of one file are in. Why others may have changed, too; null: they have not. */
static const char *mark_changed(struct selection *selection, struct spots *spots, const struct suite *suite,
                                const char *text, const struct changed_lines *lines, size_t count)
{
    struct extent_text source;
    bool inside = true;
    if (!text)
        return spots->count ? "its text before the change is not to be had" : "no function of it is known";
    extent_text_make(&source, text, spots->arena);
    if (!find_extents(spots, suite, &source))
        return "the profiles are of another revision";
    for (size_t i = 0; i < count; i++)
        inside &= mark_functions(selection, spots, &lines[i]);
    return inside ? NULL : "changed outside of functions";
}

static void select_file(struct selection *selection, const struct suite *suite, const struct changed *changed,
                        const struct changed_lines *lines, size_t count, struct arena *arena)
{
    struct spots spots = {.arena = arena};
    const char *file = lines->file;
    find_spots(&spots, suite, file);
    if (!spots.count && !is_header(file)) {
        add_note(selection, arena_printf(arena, "%s: no function of it is in these profiles", file), arena);
        return;
    }
    const char *text = spots.count ? changed_text(changed, file, arena) : NULL;
    const char *why = mark_changed(selection, &spots, suite, text, lines, count);
    if (why)
        choose_around(selection, suite, &spots, file, why, arena);
}

static int compare_lines(const void *left, const void *right)
{
    const struct changed_lines *a = left, *b = right;
    int order = strcmp(a->file, b->file);
    return order ? order : (a->first > b->first) - (a->first < b->first);
}

void select_changed(struct selection *selection, const struct suite *suite, const struct changed *changed,
                    struct arena *arena)
{
    *selection = (struct selection){.changed = arena_array(arena, suite->function_count, sizeof *selection->changed),
                                    .chosen = arena_array(arena, suite->function_count, sizeof *selection->chosen)};
    if (changed->count)
        qsort(changed->lines, changed->count, sizeof *changed->lines, compare_lines);
    for (size_t i = 0, next; i < changed->count; i = next) {
        for (next = i; next < changed->count && !strcmp(changed->lines[next].file, changed->lines[i].file);)
            next++;
        select_file(selection, suite, changed, &changed->lines[i], next - i, arena);
    }
}

/* Larger than any source. */
enum { MOST = 1 << 28 };

static void add_lines(struct changed *changed, const char *file, uint32_t first, uint32_t last, struct arena *arena)
{
    changed->lines = arena_room(arena, changed->lines, changed->count, &changed->room, sizeof *changed->lines);
    changed->lines[changed->count++] = (struct changed_lines){file, first, last};
}

static bool add_named(struct changed *changed, const char *text, size_t length, struct arena *arena,
                      struct error *error)
{
    const char *word = arena_copy(arena, text, length), *colon = strrchr(word, ':');
    char *end = NULL;
    unsigned long first = colon ? strtoul(colon + 1, &end, 10) : 0, last = first;
    if (first && *end == '-')
        last = strtoul(end + 1, &end, 10);
    if (!first || *end || last < first || last > UINT32_MAX || colon == word)
        return error_set(error, ERROR_USAGE, "--changed wants FILE:LINE or FILE:LINE-LINE, not '%.*s'", (int)length,
                         text);
    add_lines(changed, arena_copy(arena, word, (size_t)(colon - word)), (uint32_t)first, (uint32_t)last, arena);
    return true;
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

/* The name in a line "--- a/NAME" or "+++ b/NAME"; null for /dev/null, and what git has quoted. */
static const char *name_in(const char *line, struct arena *arena)
{
    size_t length = strcspn(line, "\t\n");
    return length > 6 && line[5] == '/' ? arena_copy(arena, line + 6, length - 6) : NULL;
}

/* "@@ -FIRST,COUNT +..." */
static void add_hunk(struct changed *changed, const char *line, const char *file, struct arena *arena)
{
    char *end;
    unsigned long first = strtoul(line + strlen("@@ -"), &end, 10), count = 1;
    if (*end == ',')
        count = strtoul(end + 1, NULL, 10);
    first += !count; /* git names the line in front of the new ones */
    add_lines(changed, file, (uint32_t)first, (uint32_t)(first + count - 1), arena);
}

/* A file's names stand between "diff" and its first hunk; lines of hunks begin with a sign. */
static bool read_difference(struct changed *changed, const char *text, struct arena *arena, struct error *error)
{
    const char *file = NULL;
    bool head = false;
    for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        if (name_starts(line, "diff --git ")) {
            head = true;
            file = NULL;
        } else if (head && (name_starts(line, "--- ") || (!file && name_starts(line, "+++ ")))) {
            file = name_in(line, arena);
        } else if (name_starts(line, "@@ -")) {
            head = false;
            if (!file)
                return error_set(error, ERROR_USAGE,
                                 "--changed-since can't read the name of a changed file that git quotes; name its "
                                 "lines by --changed");
            add_hunk(changed, line, file, arena);
        }
    }
    return true;
}

bool changed_since(struct changed *changed, const char *revision, struct arena *arena, struct error *error)
{
    *changed = (struct changed){.revision = revision};
    if (*revision == '-' || !*revision)
        return error_set(error, ERROR_USAGE, "--changed-since wants a revision that git knows, not '%s'", revision);
    const char *text = git_output(arena_printf(arena,
                                               "-c core.quotePath=false diff -U0 --no-color --no-ext-diff "
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
    return git_output(
        arena_printf(arena, "show %s", text_shell(arena, arena_printf(arena, "%s:%s", changed->revision, file))),
        arena);
}
