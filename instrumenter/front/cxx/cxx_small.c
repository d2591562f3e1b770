/*
 * cxx_small.c - see cxx_unit.h.
 *
 * In a template, an expression whose type depends on a parameter is taken for trivial. If it is not, the functions that it calls have
 * probes of their own, and appear below the template's caller.
 */
#include "instrumenter/front/cxx/cxx_unit.h"

#include "common/name.h"
#include "instrumenter/front/harmless.h"
#include "instrumenter/front/parse.h"

#include <limits.h>
#include <string.h>

struct read {
    struct cxx_small *small;
    CXCursor function;
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
           kind == CXType_Enum || kind == CXType_Vector || kind == CXType_ExtVector || kind == CXType_Complex ||
           kind == CXType_MemberPointer;
}

static bool depends(enum CXTypeKind type)
{
    return type == CXType_Dependent || type == CXType_Unexposed || type == CXType_Overload;
}

static void take_callee(struct read *read, size_t at)
{
    struct cxx_small *small = read->small;
    small->callees = arena_room(read->arena, small->callees, small->count, &small->room, sizeof at);
    small->callees[small->count++] = at;
}

/*
 * Functions of a class that are called implicitly: where an object is made, copied or destroyed, with all its members.
 */

enum { MADE = 1, COPIED = 2, DESTROYED = 4 };

struct life {
    struct read *read;
    unsigned of;  /* which of these are asked for */
    unsigned own; /* those that the class has functions of its own for, which mind what is in it */
    bool system;  /* the class is the system's: what it does then is not known */
};

static void take_life(struct read *read, CXType type, unsigned of);

static unsigned role_of(CXCursor member, struct arena *arena)
{
    switch (libclang.getCursorKind(member)) {
    case CXCursor_Destructor:
        return DESTROYED;
    case CXCursor_Constructor:
        if (libclang.CXXConstructor_isCopyConstructor(member) || libclang.CXXConstructor_isMoveConstructor(member))
            return COPIED;
        return libclang.Cursor_getNumArguments(member) == 0 ? MADE : 0;
    case CXCursor_CXXMethod:
        return strcmp(parse_spelling(member, arena), "operator=") == 0 ? COPIED : 0;
    default:
        return 0;
    }
}

static enum CXChildVisitResult visit_member(CXCursor member, CXCursor parent, CXClientData data)
{
    struct life *life = data;
    unsigned role = role_of(member, life->read->arena) & life->of;
    (void)parent;
    bool assigns = libclang.getCursorKind(member) == CXCursor_CXXMethod; /* as std::pair does of numbers, too */
    if (!role || libclang.CXXMethod_isDefaulted(member) || (life->system && assigns))
        return CXChildVisit_Continue;
    CXCursor definition = libclang.getCursorDefinition(member);
    life->own |= role;
    if (life->system && role != MADE)
        life->read->small->trivial = false;
    else if (!life->system)
        take_callee(life->read,
                    parse_offset(libclang.getCursorLocation(libclang.Cursor_isNull(definition) ? member : definition)));
    return CXChildVisit_Continue;
}

static enum CXVisitorResult visit_field(CXCursor field, CXClientData data)
{
    struct life *life = data;
    take_life(life->read, libclang.getCursorType(field), life->of);
    return life->read->small->trivial ? CXVisit_Continue : CXVisit_Break;
}

static enum CXChildVisitResult visit_initializer(CXCursor cursor, CXCursor parent, CXClientData data);

/* Returns whether a constructor names a member of its class before its body. */
static enum CXChildVisitResult find_part(CXCursor cursor, CXCursor parent, CXClientData data)
{
    const CXCursor *part = data;
    (void)parent;
    return libclang.equalCursors(libclang.getCursorReferenced(cursor), *part) ? CXChildVisit_Break
                                                                              : CXChildVisit_Continue;
}

