/*
 * unit_calls.c - see unit_calls.h.
 *
 * Three kinds of calls are changed:
 *
 *   resolve: calls that end, replace, double or confine the process, begin a thread, or go on on another stack, and those
 *            of MPI. The runtime may put a function of its own in their place, or only be told.
 *   back:    calls that may return twice, by their name or by an attribute. Behind them the thread's frame is set
 *            right again.
 *   tail:    calls in tail position, which compilers turn into jumps.
 *
 * A name counts only where it is the function of that name that some header declares: not one that the unit
 * defines, not a variable, and not one that is declared by its very use.
 */
#include "instrumenter/front/unit_calls.h"

#include "instrumenter/front/parse.h"
#include "instrumenter/unit/unit_scan.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

static const struct named_call {
    const char *name;
    enum unit_call_kind kind;
} named_calls[] = {
    /* sorted by name */
    {"_Exit", UNIT_CALL_RESOLVE},
    {"_Fork", UNIT_CALL_RESOLVE},
    {"__builtin_abort", UNIT_CALL_RESOLVE},
    {"__builtin_setjmp", UNIT_CALL_BACK},
    {"__setjmp", UNIT_CALL_BACK},
    {"__sigsetjmp", UNIT_CALL_BACK},
    {"_exit", UNIT_CALL_RESOLVE},
    {"_setjmp", UNIT_CALL_BACK},
    {"abort", UNIT_CALL_RESOLVE},
    {"capset", UNIT_CALL_RESOLVE},
    {"chroot", UNIT_CALL_RESOLVE},
    {"clone", UNIT_CALL_RESOLVE},
    {"execl", UNIT_CALL_RESOLVE},
    {"execle", UNIT_CALL_RESOLVE},
    {"execlp", UNIT_CALL_RESOLVE},
    {"execv", UNIT_CALL_RESOLVE},
    {"execve", UNIT_CALL_RESOLVE},
    {"execveat", UNIT_CALL_RESOLVE},
    {"execvp", UNIT_CALL_RESOLVE},
    {"execvpe", UNIT_CALL_RESOLVE},
    {"fexecve", UNIT_CALL_RESOLVE},
    {"getcontext", UNIT_CALL_BACK},
    {"makecontext", UNIT_CALL_RESOLVE},
    {"pivot_root", UNIT_CALL_RESOLVE},
    {"prctl", UNIT_CALL_RESOLVE},
    {"pthread_create", UNIT_CALL_RESOLVE},
    {"savectx", UNIT_CALL_BACK},
    {"seccomp_load", UNIT_CALL_RESOLVE},
    {"setcontext", UNIT_CALL_RESOLVE},
    {"seteuid", UNIT_CALL_RESOLVE},
    {"setjmp", UNIT_CALL_BACK},
    {"setns", UNIT_CALL_RESOLVE},
    {"setresuid", UNIT_CALL_RESOLVE},
    {"setreuid", UNIT_CALL_RESOLVE},
    {"setuid", UNIT_CALL_RESOLVE},
    {"sigsetjmp", UNIT_CALL_BACK},
    {"swapcontext", UNIT_CALL_RESOLVE},
    {"syscall", UNIT_CALL_RESOLVE},
    {"thrd_create", UNIT_CALL_RESOLVE},
    {"unshare", UNIT_CALL_RESOLVE},
    {"vfork", UNIT_CALL_BACK},
    {"wait3", UNIT_CALL_RESOLVE},
    {"wait4", UNIT_CALL_RESOLVE},
    {"waitid", UNIT_CALL_RESOLVE},
    {"waitpid", UNIT_CALL_RESOLVE},
};

struct walk {
    struct call_list *list;
    const char *text;
    size_t size;
    struct arena *arena;
    bool is_void;  /* the function returns nothing: its last statement is in tail position */
    bool no_tails; /* what it returns is not the function's, as in a block of clang's -fblocks, or no jump */
};

struct children {
    CXCursor first, second, last;
    unsigned count;
};

static enum CXChildVisitResult collect(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct children *children = data;
    if (children->count == 0)
        children->first = cursor;
    if (children->count == 1)
        children->second = cursor;
    children->last = cursor;
    children->count++;
    return CXChildVisit_Continue;
}

