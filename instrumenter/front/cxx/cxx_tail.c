/* cxx_tail.c - see cxx_tail.h. */
#include "instrumenter/front/cxx/cxx_tail.h"

#include "instrumenter/front/parse.h"
#include "instrumenter/front/unit_calls.h"

#include <string.h>

/* A variable, a parameter or a value that is an object of a class, or may be one in a template. */
static enum CXChildVisitResult find_object(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent, (void)data;
    enum CXCursorKind kind = libclang.getCursorKind(cursor);
    enum CXTypeKind type = libclang.getCanonicalType(libclang.getCursorType(cursor)).kind;
    bool object = type == CXType_Record || type == CXType_Unexposed || type == CXType_ConstantArray;
    bool lives = kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl || kind == CXCursor_CallExpr;
    return (lives && object) || kind == CXCursor_CXXTryStmt || kind == CXCursor_LambdaExpr ? CXChildVisit_Break
                                                                                           : CXChildVisit_Recurse;
}

bool cxx_tail_calls(struct call_list *list, CXCursor function, const char *text, size_t size, struct arena *arena)
{
    struct call_list calls = {0};
    if (libclang.getCursorKind(function) != CXCursor_FunctionDecl ||
        libclang.visitChildren(function, find_object, NULL))
        return true;
    const char *name = parse_spelling(function, arena);
    if (!name || !unit_calls(&calls, function, text, size, arena))
        return false;
    for (size_t i = 0; i < calls.count; i++)
        if (calls.calls[i].kind == UNIT_CALL_TAIL && calls.calls[i].name && strcmp(calls.calls[i].name, name) == 0 &&
            !unit_calls_add(list, calls.calls[i], arena))
            return false;
    return true;
}