static enum CXChildVisitResult visit_part(CXCursor part, CXCursor parent, CXClientData data)
{
    struct life *life = data;
    enum CXCursorKind kind = libclang.getCursorKind(part);
    bool base = kind == CXCursor_CXXBaseSpecifier;
    (void)parent;
    if (!base && kind != CXCursor_FieldDecl)
        return CXChildVisit_Continue;
    CXType type = libclang.getCursorType(part);
    CXCursor named = base ? libclang.getTypeDeclaration(type) : part;
    if (base && libclang.isVirtualBase(part))
        life->read->small->trivial = false;
    if (life->of == MADE && libclang.visitChildren(life->read->function, find_part, &named))
        return CXChildVisit_Continue;
    if (life->of & MADE && !base)
        libclang.visitChildren(part, visit_initializer, life->read);
    take_life(life->read, type, life->of);
    return life->read->small->trivial ? CXChildVisit_Continue : CXChildVisit_Break;
}

static void take_life(struct read *read, CXType type, unsigned of)
{
    CXType element;
    while ((element = libclang.getArrayElementType(type = libclang.getCanonicalType(type))).kind != CXType_Invalid)
        type = element;
    if (is_scalar(type.kind) || depends(type.kind) || !read->small->trivial)
        return;
    CXCursor class = libclang.getCursorDefinition(libclang.getTypeDeclaration(type));
    if (type.kind != CXType_Record || libclang.Cursor_isNull(class)) {
        read->small->trivial = false;
        return;
    }
    CXCursor pattern = libclang.getCursorDefinition(libclang.getSpecializedCursorTemplate(class));
    struct life life = {.read = read, .of = of};
    life.system = unit_lines_system(read->lines, parse_offset(libclang.getCursorLocation(class)));
    if (life.system)
        life.of |= COPIED | DESTROYED;
    if (!libclang.Cursor_isNull(pattern))
        class = pattern;
    libclang.visitChildren(class, visit_member, &life);
    life.of &= ~life.own;
    if (life.of)
        libclang.visitChildren(class, visit_part, &life);
    if (life.of && !libclang.Cursor_isNull(pattern))
        libclang.Type_visitFields(type, visit_field, &life);
}

/* Returns whether a function of the standard library or the compiler ends soon and calls nothing back. */
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

/* Returns whether an expression is a number known at compile time. */
static bool is_known(CXCursor expression, long long *value)
{
    CXEvalResult result = libclang.Cursor_Evaluate(expression);
    bool known = result && libclang.EvalResult_getKind(result) == CXEval_Int;
    if (known)
        *value = libclang.EvalResult_getAsLongLong(result);
    if (result)
        libclang.EvalResult_dispose(result);
    return known;
}

/* Returns whether a call copies a known number of bytes. */
static bool is_of_known_size(CXCursor call)
{
    long long size;
    int count = libclang.Cursor_getNumArguments(call);
    return count > 0 && is_known(libclang.Cursor_getArgument(call, (unsigned)count - 1), &size);
}

static enum CXChildVisitResult keep_last(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    *(CXCursor *)data = cursor;
    return CXChildVisit_Continue;
}

/* Takes a part of a `for` that may give its first or last value. */
static enum CXChildVisitResult take_bound(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct read *read = data;
    struct cxx_small *small = read->small;
    CXCursor last = libclang.getNullCursor();
    long long value;
    size_t end;
    (void)parent;
    enum CXCursorKind kind = libclang.getCursorKind(cursor);
    if (kind != CXCursor_BinaryOperator && kind != CXCursor_VarDecl)
        return kind == CXCursor_DeclStmt ? CXChildVisit_Recurse : CXChildVisit_Continue;
    libclang.visitChildren(cursor, keep_last, &last);
    if (libclang.Cursor_isNull(last) || !is_known(last, &value) || value < INT_MIN || value > INT_MAX)
        return CXChildVisit_Continue;
    struct small_bound bound = {.value = (long)value};
    parse_extent(last, &bound.at, &end);
    small->bounds = arena_room(read->arena, small->bounds, small->bound_count, &small->bound_room, sizeof bound);
    small->bounds[small->bound_count++] = bound;
    return CXChildVisit_Continue;
}

