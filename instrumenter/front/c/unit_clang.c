/*
 * unit_clang.c - see unit_clang.h.
 *
 * -undef keeps clang's own macros from replacing words of the
 * user's; types that only GCC has become ones that clang has.
 */
#include "instrumenter/front/c/unit_clang.h"

#include "instrumenter/front/parse.h"

#include <stdlib.h>
#include <string.h>

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

static void add_function(struct visit *visit, struct clang_function function)
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
    add_function(visit, function);
    unit_calls(&visit->result->calls, cursor, visit->text, visit->size, visit->arena);
    outside_calls_add(&visit->result->outside, cursor, visit->text, visit->size, visit->arena);
    return CXChildVisit_Continue;
}

static int compare(const void *left, const void *right)
{
    const struct clang_function *a = left, *b = right;
    return (a->open > b->open) - (a->open < b->open);
}

bool unit_clang(struct clang_unit *result, const char *text, size_t size, const struct unit_lines *lines,
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
