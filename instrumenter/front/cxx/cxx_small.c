/*
 * cxx_small.c - see cxx_small.h.
 *
 * In a template, what has a type that depends on a parameter may be anything. It is taken for trivial: where it is not, what it calls
 * has a probe of its own, and stands below the template's caller.
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

static bool is_scalar(enum CXTypeKind kind)
{
    return (kind >= CXType_FirstBuiltin && kind <= CXType_LastBuiltin && kind != CXType_Dependent) ||
           kind == CXType_Pointer || kind == CXType_LValueReference || kind == CXType_RValueReference ||
           kind == CXType_Enum;
}

static bool is_value(CXType type);
static bool depends(enum CXTypeKind type);

static enum CXVisitorResult visit_field(CXCursor field, CXClientData data)
{
    bool *plain = data;
    CXType type = libclang.getCursorType(field), element;
    while (kind_of(type) == CXType_ConstantArray &&
           (element = libclang.getArrayElementType(type)).kind != CXType_Invalid)
        type = element;
    *plain = is_value(type);
    return *plain ? CXVisit_Continue : CXVisit_Break;
}

/* What a class says of how it is copied and destroyed. */
static enum CXChildVisitResult visit_member(CXCursor cursor, CXCursor parent, CXClientData data)
{
    bool *plain = data;
    CXString name;
    (void)parent;
    switch (libclang.getCursorKind(cursor)) {
    case CXCursor_Destructor:
        *plain = libclang.CXXMethod_isDefaulted(cursor) && !libclang.CXXMethod_isVirtual(cursor);
        break;
    case CXCursor_Constructor:
        *plain = libclang.CXXMethod_isDefaulted(cursor) || (!libclang.CXXConstructor_isCopyConstructor(cursor) &&
                                                            !libclang.CXXConstructor_isMoveConstructor(cursor));
        break;
    case CXCursor_CXXMethod:
        name = libclang.getCursorSpelling(cursor);
        *plain = !libclang.CXXMethod_isVirtual(cursor) &&
                 (strcmp(libclang.getCString(name), "operator=") != 0 || libclang.CXXMethod_isDefaulted(cursor));
        libclang.disposeString(name);
        break;
    case CXCursor_CXXBaseSpecifier:
        *plain = !libclang.isVirtualBase(cursor) && is_value(libclang.getCursorType(cursor));
        break;
    default:
        break;
    }
    return *plain ? CXChildVisit_Continue : CXChildVisit_Break;
}

/* A class whose values are copied byte by byte, and destroyed by nobody. What is in a pattern holds for all that are made of it. */
static bool is_plain_class(CXType type)
{
    CXCursor class = libclang.getCursorDefinition(libclang.getTypeDeclaration(type));
    bool plain = !libclang.Cursor_isNull(class);
    if (!plain)
        return false;
    CXCursor pattern = libclang.getSpecializedCursorTemplate(class);
    libclang.visitChildren(libclang.Cursor_isNull(pattern) ? class : pattern, visit_member, &plain);
    if (plain)
        libclang.Type_visitFields(type, visit_field, &plain);
    return plain;
}

/* Its values need no call to be copied. */
static bool is_value(CXType type)
{
    type = libclang.getCanonicalType(type);
    return is_scalar(type.kind) || depends(type.kind) || (type.kind == CXType_Record && is_plain_class(type));
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
        return (harmless_function(name, strlen(name)) || IS_ONE_OF(name, functions)) && is_scalar(kind_of(result)) &&
               (pointee == CXType_Invalid || is_scalar(pointee));
    }
    return IS_ONE_OF(class, classes) && IS_ONE_OF(name, methods);
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
    small->callees[small->count++] = at;
}

static bool ends_all(const char *name)
{
    static const char *const names[] = {"abort",           "exit",          "terminate", "__assert_fail",
                                        "__builtin_abort", "__builtin_trap"};
    return IS_ONE_OF(name, names);
}

/* Made by the compiler, where the class stands: it copies bytes. */
static bool is_implicit(CXCursor callee, size_t at)
{
    return at == parse_offset(libclang.getCursorLocation(libclang.getCursorSemanticParent(callee)));
}

