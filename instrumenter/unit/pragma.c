/*
 * pragma.c - see pragma.h.
 *
 * The preprocessor leaves a pragma on a line of its own and doesn't expand what is in it (a _Pragma in a
 * macro comes out as such a line, with the macro's arguments expanded).
 */
#include "instrumenter/unit/pragma.h"

#include "common/sort.h"
#include "instrumenter/unit/unit_lines.h"
#include "instrumenter/unit/unit_scan.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *word;
    enum pragma_kind kind;
    bool named; /* ("name") follows */
} words[] = {
    {"region", PRAGMA_REGION, true},   {"begin", PRAGMA_BEGIN, true},     {"end", PRAGMA_END, true},
    {"iterate", PRAGMA_ITERATE, true}, {"context", PRAGMA_CONTEXT, true}, {"level", PRAGMA_LEVEL, false},
    {"skip", PRAGMA_SKIP, false},      {"off", PRAGMA_OFF, false},        {"on", PRAGMA_ON, false},
};

/* The effects of other directives, by their first words; the first matching row counts. */
static const struct {
    const char *words[2];
    enum pragma_kind kind;
} others[] = {
    {{"omp", "section"}, PRAGMA_FENCE},
    {{"omp", "scan"}, PRAGMA_FENCE},
    {{"omp", "barrier"}, PRAGMA_FENCE},
    {{"omp", "taskwait"}, PRAGMA_FENCE},
    {{"omp", "taskyield"}, PRAGMA_FENCE},
    {{"omp", "flush"}, PRAGMA_FENCE},
    {{"omp", "cancel"}, PRAGMA_FENCE},
    {{"omp", "cancellation"}, PRAGMA_FENCE},
    {{"omp", "declare"}, PRAGMA_FENCE},
    {{"omp", "begin"}, PRAGMA_FENCE},
    {{"omp", "end"}, PRAGMA_FENCE},
    {{"omp", "threadprivate"}, PRAGMA_FENCE},
    {{"omp", "allocate"}, PRAGMA_FENCE},
    {{"omp", "depobj"}, PRAGMA_FENCE},
    {{"omp", "requires"}, PRAGMA_FENCE},
    {{"omp", "error"}, PRAGMA_FENCE},
    {{"omp", "nothing"}, PRAGMA_FENCE},
    {{"omp", "interop"}, PRAGMA_FENCE},
    {{"omp", "assume"}, PRAGMA_GOVERNS},
    {{"omp", NULL}, PRAGMA_GOVERNS},
    {{"acc", "wait"}, PRAGMA_FENCE},
    {{"acc", "update"}, PRAGMA_FENCE},
    {{"acc", "enter"}, PRAGMA_FENCE},
    {{"acc", "exit"}, PRAGMA_FENCE},
    {{"acc", "declare"}, PRAGMA_FENCE},
    {{"acc", "routine"}, PRAGMA_FENCE},
    {{"acc", "init"}, PRAGMA_FENCE},
    {{"acc", "shutdown"}, PRAGMA_FENCE},
    {{"acc", "set"}, PRAGMA_FENCE},
    {{"acc", "cache"}, PRAGMA_FENCE},
    {{"acc", NULL}, PRAGMA_GOVERNS},
    {{"GCC", "ivdep"}, PRAGMA_GOVERNS},
    {{"GCC", "unroll"}, PRAGMA_GOVERNS},
    {{"GCC", "novector"}, PRAGMA_GOVERNS},
    {{"clang", "loop"}, PRAGMA_GOVERNS},
    {{"unroll", NULL}, PRAGMA_GOVERNS},
    {{"nounroll", NULL}, PRAGMA_GOVERNS},
    {{"unroll_and_jam", NULL}, PRAGMA_GOVERNS},
    {{"nounroll_and_jam", NULL}, PRAGMA_GOVERNS},
    {{"ivdep", NULL}, PRAGMA_GOVERNS},
    {{"vector", NULL}, PRAGMA_GOVERNS},
    {{"simd", NULL}, PRAGMA_GOVERNS},
    {{"STDC", NULL}, PRAGMA_FENCE},
    {{"clang", "fp"}, PRAGMA_FENCE},
};

struct reader {
    struct pragma_list *list;
    struct pragma *pragma;
    struct scan scan;
    struct token token; /* the next one */
};

const char *pragma_word(enum pragma_kind kind)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i].kind == kind)
            return words[i].word;
    return NULL;
}

