/* reading.c - see reading.h. */
#include "instrumenter/front/reading.h"

#include "instrumenter/unit/unit_scan.h"

#include <stdlib.h>
#include <string.h>

void reading_give_reason(struct unit_function *function, enum reason reason)
{
    if (reason != REASON_NONE && (!function->reason || function->reason == REASON_COROUTINE))
        function->reason = reason;
}

/* Encodes a character in UTF-8; returns 0 if no name may contain it. */
static size_t encode(char *out, unsigned long character)
{
    if (character < 0xA0 || character > 0x10FFFF)
        return 0;
    size_t more = character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;
    out[0] = (char)((more == 1 ? 0xC0 : more == 2 ? 0xE0 : 0xF0) | character >> 6 * more);
    for (size_t i = 1; i <= more; i++)
        out[i] = (char)(0x80 | (character >> 6 * (more - i) & 0x3F));
    return more + 1;
}

/* Returns a name with characters instead of g++'s \U000000f6 and the like. */
static const char *without_escapes(const char *name, struct arena *arena)
{
    if (!name || !strchr(name, '\\'))
        return name;
    char *copy = arena_copy(arena, name, strlen(name)), *out = copy;
    for (const char *at = copy; *at;) {
        size_t digits = at[0] != '\\' ? 0 : at[1] == 'u' ? 4 : at[1] == 'U' ? 8 : 0;
        char number[9] = "", *end = number;
        if (digits)
            strncpy(number, at + 2, digits);
        unsigned long character = strtoul(number, &end, 16);
        size_t size = digits && end == number + digits ? encode(out, character) : 0;
        if (size) {
            out += size;
            at += 2 + digits;
        } else {
            *out++ = *at++;
        }
    }
    *out = '\0';
    return copy;
}

void reading_add(struct reading *reading, struct unit_function function)
{
    const struct unit_options *options = reading->options;
    struct unit *unit = reading->unit;
    struct location location = unit_lines_at(&reading->lines, function.name_at);
    unit->functions =
        arena_room(reading->arena, unit->functions, unit->function_count, &reading->capacity, sizeof function);
    function.name = without_escapes(function.name, reading->arena);
    function.shorter = without_escapes(function.shorter, reading->arena);
    function.file = location.file;
    function.line = location.line;
    /* What the source says comes first: it decides where the record may stand. */
    reading_give_reason(&function, options->no_probes);
    if (options->unparsed)
        reading_give_reason(&function, REASON_PARSE_LIMIT);
    if (options->level <= 0)
        reading_give_reason(&function, REASON_LEVEL);
    if (options->filter && filter_excludes(options->filter, function.name, function.file))
        reading_give_reason(&function, REASON_FILTER);
    unit->functions[unit->function_count++] = function;
}

size_t reading_inside(const struct unit *unit, size_t open)
{
    struct scan scan;
    scan_init(&scan, unit->text, unit->size, open);
    scan_next(&scan);
    size_t behind = scan.at;
    while (scan_is(&scan, scan_next(&scan), "__label__")) {
        struct token token;
        do
            token = scan_next(&scan);
        while (token.kind != TOKEN_END && token.mark != ';');
        behind = scan.at;
    }
    return behind;
}
