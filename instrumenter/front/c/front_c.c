/*
 * front_c.c - see front.h.
 *
 * Three readings of one text are put together: the line markers say where each place comes from, the
 * outline finds every definition by its shape, and libclang adds what it knows of those it understood. A
 * function that only one of the two found counts all the same; the offsets come from the text itself.
 */
#include "common/arena.h"
#include "common/error.h"
#include "common/hash.h"
#include "include/instr_kinds.h"
#include "instrumenter/front/c/body_c.h"
#include "instrumenter/front/c/unit_outline.h"
#include "instrumenter/front/c/unit_small.h"
#include "instrumenter/front/front.h"
#include "instrumenter/front/function_words.h"
#include "instrumenter/front/outside_calls.h"
#include "instrumenter/front/parse.h"
#include "instrumenter/front/reading.h"
#include "instrumenter/front/unit_calls.h"
#include "instrumenter/unit/text.h"
#include "instrumenter/unit/unit.h"
#include "instrumenter/unit/unit_lines.h"
#include "instrumenter/unit/unit_scan.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* --- functions of system headers that a unit of C may bring into the program: those that its own text names, and those that they name.
 * Headers may define thousands of others, for which no compiler makes code. --- */

struct name {
    const struct outline_function *function; /* null: an empty slot */
    bool named;
};

struct library {
    const char *text;
    struct name *names;
    size_t room;
    const struct outline_function **found; /* in the order in which they were named */
    size_t count;
};

static struct name *slot_of(const struct library *library, const char *word, size_t size)
{
    uint64_t hash = hash_bytes(HASH_START, word, size);
    for (size_t i = (size_t)(hash ^ hash >> 32);; i++) {
        struct name *slot = &library->names[i & (library->room - 1)];
        const struct token *name = slot->function ? &slot->function->name : NULL;
        if (!name || (name->size == size && memcmp(library->text + name->at, word, size) == 0))
            return slot;
    }
}

static void take_words(struct library *library, size_t start, size_t end)
{
    struct scan scan;
    struct token token;
    scan_init(&scan, library->text, end, start);
    while ((token = scan_next(&scan)).kind != TOKEN_END) {
        struct name *slot = token.kind == TOKEN_WORD ? slot_of(library, library->text + token.at, token.size) : NULL;
        if (!slot || !slot->function || slot->named)
            continue;
        slot->named = true;
        library->found[library->count++] = slot->function;
    }
}

/* Returns their names, separated by blanks. */
static const char *unit_library(const struct outline *outline, const char *text, size_t size,
                                const struct unit_lines *lines, struct arena *arena)
{
    struct library library = {.text = text, .room = 64};
    while (library.room < outline->count * 2)
        library.room *= 2;
    library.names = arena_array(arena, library.room, sizeof *library.names);
    library.found = arena_array(arena, outline->count + 1, sizeof *library.found);
    bool any = false;
    for (size_t i = 0; i < outline->count; i++) {
        const struct outline_function *function = &outline->functions[i];
        if (!unit_lines_system(lines, function->name.at))
            continue;
        slot_of(&library, text + function->name.at, function->name.size)->function = function;
        any = true;
    }
    for (size_t i = 0; any && i < lines->count; i++)
        if (!lines->markers[i].system)
            take_words(&library, lines->markers[i].start, i + 1 < lines->count ? lines->markers[i + 1].start : size);
    struct text names = {.arena = arena};
    for (size_t i = 0; i < library.count; i++) {
        const struct outline_function *function = library.found[i];
        take_words(&library, function->open, function->close);
        text_printf(&names, "%s%.*s", i ? " " : "", (int)function->name.size, text + function->name.at);
    }
    text_add(&names, "", 1);
    return names.bytes;
}

/* --- */

/* --- what only a compiler's front end, libclang, knows about the functions of a flat text --- */

enum { CLANG_INTERNAL = 1, CLANG_INLINE = 2 };

struct clang_function {
    const char *name;
    size_t name_at;     /* offset of its name in the definition */
    size_t head;        /* of the definition's first token */
    size_t open;        /* of the body's `{` */
    size_t close;       /* of its `}` */
    unsigned flags;     /* CLANG_*, from any of its declarations */
    enum reason reason; /* from an attribute of any of them */
};

struct clang_unit {
    struct clang_function *functions; /* in order of `open` */
    size_t count, capacity;
    struct call_list calls;       /* in no order, `function` not filled in */
    struct outside_calls outside; /* in order of `start`; its `lines` are the caller's to fill in */
};

static const char *const arguments[] = {
    "clang",
    "-x",
    "cpp-output",
    "-undef",
    "-nostdinc",
    "--gcc-toolchain=/nonexistent", /* it would look for one */
    "-w",
    "-ferror-limit=0",
    "-fno-spell-checking",
    "-fbracket-depth=65536",
    "-D_Float16=float",
    "-D_Float32=float",
    "-D_Float32x=double",
    "-D_Float64=double",
    "-D_Float64x=long double",
    "-D_Float128=__float128",
    "-D_Decimal32=float",
    "-D_Decimal64=double",
    "-D_Decimal128=long double",
    "-D__auto_type=int",
    NULL,
};

