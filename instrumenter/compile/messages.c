/* messages.c - see messages.h. Pragmas of macros stand in lines of their own, too, once they are preprocessed. */
#include "instrumenter/compile/messages.h"

#include <string.h>

/* Pragmas that both gcc and clang always know. */
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

/* Returns the text behind `word`, any of whose blanks matches several, and behind further blanks; NULL if there is another word. */
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

/* Returns the first word of the pragma in this line, or NULL if there is no pragma. */
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

/* # 3 "a.c" 3 4 */
struct marker {
    const char *name, *flags, *end; /* with its quotes; behind these */
};

static bool read_marker(const struct line *line, struct marker *marker)
{
    if (line->end - line->at < 6 || line->at[0] != '#' || line->at[1] != ' ' || line->at[2] < '0' || line->at[2] > '9')
        return false;
    const char *open = memchr(line->at, '"', (size_t)(line->end - line->at));
    const char *close = open ? memrchr(open + 1, '"', (size_t)(line->end - open - 1)) : NULL;
    *marker = (struct marker){open, close ? close + 1 : NULL, line->end};
    return close;
}

static bool has_digit(const struct marker *marker, char digit)
{
    return memchr(marker->flags, digit, (size_t)(marker->end - marker->flags));
}

static bool same_file(const struct marker *a, const struct marker *b)
{
    size_t length = (size_t)(a->flags - a->name);
    return (size_t)(b->flags - b->name) == length && memcmp(a->name, b->name, length) == 0;
}

/* Returns whether the line is inside a system header, neither its beginning nor its end. */
static bool is_within_system(const struct marker *marker)
{
    return has_digit(marker, '3') && !has_digit(marker, '1') && !has_digit(marker, '2');
}

/* Returns the text without such marks. Text from macros is in the user's file, which soon continues. A file that declares itself a system
 * header by a pragma does so up to its end. */
const char *messages_unmarked(const char *text, size_t size, struct arena *arena)
{
    struct line first = {NULL, NULL}; /* of markers within a system header, up to here */
    struct marker marker, before;
    char *copy = NULL;
    for (struct line line = first; next_line(text, size, &line);) {
        if (!read_marker(&line, &marker))
            continue;
        bool within = is_within_system(&marker), other = !first.at || !same_file(&before, &marker);
        if (!within && !other && !has_digit(&marker, '1') && !has_digit(&marker, '2')) {
            copy = copy ? copy : arena_copy(arena, text, size);
            struct marker flagged;
            do
                if (read_marker(&first, &flagged))
                    memset(copy + (flagged.flags - text), ' ', (size_t)(flagged.end - flagged.flags));
            while (next_line(text, size, &first) && first.at < line.at);
        }
        if (!within)
            first = (struct line){NULL, NULL};
        else if (other)
            first = line;
        before = marker;
    }
    return copy ? copy : text;
}
