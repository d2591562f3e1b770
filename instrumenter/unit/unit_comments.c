/* unit_comments.c - see unit_source.h. */
#include "instrumenter/unit/unit_source.h"

#include "instrumenter/unit/text.h"
#include "instrumenter/unit/unit_lines.h"
#include "instrumenter/unit/unit_scan.h"

#include <stdint.h>
#include <string.h>

struct pass {
    const char *text;
    size_t done; /* copied so far */
    struct text out;
    struct sources sources;
};

/* Returns whether it is `case` or `default`, or is followed by a colon. */
static bool is_label(const struct scan *scan, struct token token)
{
    struct token next = scan_peek(scan);
    return scan_is(scan, token, "case") || scan_is(scan, token, "default") ||
           (token.kind == TOKEN_WORD && scan_is_mark(next, ':') && scan->text[next.at + 1] != ':');
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Returns where the comment that ends at `end` begins; `end` itself if there is none. */
static size_t comment_before(const char *text, size_t end)
{
    size_t at = end;
    if (end >= 4 && text[end - 1] == '/' && text[end - 2] == '*') {
        for (at = end - 4; at > 0 && memcmp(text + at, "/*", 2) != 0; at--)
            ;
        return memcmp(text + at, "/*", 2) == 0 ? at : end;
    }
    while (at > 0 && text[at - 1] != '\n')
        at--;
    const char *line = memmem(text + at, end - at, "//", 2);
    return line ? (size_t)(line - text) : end;
}

/* Adds the comment between the two, unless its text would end it early, or cause a warning. Several lines become one comment, because gcc
 * reads only that. */
static void add_comment(struct text *out, const char *from, const char *end)
{
    end -= from[1] == '*' ? 2 : 0;
    from += 2;
    if (memmem(from, (size_t)(end - from), "*/", 2) || memmem(from, (size_t)(end - from), "/*", 2))
        return;
    text_string(out, "/*");
    for (; from < end; from++)
        text_add(out, *from == '\n' ? "|" : from, 1);
    text_string(out, "*/");
}

/* Moves the comments before `token`, which begins a line, to the end of the text's last line. */
static void take(struct pass *pass, size_t line_at, struct token token, const struct source *source)
{
    const char *text = source->text;
    size_t at = source->at + (token.at - line_at), end = at, before = line_at ? line_at - 1 : 0;
    if (at + token.size > source->size || memcmp(text + at, pass->text + token.at, token.size) != 0)
        return;
    size_t start = before;
    while (start > 0 && pass->text[start - 1] != '\n')
        start--;
    if (!line_at || pass->text[start] == '#' || start < pass->done)
        return;
    for (;;) {
        while (end > 0 && is_blank(text[end - 1]))
            end--;
        size_t comment = comment_before(text, end);
        if (comment == end)
            return;
        text_add(&pass->out, pass->text + pass->done, before - pass->done);
        pass->done = before;
        add_comment(&pass->out, text + comment, text + end);
        end = comment;
    }
}

/* Reads the text between two line markers. */
static void read_stretch(struct pass *pass, const struct line_marker *marker, size_t end)
{
    struct scan scan;
    unsigned line = marker->line;
    size_t line_at = marker->start, last = SIZE_MAX;
    scan_init(&scan, pass->text, end, marker->start);
    scan.line_start = true;
    for (struct token token; (token = scan_next(&scan)).kind != TOKEN_END;) {
        for (const char *newline; (newline = memchr(pass->text + line_at, '\n', token.at - line_at)); line++)
            line_at = (size_t)(newline + 1 - pass->text);
        const struct source *source =
            line_at != last && is_label(&scan, token) ? sources_at(&pass->sources, marker->file, line) : NULL;
        if (source)
            take(pass, line_at, token, source);
        last = line_at;
    }
}

const char *unit_comments(const char *text, size_t *size, unit_read_fn *read, struct arena *arena)
{
    struct unit_lines lines;
    struct pass pass = {.text = text, .out = {.arena = arena}, .sources = {.read = read, .arena = arena}};
    unit_lines_init(&lines, text, *size, NULL, NULL, arena);
    for (size_t i = 0; i < lines.count; i++)
        if (!lines.markers[i].system)
            read_stretch(&pass, &lines.markers[i], i + 1 < lines.count ? lines.markers[i + 1].start : *size);
    if (!pass.done)
        return text;
    text_add(&pass.out, text + pass.done, *size - pass.done);
    *size = pass.out.size;
    return pass.out.bytes;
}