struct visit {
    struct clang_unit *result;
    const char *text;
    size_t size;
    const struct unit_lines *lines;
    struct arena *arena;
};

static enum CXChildVisitResult visit_within(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct visit *visit = ((void **)data)[0];
    struct clang_function *function = ((void **)data)[1];
    if (libclang.getCursorKind(cursor) == CXCursor_CompoundStmt)
        parse_brackets(cursor, visit->text, visit->size, &function->open, &function->close);
    if (!function->reason)
        function->reason = parse_attribute(cursor, visit->text, visit->size);
    return CXChildVisit_Continue;
}

static void unit_clang_add_function(struct visit *visit, struct clang_function function)
{
    struct clang_unit *result = visit->result;
    result->functions = arena_room(visit->arena, result->functions, result->count, &result->capacity, sizeof function);
    result->functions[result->count++] = function;
}

static enum CXChildVisitResult visit_top(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct visit *visit = data;
    if (libclang.getCursorKind(cursor) != CXCursor_FunctionDecl || !libclang.isCursorDefinition(cursor))
        return CXChildVisit_Continue;
    size_t at = parse_offset(libclang.getCursorLocation(cursor));
    if (unit_lines_system(visit->lines, at))
        return CXChildVisit_Continue;
    struct clang_function function = {.name_at = at};
    void *within[] = {visit, &function};
    libclang.visitChildren(cursor, visit_within, within);
    if (!function.close)
        return CXChildVisit_Continue;

    size_t end;
    parse_extent(cursor, &function.head, &end);
    if (libclang.getCursorLinkage(cursor) == CXLinkage_Internal)
        function.flags |= CLANG_INTERNAL;
    if (libclang.Cursor_isFunctionInlined(cursor))
        function.flags |= CLANG_INLINE;
    function.name = parse_spelling(cursor, visit->arena);
    unit_clang_add_function(visit, function);
    unit_calls(&visit->result->calls, cursor, visit->text, visit->size, visit->arena);
    outside_calls_add(&visit->result->outside, cursor, visit->text, visit->size, visit->arena);
    return CXChildVisit_Continue;
}

static int compare(const void *left, const void *right)
{
    const struct clang_function *a = left, *b = right;
    return (a->open > b->open) - (a->open < b->open);
}

/* Reads the functions of a unit, without those of system headers. `flags` ends with NULL. Parse errors and a crash of libclang are no errors
 * here; the result is what was found. Returns false if there is no libclang. */
static bool unit_clang(struct clang_unit *result, const char *text, size_t size, const struct unit_lines *lines,
                       const char *const *flags, struct arena *arena, struct error *error)
{
    struct parse_request request = {"unit.i", arguments, flags, text, size, NULL, 0};
    struct parse parse;
    if (!parse_begin(&parse, &request, arena, error))
        return false;
    *result = (struct clang_unit){.outside = {.lines = result->outside.lines}};
    result->calls.twice = memmem(text, size, "returns_twice", 13);
    struct visit visit = {.result = result, .text = text, .size = size, .lines = lines, .arena = arena};
    if (parse.unit)
        libclang.visitChildren(libclang.getTranslationUnitCursor(parse.unit), visit_top, &visit);
    parse_end(&parse);
    outside_calls_sort(&result->outside);
    if (result->count)
        qsort(result->functions, result->count, sizeof *result->functions, compare);
    return true;
}

/* --- */

/* --- calls by name that the edit must change, in functions that libclang does not read: GNU nested functions, and code behind a parse error
 * --- */