static struct children children_of(CXCursor cursor)
{
    struct children children = {libclang.getNullCursor(), libclang.getNullCursor(), libclang.getNullCursor(), 0};
    libclang.visitChildren(cursor, collect, &children);
    return children;
}

void unit_calls_add(struct call_list *list, struct unit_call call, struct arena *arena)
{
    list->calls = arena_room(arena, list->calls, list->count, &list->capacity, sizeof call);
    list->calls[list->count++] = call;
}

/* Finds the call's extent, and checks it against the text: it must end with the `)` of its arguments, and brackets must match. */
static bool call_extent(const struct walk *walk, CXCursor cursor, struct unit_call *call)
{
    parse_extent(cursor, &call->start, &call->end);
    if (call->start >= call->end || call->end > walk->size || walk->text[call->end - 1] != ')')
        return false;
    struct scan scan;
    scan_init(&scan, walk->text, call->end, call->start);
    for (;;) {
        struct token token = scan_next(&scan);
        if (token.kind == TOKEN_END)
            return true;
        if (token.kind == TOKEN_MARK && strchr(")]};", token.mark))
            return false;
        if (token.kind == TOKEN_MARK && strchr("([{", token.mark) && !scan_close(&scan))
            return false;
    }
}

/* Finds the callee's name at the call's start, perhaps in parentheses, and in C++ behind `::` or `std::`. */
static bool callee_extent(const struct walk *walk, struct unit_call *call)
{
    struct scan scan;
    scan_init(&scan, walk->text, call->end, call->start);
    struct token token;
    do
        token = scan_next(&scan);
    while (token.mark == '(');
    call->callee = token.at;
    if (scan_is(&scan, token, "std"))
        token = scan_next(&scan);
    while (token.mark == ':')
        token = scan_next(&scan);
    call->callee_end = token.at + token.size;
    return scan_is(&scan, token, call->name);
}

static int compare_name(const void *name, const void *entry)
{
    return strcmp(name, ((const struct named_call *)entry)->name);
}

/* Returns whether it is in no class and no namespace. */
static bool is_global(CXCursor declaration)
{
    CXCursor parent = libclang.getCursorSemanticParent(declaration);
    while (libclang.getCursorKind(parent) == CXCursor_LinkageSpec)
        parent = libclang.getCursorSemanticParent(parent);
    return libclang.getCursorKind(parent) == CXCursor_TranslationUnit;
}

/* Returns whether it is the program's own C++ function with the name of a library's. */
static bool is_mangled(CXCursor declaration)
{
    CXString name = libclang.Cursor_getMangling(declaration);
    bool mangled = strncmp(libclang.getCString(name), "_Z", 2) == 0;
    libclang.disposeString(name);
    return mangled;
}

/* Returns whether a function is declared, not only implicitly by its use (C90, and the front end for library functions): an implicit
 * declaration begins with the name, at the first call, or nowhere. */
static bool is_declared(const struct walk *walk, CXCursor declaration, const char *name)
{
    size_t start = parse_offset(libclang.getRangeStart(libclang.getCursorExtent(declaration)));
    size_t at = parse_offset(libclang.getCursorLocation(declaration)), length = strlen(name);
    return start > 0 && start < at && at + length <= walk->size && memcmp(walk->text + at, name, length) == 0;
}

/* Returns whether it is an MPI function, except those that the MPI part ignores because they are cheaper than a clock reading: see
 * runtime/mpi/functions.h. */
static bool is_mpi_function(const char *name)
{
    static const char *const left[] = {"MPI_Aint_", "MPI_T_", "MPI_Wti"};
    size_t length = strlen(name);
    if (strncmp(name, "MPI_", 4) != 0)
        return false;
    for (size_t i = 0; i < sizeof left / sizeof *left; i++)
        if (strncmp(name, left[i], strlen(left[i])) == 0)
            return false;
    return strcmp(name + length - 4, "_f2c") != 0 && strcmp(name + length - 4, "_c2f") != 0;
}

bool unit_calls_named(const char *name, enum unit_call_kind *kind)
{
    const struct named_call *found =
        bsearch(name, named_calls, sizeof named_calls / sizeof *named_calls, sizeof *named_calls, compare_name);
    *kind = found ? found->kind : UNIT_CALL_RESOLVE;
    return found || is_mpi_function(name);
}

