/*
 * cxx_small.c - see cxx_small.h.
 *
 * In a template, what has a type that depends on a parameter may be anything. Harmless is to name such an object; to copy it or to
 * calculate with it may be a call.
 */
#include "instrumenter/front/cxx/cxx_small.h"

#include "base/name.h"
#include "instrumenter/front/harmless.h"
#include "instrumenter/front/parse.h"

#include <string.h>

struct read {
    struct cxx_small *small;
    bool by_reference; /* what the function gives back */
    const struct unit_lines *lines;
    struct arena *arena;
    bool failed; /* no memory */
};

static bool is_one_of(const char *name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}
#define IS_ONE_OF(name, names) is_one_of(name, names, sizeof(names) / sizeof *(names))

static enum CXTypeKind kind_of(CXType type)
{
    return libclang.getCanonicalType(type).kind;
}

static bool is_plain(enum CXTypeKind kind)
{
    return (kind >= CXType_FirstBuiltin && kind <= CXType_LastBuiltin && kind != CXType_Dependent) ||
           kind == CXType_Pointer || kind == CXType_LValueReference || kind == CXType_RValueReference ||
           kind == CXType_Enum;
}

/* Of the standard library or the compiler: what ends soon and calls nobody back. */
static bool is_harmless(CXCursor callee, const char *name, bool builtin, struct arena *arena)
{
    static const char *const classes[] = {
        "vector",
        "array",
        "basic_string",
        "basic_string_view",
        "deque",
        "unique_ptr",
        "shared_ptr",
        "__shared_ptr",
        "span",
        "pair",
        "__shared_ptr_access",
        "tuple",
        "bitset",
        "valarray",
        "initializer_list",
        "complex",
        "__normal_iterator",
    };
    static const char *const methods[] = {"operator[]", "operator*",  "operator->",   "operator++", "operator--",
                                          "operator+=", "operator-=", "size",         "length",     "empty",
                                          "data",       "front",      "back",         "c_str",      "get",
                                          "real",       "imag",       "operator bool"};
    static const char *const functions[] = {"min", "max", "move", "forward", "isnan", "isinf", "isfinite", "addressof"};
    if (builtin)
        return harmless_builtin(name, strlen(name));
    CXCursor parent = libclang.getCursorSemanticParent(callee);
    const char *class = parse_spelling(parent, arena);
    enum CXCursorKind kind = libclang.getCursorKind(parent);
    if (kind == CXCursor_Namespace || kind == CXCursor_TranslationUnit || kind == CXCursor_LinkageSpec) {
        CXType result = libclang.getCursorResultType(callee);
        enum CXTypeKind pointee = kind_of(libclang.getPointeeType(result));
        return (harmless_function(name, strlen(name)) || IS_ONE_OF(name, functions)) && is_plain(kind_of(result)) &&
               (pointee == CXType_Invalid || is_plain(pointee));
    }
    return class && IS_ONE_OF(class, classes) && IS_ONE_OF(name, methods);
}

/* Whether a call copies as many bytes as are known while it is compiled. */
static bool is_of_known_size(CXCursor call)
{
    int count = libclang.Cursor_getNumArguments(call);
    if (count < 1)
        return false;
    CXEvalResult size = libclang.Cursor_Evaluate(libclang.Cursor_getArgument(call, (unsigned)count - 1));
    bool known = size && libclang.EvalResult_getKind(size) == CXEval_Int;
    if (size)
        libclang.EvalResult_dispose(size);
    return known;
}

static void take_callee(struct read *read, size_t at)
{
    struct cxx_small *small = read->small;
    small->callees = arena_room(read->arena, small->callees, small->count, &small->room, sizeof at);
    if (small->callees)
        small->callees[small->count++] = at;
    else
        read->failed = true;
}

static bool ends_all(const char *name)
{
    static const char *const names[] = {"abort",           "exit",          "terminate", "__assert_fail",
                                        "__builtin_abort", "__builtin_trap"};
    return IS_ONE_OF(name, names);
}

