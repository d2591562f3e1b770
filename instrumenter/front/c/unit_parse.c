/*
 * unit_parse.c - flat text -> functions, see unit.h.
 *
 * Three readings of one text are put together: the line markers say where each place comes from, the
 * outline finds every definition by its shape, and libclang adds what it knows of those it understood. A
 * function that only one of the two found counts all the same; the offsets come from the text itself.
 */
#include "include/instr_kinds.h"
#include "instrumenter/front/c/unit_calls_text.h"
#include "instrumenter/front/c/unit_clang.h"
#include "instrumenter/front/c/unit_leaf.h"
#include "instrumenter/front/c/unit_outline.h"
#include "instrumenter/front/c/unit_plain.h"
#include "instrumenter/front/region.h"
#include "instrumenter/front/unit_tail.h"
#include "instrumenter/unit/deep.h"
#include "instrumenter/unit/unit.h"
#include "instrumenter/unit/unit_lines.h"
#include "instrumenter/unit/unit_origin.h"
#include "instrumenter/unit/unit_scan.h"

#include <stdlib.h>
#include <string.h>

struct parse {
    struct unit *unit;
    const struct unit_options *options;
    struct arena *arena;
    struct unit_lines lines;
    struct outline outline;
    struct clang_unit clang;
};

/* Where a word stands in a function, and what it means there. */
enum where { BEFORE_NAME = 1, IN_HEAD = 2, IN_BODY = 4 };

static const struct {
    const char *word;
    unsigned where;
    enum reason reason;
    unsigned flag;
} words[] = {
    {"static", BEFORE_NAME, REASON_NONE, __INSTR_STATIC},
    {"inline", BEFORE_NAME, REASON_NONE, __INSTR_INLINE},
    {"__inline", BEFORE_NAME, REASON_NONE, __INSTR_INLINE},
    {"__inline__", BEFORE_NAME, REASON_NONE, __INSTR_INLINE},
    {"naked", IN_HEAD, REASON_NAKED, 0},
    {"__naked__", IN_HEAD, REASON_NAKED, 0},
    {"no_instrument_function", IN_HEAD, REASON_NO_INSTRUMENT, 0},
    {"__no_instrument_function__", IN_HEAD, REASON_NO_INSTRUMENT, 0},
    {"__builtin_va_arg_pack", IN_BODY, REASON_VA_ARG_PACK, 0},
    {"__builtin_va_arg_pack_len", IN_BODY, REASON_VA_ARG_PACK, 0},
    {"__builtin_apply", IN_BODY, REASON_APPLY, 0},
    {"__builtin_apply_args", IN_BODY, REASON_APPLY, 0},
    {"__builtin_return", IN_BODY, REASON_APPLY, 0},
};

static void give_reason(struct unit_function *function, enum reason reason)
{
    if (reason != REASON_NONE && !function->reason)
        function->reason = reason;
}

/* Reads a function's own tokens: what its head and body say about it. */
static void read_function(struct parse *parse, struct unit_function *function, size_t name_at, size_t body)
{
    struct scan scan;
    scan_init(&scan, parse->unit->text, function->close, function->head);
    struct token token, before = {0}, before2 = {0};
    while ((token = scan_next(&scan)).kind != TOKEN_END) {
        unsigned where = token.at < name_at ? BEFORE_NAME | IN_HEAD : token.at < body ? IN_HEAD : IN_BODY;
        for (size_t i = 0; token.kind == TOKEN_WORD && i < sizeof words / sizeof *words; i++)
            if ((words[i].where & where) && scan_is(&scan, token, words[i].word)) {
                function->flags |= words[i].flag;
                give_reason(function, words[i].reason);
            }
        /* [[clang::musttail]] or __attribute__((musttail)), not a variable of that name */
        if ((before.mark == ':' || (before.mark == '(' && before2.mark == '(')) &&
            (scan_is(&scan, token, "musttail") || scan_is(&scan, token, "__musttail__")))
            give_reason(function, REASON_MUSTTAIL);
        before2 = before;
        before = token;
    }
}

/* Behind the `{` at `open` and the __label__ declarations that must come first. */
static size_t behind_labels(const struct unit *unit, size_t open)
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

