/* messages.c - see messages.h. Pragmas of macros stand in lines of their own, too, once they are preprocessed. */
#include "instrumenter/compile/messages.h"

#include <string.h>

/* Pragmas that both gcc and clang know whatever their options are. */
static const char *const KNOWN[] = {
    "GCC dependency",
    "GCC diagnostic",
    "GCC error",
    "GCC poison",
    "GCC pop_options",
    "GCC push_options",
    "GCC system_header",
    "GCC visibility",
    "GCC warning",
    "STDC",
    "message",
    "once",
    "pack",
    "pop_macro",
    "push_macro",
    "redefine_extname",
    "weak",
};

struct line {
    const char *at, *end; /* without its newline */
};

static bool next_line(const char *text, size_t size, struct line *line)
{
    const char *stop = text + size;
    line->at = line->end ? line->end + 1 : text;
    if (line->at >= stop)
        return false;
    const char *newline = memchr(line->at, '\n', (size_t)(stop - line->at));
    line->end = newline ? newline : stop;
    return true;
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at;
}

/* Behind `word`, its blanks standing for any number of such, and those behind it; null where it is another word. */
static const char *behind(const char *at, const char *end, const char *word)
{
    for (; *word; word++) {
        if (*word == ' ') {
            const char *next = skip_blanks(at, end);
            if (next == at)
                return NULL;
            at = next;
        } else if (at == end || *at++ != *word) {
            return NULL;
        }
    }
    const char *next = skip_blanks(at, end);
    return next > at || at == end ||
                   !(*at == '_' || (*at >= '0' && *at <= '9') || (*at >= 'A' && *at <= 'Z') ||
                     (*at >= 'a' && *at <= 'z'))
               ? next
               : NULL;
}

/* The first word of the pragma in this line; null when there is no pragma. */
static const char *pragma_of(const struct line *line)
{
    const char *at = skip_blanks(line->at, line->end);
    if (at == line->end || *at != '#')
        return NULL;
    return behind(skip_blanks(at + 1, line->end), line->end, "pragma");
}

static bool is_known(const char *at, const char *end, bool openmp)
{
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++)
        if (behind(at, end, KNOWN[i]))
            return true;
    return openmp && behind(at, end, "omp");
}

enum messages_pragmas messages_pragmas(const char *text, size_t size, bool openmp)
{
    bool ours = false, others = false;
    for (struct line line = {NULL, NULL}; next_line(text, size, &line);) {
        const char *word = pragma_of(&line);
        if (word && behind(word, line.end, "instr"))
            ours = true;
        else if (word)
            others = others || !is_known(word, line.end, openmp);
    }
    return !ours ? MESSAGES_PLAIN : others ? MESSAGES_MIXED : MESSAGES_OURS;
}

const char *messages_without_ours(const char *text, size_t size, struct arena *arena)
{
    char *copy = arena_copy(arena, text, size);
    for (struct line line = {NULL, NULL}; next_line(copy, size, &line);) {
        const char *word = pragma_of(&line);
        if (word && behind(word, line.end, "instr"))
            memset(copy + (line.at - copy), ' ', (size_t)(line.end - line.at));
    }
    return copy;
}
