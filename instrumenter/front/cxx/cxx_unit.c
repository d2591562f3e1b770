/* cxx_unit.c - see cxx_unit.h. */
#include "instrumenter/front/cxx/cxx_unit.h"

#include "instrumenter/front/parse.h"

#include <stdlib.h>
#include <string.h>

void cxx_unit_add(struct cxx_unit *unit, struct cxx_function function, struct arena *arena)
{
    unit->functions = arena_room(arena, unit->functions, unit->count, &unit->capacity, sizeof function);
    unit->functions[unit->count++] = function;
}

static enum CXChildVisitResult find_function(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent, (void)data;
    switch (libclang.getCursorKind(cursor)) {
    case CXCursor_CXXMethod:
    case CXCursor_Constructor:
    case CXCursor_Destructor:
    case CXCursor_ConversionFunction:
    case CXCursor_FunctionTemplate:
        return CXChildVisit_Break;
    default:
        return CXChildVisit_Continue;
    }
}

static bool may_have_code(CXCursor cursor)
{
    switch (libclang.getCursorKind(cursor)) {
    case CXCursor_Namespace:
        return true;
    case CXCursor_FunctionDecl:
    case CXCursor_FunctionTemplate:
        return libclang.isCursorDefinition(cursor);
    case CXCursor_ClassDecl:
    case CXCursor_StructDecl:
    case CXCursor_UnionDecl:
    case CXCursor_ClassTemplate:
        return libclang.visitChildren(cursor, find_function, NULL);
    default:
        return false;
    }
}

void cxx_library_add(struct cxx_library *library, CXCursor cursor, struct arena *arena)
{
    if (!may_have_code(cursor))
        return;
    const char *name = parse_spelling(cursor, arena);
    if (!*name || strchr(name, ' ') || (library->count && strcmp(library->names[library->count - 1], name) == 0))
        return;
    library->names = arena_room(arena, library->names, library->count, &library->capacity, sizeof name);
    library->names[library->count++] = name;
}

static int compare(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

const char *cxx_library_text(struct cxx_library *library, struct arena *arena)
{
    size_t length = 1;
    for (size_t i = 0; i < library->count; i++)
        length += strlen(library->names[i]) + 1;
    char *text = arena_alloc(arena, length), *end = text;
    if (library->count)
        qsort(library->names, library->count, sizeof *library->names, compare);
    for (size_t i = 0; i < library->count; i++)
        if (i == 0 || strcmp(library->names[i - 1], library->names[i]) != 0) {
            end = end == text ? end : stpcpy(end, " ");
            end = stpcpy(end, library->names[i]);
        }
    return text;
}