static void take_call(struct read *read, CXCursor cursor)
{
    struct cxx_small *small = read->small;
    CXCursor callee = libclang.getCursorReferenced(cursor);
    enum CXCursorKind kind = libclang.getCursorKind(callee);
    const char *name = parse_spelling(callee, read->arena);
    bool constructs = kind == CXCursor_Constructor;
    bool known_kind =
        kind == CXCursor_FunctionDecl || kind == CXCursor_CXXMethod || kind == CXCursor_ConversionFunction;
    if (!known_kind && !constructs && kind != CXCursor_ParmDecl && depends(kind_of(libclang.getCursorType(cursor))))
        return;
    if ((!known_kind && !constructs) || libclang.CXXMethod_isVirtual(callee) ||
        !is_value(constructs ? libclang.getCursorType(cursor) : libclang.getCursorResultType(callee))) {
        small->trivial = false;
        return;
    }
    CXCursor definition = libclang.getCursorDefinition(callee);
    CXCursor known = libclang.Cursor_isNull(definition) ? callee : definition;
    size_t at = parse_offset(libclang.getCursorLocation(known));
    bool builtin = name_starts(name, "__builtin_"), member = constructs || kind == CXCursor_CXXMethod;
    if (ends_all(name) || (member && (is_implicit(callee, at) || libclang.CXXMethod_isDefaulted(callee))))
        return;
    if (!builtin && !unit_lines_system(read->lines, at))
        take_callee(read, at);
    else if (!is_harmless(callee, name, builtin, read->arena) &&
             !(harmless_copies(name, strlen(name), builtin) && is_of_known_size(cursor)))
        small->trivial = false;
}

static bool depends(enum CXTypeKind type)
{
    return type == CXType_Dependent || type == CXType_Unexposed || type == CXType_Overload;
}

/* Naming an object is harmless, whatever it is; a call is looked at by itself. */
static bool is_harmless_expression(CXCursor cursor, enum CXCursorKind kind)
{
    static const enum CXCursorKind names[] = {CXCursor_DeclRefExpr, CXCursor_MemberRefExpr, CXCursor_ArraySubscriptExpr,
                                              CXCursor_ParenExpr,   CXCursor_UnexposedExpr, CXCursor_UnaryOperator,
                                              CXCursor_CXXThisExpr, CXCursor_CallExpr};
    CXType type = libclang.getCursorType(cursor);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (kind == names[i])
            return true;
    enum CXTypeKind of = kind_of(type);
    return of != CXType_Invalid && (of != CXType_Record || is_value(type));
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct read *read = data;
    struct cxx_small *small = read->small;
    enum CXCursorKind kind = libclang.getCursorKind(cursor);
    if (libclang.getCursorKind(parent) == CXCursor_ReturnStmt && !read->by_reference &&
        !is_value(libclang.getCursorType(cursor)))
        small->trivial = false;
    switch (kind) {
    case CXCursor_CallExpr:
        take_call(read, cursor);
        break;
    case CXCursor_VarDecl:
        if (!is_value(libclang.getCursorType(cursor)) || libclang.Cursor_getStorageClass(cursor) == CX_SC_Static)
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
    case CXCursor_OverloadedDeclRef:
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
    case CXCursor_InitListExpr:
        if (is_harmless_expression(cursor, kind))
            break;
        /* fall through */
    default:
        small->trivial = false;
        break;
    }
    return small->trivial ? CXChildVisit_Recurse : CXChildVisit_Break;
}

/* What stands between the parameters of a constructor and its body. */
static enum CXChildVisitResult visit_initializer(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct read *read = data;
    enum CXCursorKind kind = libclang.getCursorKind(cursor);
    if (kind == CXCursor_ParmDecl || kind == CXCursor_CompoundStmt || kind == CXCursor_TypeRef ||
        libclang.isAttribute(kind))
        return CXChildVisit_Continue;
    if (visit(cursor, parent, data) == CXChildVisit_Recurse)
        libclang.visitChildren(cursor, visit, data);
    return read->small->trivial ? CXChildVisit_Continue : CXChildVisit_Break;
}

void cxx_small_read(struct cxx_small *small, CXCursor function, CXCursor body, const struct unit_lines *lines,
                    struct arena *arena)
{
    enum CXTypeKind result = kind_of(libclang.getCursorResultType(function));
    enum CXCursorKind kind = libclang.getCursorKind(function);
    bool by_reference = result == CXType_LValueReference || result == CXType_RValueReference;
    struct read read = {.small = small, .by_reference = by_reference, .lines = lines, .arena = arena};
    *small = (struct cxx_small){.trivial = kind != CXCursor_Destructor};
    CXCursor class = libclang.getCursorSemanticParent(function);
    if (kind == CXCursor_Constructor)
        small->trivial = is_plain_class(libclang.getCursorType(class));
    if (kind == CXCursor_Constructor && small->trivial)
        libclang.visitChildren(function, visit_initializer, &read);
    libclang.visitChildren(body, visit, &read);
}
