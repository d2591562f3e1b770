/* reading.c - see reading.h. */
#include "instrumenter/front/reading.h"

#include "instrumenter/unit/unit_scan.h"

void reading_give_reason(struct unit_function *function, enum reason reason)
{
    if (reason != REASON_NONE && !function->reason)
        function->reason = reason;
}

bool reading_add(struct reading *reading, struct unit_function function)
{
    const struct unit_options *options = reading->options;
    struct unit *unit = reading->unit;
    struct location location = unit_lines_at(&reading->lines, function.name_at);
    unit->functions =
        arena_room(reading->arena, unit->functions, unit->function_count, &reading->capacity, sizeof function);
    if (!unit->functions || !function.name)
        return false;
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
    return true;
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