void pragma_complain(struct pragma_list *list, size_t offset, const char *word, const char *format, ...)
{
    struct unit *unit = list->unit;
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    struct location location = unit_lines_at(list->lines, offset);
    size_t column = 1;
    while (column <= offset && unit->text[offset - column] != '\n')
        column++;
    size_t old = unit->message_count * sizeof *unit->messages;
    unit->messages = arena_grow(list->arena, unit->messages, old, old + sizeof *unit->messages);
    const char *copy = arena_printf(list->arena, "%s [%s]", text, word);
    unit->messages[unit->message_count++] =
        (struct unit_message){copy, location.file, location.line, (unsigned)column, offset};
}

static void advance(struct reader *reader)
{
    reader->token = scan_next(&reader->scan);
}

static bool is_mark(const struct reader *reader, char mark)
{
    return reader->token.kind == TOKEN_MARK && reader->token.mark == mark;
}

/* Reports a pragma that the next token makes invalid. */
static bool bad(struct reader *reader, const char *expected)
{
    struct token token = reader->token;
    bool end = token.kind == TOKEN_END;
    size_t shown = token.size < 40 ? token.size : 40;
    reader->pragma->kind = PRAGMA_BAD;
    pragma_complain(reader->list, end ? reader->pragma->at : token.at, "pragma-syntax",
                    "pragma ignored: expected %s %s%.*s%s", expected, end ? "before its end" : "before '",
                    end ? 0 : (int)shown, reader->scan.text + token.at, end ? "" : "'");
    return false;
}

static bool expect(struct reader *reader, char mark, const char *shown)
{
    if (!is_mark(reader, mark))
        return bad(reader, shown);
    advance(reader);
    return true;
}

/* Reads string literals; escapes other than of a quote or backslash stay as they are. */
static bool read_string(struct reader *reader, const char **result)
{
    const char *text = reader->scan.text;
    if (reader->token.kind != TOKEN_STRING || text[reader->token.at] != '"')
        return bad(reader, "a string");
    char *string = arena_alloc(reader->list->arena, reader->pragma->end - reader->token.at + 1);
    struct token first = reader->token;
    size_t length = 0;
    while (reader->token.kind == TOKEN_STRING && text[reader->token.at] == '"') {
        size_t at = reader->token.at + 1, end = reader->token.at + reader->token.size - 1;
        if (reader->token.size < 2 || text[end] != '"')
            return bad(reader, "a closed string");
        for (; at < end; at++) {
            if (text[at] == '\\' && (text[at + 1] == '"' || text[at + 1] == '\\'))
                at++;
            string[length++] = text[at];
        }
        advance(reader);
    }
    if (length == 0) {
        reader->token = first;
        return bad(reader, "a name that is not empty");
    }
    *result = string;
    return true;
}

/* Reads (N), from `least` to 4. */
static bool read_level(struct reader *reader, int least)
{
    if (!expect(reader, '(', "'('"))
        return false;
    const char *digit = reader->scan.text + reader->token.at;
    if (reader->token.kind != TOKEN_NUMBER || reader->token.size != 1 || *digit < '0' + least || *digit > '4')
        return bad(reader, least ? "a level from 1 to 4" : "a level from 0 to 4");
    reader->pragma->level = *digit - '0';
    advance(reader);
    return expect(reader, ')', "')'");
}

/* Reads up to the `)` that closes the pragma's arguments. */
static bool read_expression(struct reader *reader, const char **result)
{
    size_t start = reader->token.at, end = start;
    for (size_t depth = 0; reader->token.kind != TOKEN_END; advance(reader)) {
        if (is_mark(reader, '('))
            depth++;
        else if (is_mark(reader, ')') && depth-- == 0)
            break;
        end = reader->token.at + reader->token.size;
    }
    if (end == start)
        return bad(reader, "a communicator");
    *result = arena_copy(reader->list->arena, reader->scan.text + start, end - start);
    return true;
}

static bool read_clauses(struct reader *reader)
{
    struct pragma *pragma = reader->pragma;
    while (reader->token.kind == TOKEN_WORD) {
        if (scan_is(&reader->scan, reader->token, "level") && !pragma->level) {
            advance(reader);
            if (!read_level(reader, 1))
                return false;
        } else if (scan_is(&reader->scan, reader->token, "group") && !pragma->groups) {
            advance(reader);
            if (!expect(reader, '(', "'('") || !read_string(reader, &pragma->groups) || !expect(reader, ')', "')'"))
                return false;
        } else {
            return bad(reader, "level(N) or group(\"a,b\"), each once,");
        }
    }
    return true;
}