static enum CXChildVisitResult find_twice(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct walk *walk = data;
    if (!libclang.isAttribute(libclang.getCursorKind(cursor)))
        return CXChildVisit_Continue;
    struct scan scan;
    scan_init(&scan, walk->text, walk->size, parse_offset(libclang.getRangeStart(libclang.getCursorExtent(cursor))));
    struct token token = scan_next(&scan);
    return scan_is(&scan, token, "returns_twice") || scan_is(&scan, token, "__returns_twice__") ? CXChildVisit_Break
                                                                                                : CXChildVisit_Continue;
}

/* Returns whether it is a setjmp of the user's own, as interpreters have in assembly. */
static bool returns_twice(struct walk *walk, CXCursor declaration)
{
    return walk->list->twice &&
           libclang.getCanonicalType(libclang.getCursorResultType(declaration)).kind == CXType_Int &&
           libclang.visitChildren(declaration, find_twice, walk);
}

/* Returns whether a syscall() has the number of an uninteresting call, as most have. Numbers are this machine's: compiling for another one may
 * resolve a call needlessly, or the number is no literal. */
static bool is_other_syscall(const struct walk *walk, const struct unit_call *call)
{
    static const long wanted[] = {
        SYS_prctl,  SYS_seccomp, SYS_clone,
#ifdef SYS_fork
        SYS_fork,
#endif
#ifdef SYS_clone3
        SYS_clone3,
#endif
    };
    const char *at = walk->text + call->callee + strlen("syscall"), *end = walk->text + call->end;
    while (at < end && (isspace((unsigned char)*at) || *at == '('))
        at++;
    if (strcmp(call->name, "syscall") != 0 || at == end || !isdigit((unsigned char)*at))
        return false;
    long number = strtol(at, NULL, 0);
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (number == wanted[i])
            return false;
    return true;
}

/* Looks up a call by name of a function that a header declares, or that returns twice. */
static void look_up(struct walk *walk, CXCursor cursor, CXCursor declaration, const char *name)
{
    struct unit_call call;
    bool named = unit_calls_named(name, &call.kind) &&
                 libclang.Cursor_isNull(libclang.getCursorDefinition(declaration)) && is_global(declaration) &&
                 !is_mangled(declaration) &&
                 (strncmp(name, "__builtin_", 10) == 0 || is_declared(walk, declaration, name));
    if (!named && !returns_twice(walk, declaration))
        return;
    call = (struct unit_call){.kind = named ? call.kind : UNIT_CALL_BACK,
                              .name = arena_copy(walk->arena, name, strlen(name))};
    if (call_extent(walk, cursor, &call) && callee_extent(walk, &call) && !is_other_syscall(walk, &call))
        unit_calls_add(walk->list, call, walk->arena);
}

/* Returns the function that a call names, or whatever else its callee refers to. */
static CXCursor callee_of(CXCursor call)
{
    CXCursor declaration = libclang.getCursorReferenced(call);
    for (CXCursor at = call; libclang.Cursor_isNull(declaration);) {
        struct children children = children_of(at);
        at = children.first;
        enum CXCursorKind kind = libclang.getCursorKind(at);
        if (children.count == 0 ||
            (kind != CXCursor_ParenExpr && kind != CXCursor_UnexposedExpr && kind != CXCursor_DeclRefExpr))
            break;
        declaration = libclang.getCursorReferenced(at);
    }
    return declaration;
}

static void tail_call(struct walk *walk, CXCursor cursor)
{
    struct unit_call call = {.kind = UNIT_CALL_TAIL};
    if (!call_extent(walk, cursor, &call))
        return;
    CXCursor declaration = callee_of(cursor);
    /* In a template a callee is a set of functions, often of one. */
    if (libclang.getNumOverloadedDecls(declaration) == 1)
        declaration = libclang.getOverloadedDecl(declaration, 0);
    enum CXCursorKind kind = libclang.getCursorKind(declaration);
    if (kind == CXCursor_FunctionDecl || kind == CXCursor_CXXMethod || kind == CXCursor_FunctionTemplate) {
        CXCursor definition = libclang.getCursorDefinition(declaration);
        call.name = parse_spelling(declaration, walk->arena);
        call.callee = libclang.Cursor_isNull(definition) ? 0 : parse_offset(libclang.getCursorLocation(definition));
    }
    unit_calls_add(walk->list, call, walk->arena);
}

