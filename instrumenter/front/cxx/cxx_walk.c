/*
 * cxx_walk.c - see cxx_walk.h.
 *
 * A cursor of the text's top, of a namespace or of `extern "C"` is looked at only if it does not stand in a system header: of a
 * unit with a large library most do. What libclang makes itself, as a defaulted function, has no braces in the text.
 */
#include "instrumenter/front/cxx/cxx_walk.h"

#include "include/instr_kinds.h"
#include "instrumenter/front/cxx/cxx_name.h"
#include "instrumenter/front/parse.h"
#include "instrumenter/front/unit_calls.h"

#include <stdlib.h>

struct walk {
    struct cxx_unit *result;
    const struct cxx_source *source;
    struct cxx_name names;
    bool failed; /* no memory */
};

/* What is around a cursor. */
struct scope {
    struct walk *walk;
    const char *name;
};

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data);

static bool visit_inside(struct walk *walk, CXCursor cursor, const char *name)
{
    struct scope scope = {walk, name};
    if (name)
        libclang.visitChildren(cursor, visit, &scope);
    walk->failed |= !name;
    return !walk->failed;
}

/* The block of a function, a lambda or a function-try-block. */
static enum CXChildVisitResult find_block(CXCursor cursor, CXCursor parent, CXClientData data)
{
    CXCursor *block = data;
    (void)parent;
    switch (libclang.getCursorKind(cursor)) {
    case CXCursor_CXXTryStmt:
        return CXChildVisit_Recurse;
    case CXCursor_CompoundStmt:
        *block = cursor;
        return CXChildVisit_Break;
    default:
        return CXChildVisit_Continue;
    }
}

static bool add(struct walk *walk, CXCursor cursor, struct cxx_function function)
{
    const struct cxx_source *source = walk->source;
    struct cxx_unit *result = walk->result;
    CXCursor block = libclang.getNullCursor();
    libclang.visitChildren(cursor, find_block, &block);
    if (libclang.Cursor_isNull(block) ||
        !parse_brackets(block, source->text, source->size, &function.open, &function.close))
        return true;
    size_t end;
    parse_extent(cursor, &function.head, &end);
    result->functions = arena_room(source->arena, result->functions, result->count, &result->capacity, sizeof function);
    if (!result->functions || !unit_calls_inside(&result->calls, block, source->text, source->size, source->arena))
        return false;
    result->functions[result->count++] = function;
    return true;
}

static bool visit_function(struct walk *walk, const char *scope, CXCursor cursor)
{
    if (!libclang.isCursorDefinition(cursor))
        return visit_inside(walk, cursor, scope);
    struct cxx_function function = {.name = cxx_name_function(&walk->names, scope, cursor),
                                    .name_at = parse_offset(libclang.getCursorLocation(cursor))};
    if (libclang.getCursorLinkage(cursor) == CXLinkage_Internal)
        function.flags |= __INSTR_STATIC;
    if (libclang.Cursor_isFunctionInlined(cursor))
        function.flags |= __INSTR_INLINE;
    return function.name && add(walk, cursor, function) && visit_inside(walk, cursor, function.name);
}

/* What a lambda is in gives it its name, but for another lambda. */
static bool visit_lambda(struct walk *walk, const char *scope, CXCursor cursor)
{
    size_t end;
    struct cxx_function function = {.flags = __INSTR_STATIC, .lambda = true};
    parse_extent(cursor, &function.name_at, &end);
    function.name = cxx_name_lambda(&walk->names, scope, unit_lines_at(walk->source->lines, function.name_at));
    return function.name && add(walk, cursor, function) && visit_inside(walk, cursor, scope);
}

static bool is_of_the_system(const struct walk *walk, CXCursor cursor, CXCursor parent)
{
    switch (libclang.getCursorKind(parent)) {
    case CXCursor_TranslationUnit:
    case CXCursor_Namespace:
    case CXCursor_LinkageSpec:
    case CXCursor_UnexposedDecl: {
        CXSourceLocation location = libclang.getCursorLocation(cursor);
        return !libclang.Location_isFromMainFile(location) ||
               unit_lines_system(walk->source->lines, parse_offset(location));
    }
    default:
        return false;
    }
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
    const struct scope *scope = data;
    struct walk *walk = scope->walk;
    if (is_of_the_system(walk, cursor, parent))
        return CXChildVisit_Continue;
    switch (libclang.getCursorKind(cursor)) {
    case CXCursor_Namespace:
    case CXCursor_ClassDecl:
    case CXCursor_StructDecl:
    case CXCursor_UnionDecl:
    case CXCursor_ClassTemplate:
    case CXCursor_ClassTemplatePartialSpecialization:
        walk->failed |= !visit_inside(walk, cursor, cxx_name_scope(&walk->names, scope->name, cursor));
        break;
    case CXCursor_FunctionDecl:
    case CXCursor_FunctionTemplate:
    case CXCursor_CXXMethod:
    case CXCursor_Constructor:
    case CXCursor_Destructor:
    case CXCursor_ConversionFunction:
        walk->failed |= !visit_function(walk, scope->name, cursor);
        break;
    case CXCursor_LambdaExpr:
        walk->failed |= !visit_lambda(walk, scope->name, cursor);
        break;
    default:
        return CXChildVisit_Recurse;
    }
    return walk->failed ? CXChildVisit_Break : CXChildVisit_Continue;
}

static int compare(const void *left, const void *right)
{
    const struct cxx_function *a = left, *b = right;
    return (a->open > b->open) - (a->open < b->open);
}

/* A pattern may be met again where it is made use of. */
static void sort(struct cxx_unit *result)
{
    size_t kept = 0;
    if (result->count)
        qsort(result->functions, result->count, sizeof *result->functions, compare);
    for (size_t i = 0; i < result->count; i++)
        if (i == 0 || result->functions[i].open != result->functions[kept - 1].open)
            result->functions[kept++] = result->functions[i];
    result->count = kept;
}

bool cxx_walk(struct cxx_unit *result, CXTranslationUnit unit, const struct cxx_source *source)
{
    struct walk walk = {.result = result, .source = source, .names = {source->text, source->size, source->arena}};
    *result = (struct cxx_unit){0};
    visit_inside(&walk, libclang.getTranslationUnitCursor(unit), "");
    sort(result);
    return !walk.failed;
}