/* Returns whether the token may precede a call. */
static bool may_precede(const struct scan *scan, struct token token)
{
    static const char *const words[] = {"case", "do", "else", "return", "sizeof", "__extension__"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (scan_is(scan, token, words[i]))
            return true;
    return token.kind != TOKEN_WORD && token.mark != '.' && token.mark != '>'; /* of `->` */
}

/* Returns whether the text up to `end` declares the function at file scope. */
static bool is_declared(const struct unit *unit, size_t end, const char *name)
{
    struct scan scan;
    struct token token, before = {0};
    scan_init(&scan, unit->text, end, 0);
    while ((token = scan_next(&scan)).kind != TOKEN_END) {
        bool behind_type = before.kind == TOKEN_WORD || before.mark == '*';
        if (behind_type && scan_is(&scan, token, name) && scan_next(&scan).mark == '(')
            return true;
        if (token.mark == '{' && !scan_close(&scan))
            return false;
        before = token;
    }
    return false;
}

static bool is_wanted(const struct unit *unit, size_t index, const char *name, enum unit_call_kind *kind)
{
    if (!unit_calls_named(name, kind))
        return false;
    for (size_t i = 0; i < unit->function_count; i++)
        if (strcmp(unit->functions[i].name, name) == 0)
            return false;
    return strncmp(name, "__builtin_", 10) == 0 || is_declared(unit, unit->functions[index].head, name);
}

/* Returns the end of the function nested in the other one whose `{` is this token, if there is one. */
static size_t behind_nested(const struct unit *unit, size_t index, size_t at)
{
    for (size_t i = index + 1; i < unit->function_count && unit->functions[i].open < unit->functions[index].close; i++)
        if (unit->functions[i].name_at == at)
            return unit->functions[i].close;
    return 0;
}

/* Adds the calls in the body of function `index`, without those of nested functions and without tail calls. */
static void unit_calls_text(struct call_list *list, const struct unit *unit, size_t index, struct arena *arena)
{
    const struct unit_function *function = &unit->functions[index];
    struct scan scan;
    struct token token, before = {0};
    scan_init(&scan, unit->text, function->close, function->open);
    for (; (token = scan_next(&scan)).kind != TOKEN_END; before = token) {
        enum unit_call_kind kind;
        struct scan ahead = scan;
        size_t nested = behind_nested(unit, index, token.at);
        if (nested) {
            scan.at = nested;
            continue;
        }
        if (token.kind != TOKEN_WORD || !may_precede(&scan, before) || scan_next(&ahead).mark != '(')
            continue;
        const char *name = arena_copy(arena, unit->text + token.at, token.size);
        if (!is_wanted(unit, index, name, &kind) || !scan_close(&ahead))
            continue;
        struct unit_call call = {.kind = kind,
                                 .name = name,
                                 .start = token.at,
                                 .end = ahead.at,
                                 .callee = token.at,
                                 .callee_end = token.at + token.size};
        unit_calls_add(list, call, arena);
    }
}

/* --- */

static const struct function_word linkage[] = {
    {"static", BEFORE_NAME, REASON_NONE, __INSTR_STATIC, false},
    {"inline", BEFORE_NAME, REASON_NONE, __INSTR_INLINE, false},
    {"__inline", BEFORE_NAME, REASON_NONE, __INSTR_INLINE, false},
    {"__inline__", BEFORE_NAME, REASON_NONE, __INSTR_INLINE, false},
    {0},
};

/* Returns whether a function is inline and external. Both compilers warn of static objects in such functions, even with __extension__. */
static bool is_external_inline(const struct unit_function *function)
{
    return (function->flags & (__INSTR_INLINE | __INSTR_STATIC)) == __INSTR_INLINE;
}

/* Adds a function that the outline, libclang or both have found. */
static void add_function(struct reading *reading, const struct outline_function *outlined,
                         const struct clang_function *clang)
{
    const struct unit *unit = reading->unit;
    size_t name_at = clang ? clang->name_at : outlined->name.at, open = clang ? clang->open : outlined->open;
    unsigned known = clang ? clang->flags : 0;
    if (unit_lines_system(&reading->lines, name_at))
        return;
    struct unit_function function = {
        .name = clang ? clang->name : arena_copy(reading->arena, unit->text + name_at, outlined->name.size),
        .name_at = name_at,
        .head = clang ? clang->head : outlined->head,
        .open = reading_inside(unit, open),
        .close = clang ? clang->close : outlined->close,
        .unread = !clang && !unit->plain,
    };
    if (known & CLANG_INTERNAL)
        function.flags |= __INSTR_STATIC;
    if (known & CLANG_INLINE)
        function.flags |= __INSTR_INLINE;
    reading_give_reason(&function, clang ? clang->reason : REASON_NONE);
    function_words_read(unit, &function, open, linkage, NULL, 0);
    function.shared = is_external_inline(&function);
    /* The body of a naked function may hold no declaration. */
    function.at_top = function.shared || function.reason == REASON_NAKED;
    reading_add(reading, function);
}

/* Merges both lists, which are sorted by `open`. */
static void merge(struct reading *reading, const struct outline *outline, const struct clang_unit *clang)
{
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
        add_function(reading, shape, known);
    }
}

/* Finds the calls in functions that libclang did not read. */
static void find_unread_calls(struct reading *reading)
{
    const struct unit *unit = reading->unit;
    for (size_t i = 0; i < unit->function_count; i++)
        if (unit->functions[i].unread)
            unit_calls_text(&reading->calls, unit, i, reading->arena);
}

static bool read_c(struct reading *reading, struct error *error)
{
    const struct unit_options *options = reading->options;
    struct unit *unit = reading->unit;
    struct outline outline;
    struct clang_unit clang = {.outside.lines = reading->finest ? &reading->lines : NULL};
    unit_outline(&outline, unit->text, unit->size, reading->blank, reading->arena);
    unit->plain =
        !options->thorough && !options->unparsed && !reading->finest &&
        unit_plain(&outline, reading->blank, unit->size, &reading->lines, !options->unoptimized, reading->arena);
    if (!options->unparsed && !unit->plain &&
        !unit_clang(&clang, reading->blank, unit->size, &reading->lines, options->flags, reading->arena, error))
        return false;
    unit->library = unit_library(&outline, reading->blank, unit->size, &reading->lines, reading->arena);
    reading->calls = clang.calls;
    reading->outside = clang.outside;
    merge(reading, &outline, &clang);
    find_unread_calls(reading);
    function_words_resolvers(unit);
    return true;
}

const struct front front_c = {read_c, body_c_read, unit_small};