/* `cursor` is an expression whose value the function returns, or its last statement. */
static void tail_expression(struct walk *walk, CXCursor cursor)
{
    struct children children;
    switch (libclang.getCursorKind(cursor)) {
    case CXCursor_CallExpr:
        tail_call(walk, cursor);
        break;
    case CXCursor_ParenExpr:
    case CXCursor_UnexposedExpr:
    case CXCursor_CStyleCastExpr:
        children = children_of(cursor);
        if (children.count)
            tail_expression(walk, children.last);
        break;
    case CXCursor_ConditionalOperator:
        children = children_of(cursor);
        if (children.count == 3) {
            tail_expression(walk, children.second);
            tail_expression(walk, children.last);
        }
        break;
    default:
        break;
    }
}

/* Handles the last statement of a function that returns nothing. */
static void tail_statement(struct walk *walk, CXCursor cursor)
{
    struct children children;
    switch (libclang.getCursorKind(cursor)) {
    case CXCursor_CompoundStmt:
    case CXCursor_LabelStmt:
        children = children_of(cursor);
        if (children.count)
            tail_statement(walk, children.last);
        break;
    case CXCursor_IfStmt:
        children = children_of(cursor);
        if (children.count >= 2)
            tail_statement(walk, children.second);
        if (children.count == 3)
            tail_statement(walk, children.last);
        break;
    default:
        tail_expression(walk, cursor);
    }
}

struct pair {
    struct walk *walk;
    CXCursor before;
};

/* Finds `f(); return;` inside any block. */
static enum CXChildVisitResult visit_pair(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct pair *pair = data;
    if (libclang.getCursorKind(cursor) == CXCursor_ReturnStmt && !libclang.Cursor_isNull(pair->before))
        tail_expression(pair->walk, pair->before);
    pair->before = cursor;
    return CXChildVisit_Continue;
}

static enum CXChildVisitResult visit_statement(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct walk *walk = data;
    enum CXCursorKind kind = libclang.getCursorKind(cursor);
    if (kind == CXCursor_BlockExpr) { /* clang's: a return in it is none of the function's */
        struct walk inner = *walk;
        inner.no_tails = true;
        libclang.visitChildren(cursor, visit_statement, &inner);
        return CXChildVisit_Continue;
    }
    if (kind == CXCursor_CallExpr) {
        CXCursor declaration = callee_of(cursor);
        if (libclang.getCursorKind(declaration) == CXCursor_FunctionDecl) {
            CXString name = libclang.getCursorSpelling(declaration);
            look_up(walk, cursor, declaration, libclang.getCString(name));
            libclang.disposeString(name);
        }
    } else if (kind == CXCursor_ReturnStmt) {
        struct children children = children_of(cursor);
        if (children.count == 1 && !walk->no_tails)
            tail_expression(walk, children.first);
    } else if (kind == CXCursor_CompoundStmt && walk->is_void && !walk->no_tails) {
        struct pair pair = {walk, libclang.getNullCursor()};
        libclang.visitChildren(cursor, visit_pair, &pair);
    }
    return CXChildVisit_Recurse;
}

void unit_calls(struct call_list *list, CXCursor function, const char *text, size_t size, struct arena *arena)
{
    struct walk walk = {.list = list, .text = text, .size = size, .arena = arena};
    walk.is_void = libclang.getCursorResultType(function).kind == CXType_Void;
    struct children children = children_of(function);
    if (children.count == 0 || libclang.getCursorKind(children.last) != CXCursor_CompoundStmt)
        return;
    libclang.visitChildren(function, visit_statement, &walk);
    if (walk.is_void)
        tail_statement(&walk, children.last);
}

void unit_calls_inside(struct call_list *list, CXCursor body, const char *text, size_t size, struct arena *arena)
{
    struct walk walk = {.list = list, .text = text, .size = size, .arena = arena, .no_tails = true};
    libclang.visitChildren(body, visit_statement, &walk);
}