static bool add_function(struct parse *parse, const struct outline_function *outlined,
                         const struct clang_function *clang)
{
    size_t name_at = clang ? clang->name_at : outlined->name.at;
    struct location location = unit_lines_at(&parse->lines, name_at);
    if (location.system)
        return true;
    struct unit *unit = parse->unit;
    struct unit_function *function = &unit->functions[unit->function_count++];
    size_t open = clang ? clang->open : outlined->open;
    *function = (struct unit_function){
        .name = clang ? clang->name : arena_copy(parse->arena, unit->text + name_at, outlined->name.size),
        .file = location.file,
        .line = location.line,
        .name_at = name_at,
        .head = clang ? clang->head : outlined->head,
        .open = behind_labels(unit, open),
        .close = clang ? clang->close : outlined->close,
    };
    function->unread = !clang && !unit->plain;
    if (clang && (clang->flags & CLANG_INTERNAL))
        function->flags |= __INSTR_STATIC;
    if (clang && (clang->flags & CLANG_INLINE))
        function->flags |= __INSTR_INLINE;
    if (clang && (clang->flags & CLANG_NAKED))
        give_reason(function, REASON_NAKED);
    if (clang && (clang->flags & CLANG_NO_INSTRUMENT))
        give_reason(function, REASON_NO_INSTRUMENT);
    read_function(parse, function, name_at, open);
    /* What the source says comes first: it decides where the record may stand. */
    if (parse->options->no_probes)
        give_reason(function, parse->options->no_probes);
    if (parse->options->unparsed)
        give_reason(function, REASON_PARSE_LIMIT);
    if (parse->options->level <= 0)
        give_reason(function, REASON_LEVEL);
    if (parse->options->filter && function->name &&
        filter_excludes(parse->options->filter, function->name, function->file))
        give_reason(function, REASON_FILTER);
    return function->name;
}

/* Both lists are in order of `open`. */
static bool merge(struct parse *parse)
{
    const struct outline *outline = &parse->outline;
    const struct clang_unit *clang = &parse->clang;
    parse->unit->functions =
        arena_array(parse->arena, outline->count + clang->count + 1, sizeof *parse->unit->functions);
    if (!parse->unit->functions)
        return false;
    for (size_t i = 0, k = 0; i < outline->count || k < clang->count;) {
        const struct outline_function *shape = i < outline->count ? &outline->functions[i] : NULL;
        const struct clang_function *known = k < clang->count ? &clang->functions[k] : NULL;
        if (shape && known && shape->open != known->open) {
            if (shape->open < known->open)
                known = NULL;
            else
                shape = NULL;
        }
        i += shape != NULL;
        k += known != NULL;
        /* Where they disagree about the end, the parse went astray: the shape is right. */
        if (shape && known && shape->close != known->close)
            known = NULL;
        if (!add_function(parse, shape, known))
            return false;
    }
    return true;
}

/* The functions named by __attribute__((ifunc("name"))). */
static void find_resolvers(struct unit *unit)
{
    struct scan scan;
    scan_init(&scan, unit->text, unit->size, 0);
    struct token token;
    while ((token = scan_next(&scan)).kind != TOKEN_END) {
        if (!scan_is(&scan, token, "ifunc") && !scan_is(&scan, token, "__ifunc__"))
            continue;
        if (scan_next(&scan).mark != '(')
            continue;
        token = scan_next(&scan);
        if (token.kind != TOKEN_STRING)
            continue;
        for (size_t i = 0; i < unit->function_count; i++) {
            size_t length = strlen(unit->functions[i].name);
            if (token.size == length + 2 && memcmp(unit->text + token.at + 1, unit->functions[i].name, length) == 0)
                give_reason(&unit->functions[i], REASON_IFUNC);
        }
    }
}

static int compare_calls(const void *left, const void *right)
{
    const struct unit_call *a = left, *b = right;
    return (a->start > b->start) - (a->start < b->start);
}

