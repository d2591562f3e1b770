/* outside_calls.c - see outside_calls.h. */
#include "instrumenter/front/outside_calls.h"

#include "common/name.h"
#include "instrumenter/front/parse.h"

#include <stdlib.h>
#include <string.h>

struct walk {
    struct outside_calls *list;
    const char *text;
    size_t size;
    struct arena *arena;
};

/* Returns whether a call must not be changed, never returns, or has a region of its own. Names with two leading underscores are internal parts
 * of macros such as errno and assert. */
static bool is_kept(const char *name)
{
    static const char *const names[] = {
        "_Exit",     "_exit",       "_longjmp",     "_setjmp",    "abort",   "alloca",     "exit",     "getcontext",
        "longjmp",   "makecontext", "pthread_exit", "quick_exit", "savectx", "setcontext", "setjmp",   "siglongjmp",
        "sigsetjmp", "swapcontext", "thrd_exit",    "va_arg",     "va_copy", "va_end",     "va_start", "vfork",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return name_starts(name, "__") || name_starts(name, "_mm") || name_starts(name, "MPI_") ||
           name_starts(name, "PMPI_") || name_starts(name, "instr_");
}

static bool is_outside(const struct walk *walk, CXCursor declaration, const char *name)
{
    CXCursor definition = libclang.getCursorDefinition(declaration);
    CXCursor first = libclang.getCanonicalCursor(declaration);
    struct location location = unit_lines_at(walk->list->lines, parse_offset(libclang.getCursorLocation(first)));
    if (!libclang.Cursor_isNull(definition)) {
        /* The compiler's own, such as intrinsics, may need constant arguments. */
        struct location body = unit_lines_at(walk->list->lines, parse_offset(libclang.getCursorLocation(definition)));
        return body.system && !strstr(body.file, "/gcc/") && !strstr(body.file, "/clang/");
    }
    bool installed = (name_starts(location.file, "/usr/") || name_starts(location.file, "/opt/")) &&
                     strstr(location.file, "/include/");
    size_t length = strlen(name);
    return location.system || installed || (length > 1 && name[length - 1] == '_');
}

/* Returns whether the call is `name(...)`, of a function that has a declaration. */
static bool is_plain(const struct walk *walk, CXCursor declaration, const struct outside_call *call)
{
    size_t length = strlen(call->name);
    return call->start < call->end && call->end <= walk->size && length < call->end - call->start &&
           memcmp(walk->text + call->start, call->name, length) == 0 && walk->text[call->end - 1] == ')' &&
           parse_offset(libclang.getCursorLocation(libclang.getCanonicalCursor(declaration))) < call->start;
}

static void add_call(struct walk *walk, struct outside_call call)
{
    struct outside_calls *list = walk->list;
    list->calls = arena_room(walk->arena, list->calls, list->count, &list->capacity, sizeof call);
    call.name = arena_copy(walk->arena, call.name, strlen(call.name));
    list->calls[list->count++] = call;
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct walk *walk = data;
    if (libclang.getCursorKind(cursor) != CXCursor_CallExpr)
        return CXChildVisit_Recurse;
    CXCursor declaration = libclang.getCursorReferenced(cursor);
    if (libclang.getCursorKind(declaration) != CXCursor_FunctionDecl)
        return CXChildVisit_Recurse;
    CXString spelling = libclang.getCursorSpelling(declaration);
    struct outside_call call = {.name = libclang.getCString(spelling)};
    parse_extent(cursor, &call.start, &call.end);
    call.structure = libclang.getCanonicalType(libclang.getCursorType(cursor)).kind == CXType_Record;
    if (!is_kept(call.name) && is_plain(walk, declaration, &call) && is_outside(walk, declaration, call.name))
        add_call(walk, call);
    libclang.disposeString(spelling);
    return CXChildVisit_Recurse;
}

void outside_calls_add(struct outside_calls *list, CXCursor function, const char *text, size_t size,
                       struct arena *arena)
{
    struct walk walk = {.list = list, .text = text, .size = size, .arena = arena};
    if (list->lines)
        libclang.visitChildren(function, visit, &walk);
}

static int compare(const void *left, const void *right)
{
    const struct outside_call *a = left, *b = right;
    return (a->start > b->start) - (a->start < b->start);
}

void outside_calls_sort(struct outside_calls *list)
{
    if (list->count)
        qsort(list->calls, list->count, sizeof *list->calls, compare);
}