static void take_call(struct read *read, CXCursor cursor)
{
    struct cxx_small *small = read->small;
    CXCursor callee = libclang.getCursorReferenced(cursor);
    enum CXCursorKind kind = libclang.getCursorKind(callee);
    const char *name = parse_spelling(callee, read->arena);
    read->failed |= !name;
    if ((kind != CXCursor_FunctionDecl && kind != CXCursor_CXXMethod && kind != CXCursor_ConversionFunction) ||
        libclang.CXXMethod_isVirtual(callee) || !is_plain(kind_of(libclang.getCursorResultType(callee))) || !name) {
        small->trivial = false;
        return;
    }
    CXCursor definition = libclang.getCursorDefinition(callee);
    CXCursor known = libclang.Cursor_isNull(definition) ? callee : definition;
    size_t at = parse_offset(libclang.getCursorLocation(known));
    bool builtin = name_starts(name, "__builtin_");
    if (ends_all(name))
        return;
    if (!builtin && !unit_lines_system(read->lines, at))
        take_callee(read, at);
    else if (!is_harmless(callee, name, builtin, read->arena) &&
             !(harmless_copies(name, strlen(name), builtin) && is_of_known_size(cursor)))
        small->trivial = false;
}

/* Whether an expression of this kind may have a value whose type is a parameter of a template. */
static bool only_names(enum CXCursorKind kind)
{
    return kind == CXCursor_DeclRefExpr || kind == CXCursor_MemberRefExpr || kind == CXCursor_ArraySubscriptExpr ||
           kind == CXCursor_ParenExpr || kind == CXCursor_UnexposedExpr || kind == CXCursor_UnaryOperator ||
           kind == CXCursor_CXXThisExpr;
}

static bool is_harmless_expression(CXCursor cursor, enum CXCursorKind kind)
{
    enum CXTypeKind type = kind_of(libclang.getCursorType(cursor));
    if (type == CXType_Dependent || type == CXType_Invalid || type == CXType_Overload)
        return false;
    if (type == CXType_Unexposed)
        return only_names(kind);
    return type != CXType_Record || only_names(kind) || kind == CXCursor_CallExpr;
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct read *read = data;
    struct cxx_small *small = read->small;
    enum CXCursorKind kind = libclang.getCursorKind(cursor);
    if (libclang.getCursorKind(parent) == CXCursor_ReturnStmt && !read->by_reference &&
        !is_plain(kind_of(libclang.getCursorType(cursor))))
        small->trivial = false;
    switch (kind) {
    case CXCursor_CallExpr:
        take_call(read, cursor);
        break;
    case CXCursor_VarDecl:
        if (!is_plain(kind_of(libclang.getCursorType(cursor))) ||
            libclang.Cursor_getStorageClass(cursor) == CX_SC_Static)
            small->trivial = false;
        break;
    case CXCursor_ForStmt:
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt:
    case CXCursor_ContinueStmt:
        small->trivial = false;
        break;
    case CXCursor_CompoundStmt:
    case CXCursor_ReturnStmt:
    case CXCursor_IfStmt:
    case CXCursor_SwitchStmt:
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
    case CXCursor_BreakStmt:
    case CXCursor_NullStmt:
    case CXCursor_DeclStmt:
    case CXCursor_TypeRef:
    case CXCursor_TemplateRef:
    case CXCursor_NamespaceRef:
    case CXCursor_MemberRef:
        break;
    case CXCursor_IntegerLiteral:
    case CXCursor_FloatingLiteral:
    case CXCursor_CharacterLiteral:
    case CXCursor_StringLiteral:
    case CXCursor_CXXBoolLiteralExpr:
    case CXCursor_CXXNullPtrLiteralExpr:
    case CXCursor_DeclRefExpr:
    case CXCursor_MemberRefExpr:
    case CXCursor_ArraySubscriptExpr:
    case CXCursor_ParenExpr:
    case CXCursor_UnexposedExpr:
    case CXCursor_UnaryOperator:
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
    case CXCursor_ConditionalOperator:
    case CXCursor_UnaryExpr:
    case CXCursor_CXXThisExpr:
    case CXCursor_CStyleCastExpr:
    case CXCursor_CXXStaticCastExpr:
    case CXCursor_CXXReinterpretCastExpr:
    case CXCursor_CXXConstCastExpr:
    case CXCursor_CXXFunctionalCastExpr:
        if (is_harmless_expression(cursor, kind))
            break;
        /* fall through */
    default:
        small->trivial = false;
        break;
    }
    return read->failed || !small->trivial ? CXChildVisit_Break : CXChildVisit_Recurse;
}

bool cxx_small_read(struct cxx_small *small, CXCursor function, CXCursor body, const struct unit_lines *lines,
                    struct arena *arena)
{
    enum CXTypeKind result = kind_of(libclang.getCursorResultType(function));
    bool by_reference = result == CXType_LValueReference || result == CXType_RValueReference;
    struct read read = {.small = small, .by_reference = by_reference, .lines = lines, .arena = arena};
    *small = (struct cxx_small){.trivial = true};
    libclang.visitChildren(body, visit, &read);
    return !read.failed;
}