/* Gives each call the function it stands in; drops those that would need a frame where there is none. */
static bool place_calls(struct parse *parse)
{
    struct unit *unit = parse->unit;
    struct call_list *found = &parse->clang.calls;
    if (parse->options->no_probes)
        return true;
    for (size_t i = 0; i < unit->function_count; i++)
        if (unit->functions[i].unread && !unit_calls_text(found, unit, i, parse->arena))
            return false;
    size_t count = found->count;
    unit->calls = found->calls;
    if (count == 0)
        return true;
    qsort(unit->calls, count, sizeof *unit->calls, compare_calls);
    size_t next = 0; /* the first function that opens behind the call */
    for (size_t i = 0; i < count; i++) {
        struct unit_call call = unit->calls[i];
        if (i > 0 && call.kind == unit->calls[i - 1].kind && call.start == unit->calls[i - 1].start)
            continue; /* found in both ways */
        while (next < unit->function_count && unit->functions[next].open <= call.start)
            next++;
        size_t around = next; /* 1 + index; a function nested in another comes later and ends first */
        while (around > 0 && unit->functions[around - 1].close < call.start)
            around--;
        if (around == 0)
            continue;
        call.function = around - 1;
        if (call.kind == UNIT_CALL_BACK)
            unit->functions[call.function].flags |= __INSTR_TWICE;
        if (call.kind == UNIT_CALL_RESOLVE) {
            struct location location = unit_lines_at(&parse->lines, call.start);
            call.file = location.file;
            call.line = location.line;
        }
        /* clang has no address of a builtin. */
        if (call.kind == UNIT_CALL_RESOLVE && parse->options->clang && strncmp(call.name, "__builtin_", 10) == 0)
            continue;
        if (call.kind == UNIT_CALL_RESOLVE || !unit->functions[call.function].reason)
            unit->calls[unit->call_count++] = call;
    }
    return true;
}

static bool parse_unit(const char *text, size_t size, const struct unit_options *options, struct unit *unit,
                       struct arena *arena, struct error *error)
{
    *unit = (struct unit){.text = text, .size = size};
    struct parse parse = {.unit = unit, .options = options, .arena = arena};
    char *blank = arena_copy(arena, text, size);
    if (!blank || !unit_lines_init(&parse.lines, text, size, options->name, arena) ||
        !unit_outline(&parse.outline, text, size, blank, arena))
        return error_set(error, ERROR_INTERNAL, "no memory");
    struct location top = unit_lines_at(&parse.lines, parse.lines.top);
    unit->top = parse.lines.top;
    unit->top_file = parse.lines.main ? top.file : options->name;
    unit->top_line = top.line;
    bool finest = options->level >= 4 || memmem(text, size, "#pragma instr level", 19);
    parse.clang.outside.lines = finest ? &parse.lines : NULL;
    unit->plain = !options->thorough && !options->unparsed && !finest &&
                  unit_plain(&parse.outline, blank, size, &parse.lines, !options->unoptimized, arena);
    if (!options->unparsed && !unit->plain &&
        !unit_clang(&parse.clang, blank, size, &parse.lines, options->flags, arena, error))
        return false;
    if (!merge(&parse) || !unit_origin(unit, &parse.lines, options->read, arena))
        return error_set(error, ERROR_INTERNAL, "no memory");
    find_resolvers(unit);
    struct regions regions;
    if (!regions_begin(&regions, unit, options, &parse.lines, blank, arena))
        return error_set(error, ERROR_INTERNAL, "no memory");
    return (place_calls(&parse) && unit_tail(unit, options, arena) && regions_find(&regions, &parse.clang.outside) &&
            unit_leaf(unit, arena)) ||
           error_set(error, ERROR_INTERNAL, "no memory");
}

struct request {
    const char *text;
    size_t size;
    const struct unit_options *options;
    struct unit *unit;
    struct arena *arena;
    struct error *error;
    bool done;
};

static void serve(void *data)
{
    struct request *asked = data;
    asked->done = parse_unit(asked->text, asked->size, asked->options, asked->unit, asked->arena, asked->error);
}

bool unit_parse(const char *text, size_t size, const struct unit_options *options, struct unit *unit,
                struct arena *arena, struct error *error)
{
    struct request request = {text, size, options, unit, arena, error, false};
    deep_call(serve, &request, &options->limit);
    return request.done;
}
