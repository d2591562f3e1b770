/* cxx_tail.c - see cxx_tail.h. */
#include "instrumenter/front/cxx/cxx_tail.h"

#include "instrumenter/front/unit_calls.h"

/* A variable, a parameter or a value that is an object of a class; in a template a variable that may be one. */
static enum CXChildVisitResult find_object(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent, (void)data;
    enum CXCursorKind kind = libclang.getCursorKind(cursor);
    enum CXTypeKind type = libclang.getCanonicalType(libclang.getCursorType(cursor)).kind;
    bool object =
        type == CXType_Record || type == CXType_ConstantArray || (type == CXType_Unexposed && kind == CXCursor_VarDecl);
    bool lives = kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl || kind == CXCursor_CallExpr;
    return (lives && object) || kind == CXCursor_CXXTryStmt || kind == CXCursor_LambdaExpr ? CXChildVisit_Break
                                                                                           : CXChildVisit_Recurse;
}

bool cxx_tail_calls(struct call_list *list, CXCursor function, const char *text, size_t size, struct arena *arena)
{
    struct call_list calls = {0};
    enum CXCursorKind kind = libclang.getCursorKind(function);
    if ((kind != CXCursor_FunctionDecl && kind != CXCursor_CXXMethod && kind != CXCursor_FunctionTemplate) ||
        libclang.visitChildren(function, find_object, NULL))
        return true;
    if (!unit_calls(&calls, function, text, size, arena))
        return false;
    for (size_t i = 0; i < calls.count; i++)
        if (calls.calls[i].kind == UNIT_CALL_TAIL && calls.calls[i].callee &&
            !unit_calls_add(list, calls.calls[i], arena))
            return false;
    return true;
}