/* Reads the words behind `#pragma instr`. */
static void read_own(struct reader *reader)
{
    struct pragma *pragma = reader->pragma;
    size_t found = 0;
    while (found < sizeof words / sizeof *words && !scan_is(&reader->scan, reader->token, words[found].word))
        found++;
    if (found == sizeof words / sizeof *words) {
        bad(reader, "region, begin, end, iterate, context, level, skip, off or on");
        return;
    }
    pragma->kind = words[found].kind;
    advance(reader);
    if (words[found].named) {
        if (!expect(reader, '(', "'('") || !read_string(reader, &pragma->name))
            return;
        if (pragma->kind == PRAGMA_CONTEXT &&
            (!expect(reader, ',', "','") || !read_expression(reader, &pragma->communicator)))
            return;
        if (!expect(reader, ')', "')'"))
            return;
    }
    if (pragma->kind == PRAGMA_LEVEL && !read_level(reader, 0))
        return;
    if (pragma->kind == PRAGMA_REGION && !read_clauses(reader))
        return;
    if (reader->token.kind != TOKEN_END)
        bad(reader, "the end of the pragma");
}

/* Finds what another pragma means for probes around and inside the statement behind it. */
static void read_other(struct reader *reader)
{
    struct pragma *pragma = reader->pragma;
    struct scan scan = reader->scan;
    struct token first = reader->token, second = scan_next(&scan);
    pragma->kind = PRAGMA_NEUTRAL;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (scan_is(&scan, first, others[i].words[0]) &&
            (!others[i].words[1] || scan_is(&scan, second, others[i].words[1]))) {
            pragma->kind = others[i].kind;
            break;
        }
    bool openmp = scan_is(&scan, first, "omp"), openacc = scan_is(&scan, first, "acc");
    pragma->first = scan_is(&scan, first, "STDC") || (scan_is(&scan, first, "clang") && pragma->kind == PRAGMA_FENCE);
    pragma->no_inside = openacc;
    pragma->no_count = !openmp;
    for (; openmp && reader->token.kind != TOKEN_END; advance(reader)) {
        static const char *const nests[] = {"collapse", "ordered", "tile", "unroll", "interchange", "loop"};
        for (size_t i = 0; i < sizeof nests / sizeof *nests; i++)
            pragma->no_nest |= scan_is(&reader->scan, reader->token, nests[i]);
        pragma->no_inside |=
            scan_is(&reader->scan, reader->token, "simd") || scan_is(&reader->scan, reader->token, "target");
        pragma->atomic |= scan_is(&reader->scan, reader->token, "atomic");
    }
}

static void add(struct pragma_list *list, struct pragma pragma)
{
    list->pragmas = arena_room(list->arena, list->pragmas, list->count, &list->capacity, sizeof pragma);
    list->pragmas[list->count++] = pragma;
}

/* Reads a directive from its `#` to the end of its line. */
static void read_directive(struct pragma_list *list, size_t at, size_t end)
{
    struct pragma pragma = {.kind = PRAGMA_NEUTRAL, .at = at, .end = end};
    struct reader reader = {.list = list, .pragma = &pragma};
    scan_init(&reader.scan, list->unit->text, end, at + 1);
    if (!scan_is(&reader.scan, scan_next(&reader.scan), "pragma"))
        return;
    advance(&reader);
    if (scan_is(&reader.scan, reader.token, "instr")) {
        advance(&reader);
        read_own(&reader);
    } else {
        read_other(&reader);
    }
    add(list, pragma);
}

void pragma_list_read(struct pragma_list *list, struct unit *unit, const struct unit_lines *lines, const char *blank,
                      struct arena *arena)
{
    *list = (struct pragma_list){.unit = unit, .lines = lines, .arena = arena};
    const char *text = unit->text, *stop = text + unit->size;
    for (const char *at = text; at < stop && (at = memchr(at, '#', (size_t)(stop - at)));) {
        size_t start = (size_t)(at - text), end = start;
        at++;
        if (blank[start] != ' ')
            continue;
        while (end < unit->size && text[end] != '\n')
            end += text[end] == '\\' && end + 1 < unit->size ? 2 : 1;
        if (end > unit->size)
            end = unit->size;
        at = text + end;
        if (end > start && text[end - 1] == '\r')
            end--;
        read_directive(list, start, end);
    }
}

size_t pragma_list_find(const struct pragma_list *list, size_t offset)
{
    return sort_lower_bound(list->pragmas, list->count, sizeof *list->pragmas, offsetof(struct pragma, at), offset);
}