static bool ends_all(const char *name)
{
    static const char *const names[] = {"abort",           "exit",          "terminate", "__assert_fail",
                                        "__builtin_abort", "__builtin_trap"};
    return IS_ONE_OF(name, names);
}

/* Returns whether the compiler made the function, at the place of the class: it copies bytes. */
static bool is_implicit(CXCursor callee, size_t at)
{
    return at == parse_offset(libclang.getCursorLocation(libclang.getCursorSemanticParent(callee)));
}

static enum CXChildVisitResult count_children(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)cursor, (void)parent;
    ++*(int *)data;
    return CXChildVisit_Continue;
}

/* Returns whether it is a call in libclang's tree only. Before C++17 that has a copy of a returned object, by a constructor without a name
 * because nobody calls it; and conversions to numbers that depend on a template parameter. */
static bool is_no_call(CXCursor call, CXCursor callee)
{
    int children = 0, arguments = libclang.Cursor_getNumArguments(call);
    if (!libclang.Cursor_isNull(callee) || arguments > 1)
        return false;
    libclang.visitChildren(call, count_children, &children);
    return arguments < 0 || children == arguments;
}

static void take_call(struct read *read, CXCursor cursor)
{
    enum { SMALL_OBJECT = 64 };
    struct cxx_small *small = read->small;
    CXCursor callee = libclang.getCursorReferenced(cursor);
    enum CXCursorKind kind = libclang.getCursorKind(callee);
    CXType type = libclang.getCursorType(cursor);
    bool constructs = kind == CXCursor_Constructor;
    bool known_kind =
        kind == CXCursor_FunctionDecl || kind == CXCursor_CXXMethod || kind == CXCursor_ConversionFunction;
    if (!known_kind && !constructs && kind != CXCursor_ParmDecl && depends(kind_of(type)))
        return;
    if (is_no_call(cursor, callee))
        return;
    if ((!known_kind && !constructs) || libclang.CXXMethod_isVirtual(callee)) {
        small->trivial = false;
        return;
    }
    take_life(read, constructs ? type : libclang.getCursorResultType(callee), DESTROYED);
    const char *name = parse_spelling(callee, read->arena);
    CXCursor definition = libclang.getCursorDefinition(callee);
    CXCursor known = libclang.Cursor_isNull(definition) ? callee : definition;
    size_t at = parse_offset(libclang.getCursorLocation(known));
    bool builtin = name_starts(name, "__builtin_"), member = constructs || kind == CXCursor_CXXMethod;
    if (ends_all(name))
        return;
    if (member && (is_implicit(callee, at) || libclang.CXXMethod_isDefaulted(callee)))
        take_life(read, type, role_of(callee, read->arena));
    else if (!builtin && !unit_lines_system(read->lines, at))
        take_callee(read, at);
    else if (!(constructs && libclang.Type_getSizeOf(type) <= SMALL_OBJECT) &&
             !is_harmless(callee, name, builtin, read->arena) &&
             !(harmless_copies(name, strlen(name), builtin) && is_of_known_size(cursor)))
        small->trivial = false;
}

/* Returns whether a cursor does nothing by itself, so that its children decide. Loops are counted by tokens (small_words()). */
static bool is_harmless_kind(enum CXCursorKind kind)
{
    static const enum CXCursorKind kinds[] = {
        CXCursor_WhileStmt,
        CXCursor_DoStmt,
        CXCursor_ContinueStmt,
        CXCursor_CompoundStmt,
        CXCursor_ReturnStmt,
        CXCursor_IfStmt,
        CXCursor_SwitchStmt,
        CXCursor_CaseStmt,
        CXCursor_DefaultStmt,
        CXCursor_BreakStmt,
        CXCursor_NullStmt,
        CXCursor_DeclStmt,
        CXCursor_MemberRef,
        CXCursor_OverloadedDeclRef,
        /* Naming an object is harmless, whatever it is. */
        CXCursor_DeclRefExpr,
        CXCursor_MemberRefExpr,
        CXCursor_ArraySubscriptExpr,
        CXCursor_ParenExpr,
        CXCursor_UnexposedExpr,
        CXCursor_UnaryOperator,
        CXCursor_CXXThisExpr,
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kind == kinds[i])
            return true;
    return false;
}

