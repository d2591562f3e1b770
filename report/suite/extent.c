/* extent.c - see extent.h. */
#include "report/suite/extent.h"

#include <ctype.h>
#include <string.h>

void extent_text_make(struct extent_text *source, const char *text, struct arena *arena)
{
    size_t count = 1, used = 0;
    for (const char *at = text; (at = strchr(at, '\n')); at++)
        count++;
    *source = (struct extent_text){.lines = arena_array(arena, count, sizeof *source->lines), .count = (uint32_t)count};
    for (const char *at = text; at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL)
        source->lines[used++] = at;
}

static bool is_part(char character)
{
    return isalnum((unsigned char)character) || character == '_';
}

bool extent_text_has(const struct extent_text *source, uint32_t line, const char *word)
{
    if (!line || line > source->count)
        return false;
    const char *start = source->lines[line - 1], *at = start;
    size_t length = strlen(word), size = strcspn(start, "\n");
    while ((at = memmem(at, size - (size_t)(at - start), word, length))) {
        bool before = at > start && is_part(at[-1]) && is_part(*word),
             behind = is_part(at[length]) && is_part(at[length - 1]);
        if (!before && !behind)
            return true;
        at++;
    }
    return false;
}

/* Where one stands in a text. */
struct place {
    const char *at;
    uint32_t line;
};

static void step(struct place *place)
{
    place->line += *place->at == '\n';
    place->at += *place->at != '\0';
}

static bool starts(const struct place *place, const char *text)
{
    return !strncmp(place->at, text, strlen(text));
}

/* To the end of a text or character constant, or of its line. */
static void pass_quotes(struct place *place)
{
    char quote = *place->at;
    for (step(place); *place->at && *place->at != '\n' && *place->at != quote; step(place))
        if (*place->at == '\\')
            step(place);
    step(place);
}

static void pass_comment(struct place *place)
{
    bool line = place->at[1] == '/';
    while (*place->at && (line ? *place->at != '\n' : !starts(place, "*/")))
        step(place);
    for (int i = 0; !line && i < 2; i++)
        step(place);
}

/* To the end of its last line. */
static void pass_directive(struct place *place)
{
    while (*place->at && *place->at != '\n') {
        if (starts(place, "\\\n"))
            step(place);
        if (starts(place, "/*"))
            pass_comment(place);
        else
            step(place);
    }
}

static bool is_directive(const struct extent_text *source, uint32_t line)
{
    const char *text = source->lines[line - 1];
    return text[strspn(text, " \t")] == '#';
}

/* To what counts: a brace, a parenthesis, or the end. */
static void pass_words(struct place *place, const struct extent_text *source)
{
    while (*place->at && !strchr("{}()", *place->at)) {
        if (*place->at == '"' || *place->at == '\'')
            pass_quotes(place);
        else if (starts(place, "//") || starts(place, "/*"))
            pass_comment(place);
        else if (*place->at == '#' && is_directive(source, place->line))
            pass_directive(place);
        else
            step(place);
    }
}

/* The line of the bracket that closes the first one of this kind. */
static uint32_t closing_line(const struct extent_text *source, uint32_t line, uint32_t next, char open, char close)
{
    struct place place = {source->lines[line - 1], line};
    for (uint32_t depth = 0;; step(&place)) {
        pass_words(&place, source);
        if (!*place.at || place.line >= next)
            return next;
        depth += *place.at == open;
        if (*place.at == close && depth && !--depth)
            return place.line;
    }
}

struct extent extent_of(const struct extent_text *source, uint32_t line, uint32_t next, bool made)
{
    struct extent extent = {line, next - 1, false};
    if (!line || line > source->count)
        return extent;
    struct place place = {source->lines[line - 1], line};
    if (is_directive(source, line))
        pass_directive(&place);
    else
        place.line = made ? closing_line(source, line, next, '(', ')') : closing_line(source, line, next, '{', '}');
    extent.known = place.line < next;
    if (extent.known)
        extent.last = place.line;
    return extent;
}