/* Returns whether code of this kind never runs. */
static bool is_passed(enum CXCursorKind kind)
{
    static const enum CXCursorKind kinds[] = {
        CXCursor_TypeRef,
        CXCursor_TemplateRef,
        CXCursor_NamespaceRef,
        CXCursor_StaticAssert,
        CXCursor_TypedefDecl,
        CXCursor_EnumDecl,
        CXCursor_TypeAliasDecl,
        CXCursor_UsingDeclaration,
        CXCursor_UsingDirective,
        CXCursor_StructDecl,
        CXCursor_ClassDecl,
        CXCursor_UnionDecl,
        CXCursor_UnaryExpr,
        CXCursor_SizeOfPackExpr,
        CXCursor_TemplateTypeParameter,
        CXCursor_ParmDecl,
        CXCursor_NonTypeTemplateParameter,
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kind == kinds[i])
            return true;
    return libclang.isAttribute(kind);
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct read *read = data;
    struct cxx_small *small = read->small;
    enum CXCursorKind kind = libclang.getCursorKind(cursor);
    CXType type = libclang.getCursorType(cursor);
    (void)parent;
    if (is_passed(kind))
        return CXChildVisit_Continue;
    switch (kind) {
    case CXCursor_CallExpr:
        take_call(read, cursor);
        break;
    case CXCursor_VarDecl:
        take_life(read, type, DESTROYED);
        break;
    case CXCursor_ForStmt:
        libclang.visitChildren(cursor, take_bound, read);
        break;
    case CXCursor_IntegerLiteral:
    case CXCursor_FloatingLiteral:
    case CXCursor_CharacterLiteral:
    case CXCursor_StringLiteral:
    case CXCursor_CXXBoolLiteralExpr:
    case CXCursor_CXXNullPtrLiteralExpr:
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
    case CXCursor_ConditionalOperator:
    case CXCursor_CStyleCastExpr:
    case CXCursor_CXXStaticCastExpr:
    case CXCursor_CXXReinterpretCastExpr:
    case CXCursor_CXXConstCastExpr:
    case CXCursor_CXXFunctionalCastExpr:
    case CXCursor_InitListExpr:
    case CXCursor_CompoundLiteralExpr:
        if (kind_of(type) == CXType_Invalid)
            small->trivial = false;
        else if (kind_of(type) == CXType_Record)
            take_life(read, type, DESTROYED);
        break;
    default:
        small->trivial &= is_harmless_kind(kind);
        break;
    }
    return small->trivial ? CXChildVisit_Recurse : CXChildVisit_Break;
}

/* Visits the initializers between a constructor's parameters and its body. */
static enum CXChildVisitResult visit_initializer(CXCursor cursor, CXCursor parent, CXClientData data)
{
    return libclang.getCursorKind(cursor) == CXCursor_CompoundStmt ? CXChildVisit_Continue
                                                                   : visit(cursor, parent, data);
}

void cxx_small_read(struct cxx_small *small, CXCursor function, CXCursor body, const struct unit_lines *lines,
                    struct arena *arena)
{
    enum CXCursorKind kind = libclang.getCursorKind(function);
    struct read read = {.small = small, .function = function, .lines = lines, .arena = arena};
    struct life life = {.read = &read, .of = kind == CXCursor_Destructor ? DESTROYED : MADE};
    *small = (struct cxx_small){.trivial = true};
    if (kind == CXCursor_Constructor)
        libclang.visitChildren(function, visit_initializer, &read);
    if (kind == CXCursor_Constructor || kind == CXCursor_Destructor)
        libclang.visitChildren(libclang.getCursorSemanticParent(function), visit_part, &life);
    if (small->trivial)
        libclang.visitChildren(body, visit, &read);
}
