/*
 * cxx_walk.c - see cxx_unit.h.
 *
 * A cursor at the top level, in a namespace or in `extern "C"` is skipped if it is in a system header, as most cursors of a unit
 * with a large library are. Functions that libclang generates, as defaulted ones, have no braces in the text.
 */
#include "instrumenter/front/cxx/cxx_unit.h"

#include "common/arena.h"
#include "include/instr_kinds.h"
#include "instrumenter/front/calls.h"
#include "instrumenter/front/cxx/cxx_name.h"
#include "instrumenter/front/libclang.h"
#include "instrumenter/front/parse.h"
#include "instrumenter/front/unit_calls.h"
#include "instrumenter/unit/unit_scan.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* A lambda found by its tokens. libclang omits code that it can't understand, with the lambdas inside. */

struct cxx_lambda {
    size_t at;          /* of its `[` */
    size_t open, close; /* of the brackets of its body */
};

static bool may_begin(const struct scan *scan, struct token before, struct token before2)
{
    static const char *const words[] = {"return", "co_return", "co_yield", "co_await", "throw", "else", "do", "case"};
    static const char *const declaring[] = {"auto", "const"};
    if (before.kind == TOKEN_WORD)
        return SCAN_IS_ONE_OF(scan, before, words);
    if (before.kind != TOKEN_MARK || !strchr("(,={;:?&|!~+-*/%^<", before.mark))
        return false;
    bool reference = before.mark == '&' && (before2.mark == '&' || SCAN_IS_ONE_OF(scan, before2, declaring));
    return !reference;
}

/* Finds the body of a lambda, behind its `]`, parameters, words and types. */
static bool find_body(struct scan scan, struct cxx_lambda *lambda)
{
    for (struct token token; (token = scan_next(&scan)).kind != TOKEN_END;) {
        if (scan_is_mark(token, '{')) {
            lambda->open = token.at;
            bool closed = scan_close(&scan);
            lambda->close = scan.at - 1;
            return closed;
        }
        if (token.kind == TOKEN_NUMBER || token.kind == TOKEN_STRING ||
            (token.kind == TOKEN_MARK && strchr("=;)]}?.+/", token.mark)))
            return false;
        if (token.kind == TOKEN_MARK && strchr("([", token.mark) && !scan_close(&scan))
            return false;
    }
    return false;
}

/* Finds the first lambda that begins in [from, to) of a function's body; returns false if there is none. */
static bool cxx_lambda_find(const char *text, size_t from, size_t to, struct cxx_lambda *lambda)
{
    struct scan scan;
    scan_init(&scan, text, to, from);
    struct token token, before = {0}, before2 = {0};
    for (; (token = scan_next(&scan)).kind != TOKEN_END; before2 = before, before = token) {
        struct scan ahead = scan;
        if (!scan_is_mark(token, '[') || !may_begin(&scan, before, before2) || scan_is_mark(scan_peek(&scan), '[') ||
            !scan_close(&ahead) || !find_body(ahead, lambda))
            continue;
        lambda->at = token.at;
        return true;
    }
    return false;
}

/* --- functions that return the result of a call of a function of the unit, which an optimiser turns into a jump --- */

/* Finds an object of a class: a variable, parameter or value; in a template also a variable that may be one. */
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

/* Adds such calls in `function`, a definition, with the place of their callee's definition. A call is none if something has to be destroyed
 * after it. */
static void cxx_tail_calls(struct call_list *list, CXCursor function, const char *text, size_t size,
                           struct arena *arena)
{
    struct call_list calls = {0};
    enum CXCursorKind kind = libclang.getCursorKind(function);
    if ((kind != CXCursor_FunctionDecl && kind != CXCursor_CXXMethod && kind != CXCursor_FunctionTemplate) ||
        libclang.visitChildren(function, find_object, NULL))
        return;
    unit_calls(&calls, function, text, size, arena);
    for (size_t i = 0; i < calls.count; i++)
        if (calls.calls[i].kind == UNIT_CALL_TAIL && calls.calls[i].callee)
            unit_calls_add(list, calls.calls[i], arena);
}

struct walk {
    struct cxx_unit *result;
    const struct cxx_source *source;
    struct cxx_name names;
    const char *lambda_file; /* of the last lambda */
    unsigned lambda_line, lambdas_in_line;
};

/* The surroundings of a cursor. */
struct scope {
    struct walk *walk;
    const char *name;
};

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data);

static void visit_inside(struct walk *walk, CXCursor cursor, const char *name)
{
    struct scope scope = {walk, name};
    libclang.visitChildren(cursor, visit, &scope);
}

/* The parts to find in a function. */
struct parts {
    const struct cxx_source *source;
    CXCursor block;
    enum reason reason; /* from its attributes, which come first */
};

/* Finds the block of a function, a lambda, a function-try-block or a coroutine. */
static enum CXChildVisitResult find_parts(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct parts *parts = data;
    (void)parent;
    if (!parts->reason)
        parts->reason = parse_attribute(cursor, parts->source->text, parts->source->size);
    switch (libclang.getCursorKind(cursor)) {
    case CXCursor_CXXTryStmt:
        return CXChildVisit_Recurse;
    case CXCursor_UnexposedStmt:
    case CXCursor_CompoundStmt:
        parts->block = cursor;
        return CXChildVisit_Break;
    default:
        return CXChildVisit_Continue;
    }
}

/* Returns the begin of the attributes before a declaration, which libclang does not count as part of it. */
static size_t before_attributes(const struct cxx_source *source, size_t at)
{
    for (;;) {
        size_t end = at;
        while (end > 0 && isspace((unsigned char)source->text[end - 1]))
            end--;
        if (end < 4 || memcmp(source->text + end - 2, "]]", 2) != 0)
            return at;
        size_t begin = end - 2;
        while (begin > 0 && memcmp(source->text + begin, "[[", 2) != 0)
            begin--;
        at = begin;
    }
}

/* Returns whether it is a template only by an `auto` parameter. libclang then does not tell where it begins. */
static bool begins_template(const struct cxx_source *source, size_t head)
{
    static const char word[] = "template";
    return head + sizeof word <= source->size && memcmp(source->text + head, word, sizeof word - 1) == 0;
}

static void add_function(struct walk *walk, struct cxx_function function)
{
    CXCursor cursor = function.cursor;
    const struct cxx_source *source = walk->source;
    struct parts parts = {source, libclang.getNullCursor(), REASON_NONE};
    libclang.visitChildren(cursor, find_parts, &parts);
    if (libclang.Cursor_isNull(parts.block) ||
        !parse_brackets(parts.block, source->text, source->size, &function.open, &function.close))
        return;
    function.reason = parts.reason;
    size_t end;
    parse_extent(cursor, &function.head, &end);
    if (libclang.getCursorKind(cursor) == CXCursor_FunctionTemplate && !begins_template(source, function.head))
        function.head = function.name_at;
    else if (!function.lambda)
        function.head = before_attributes(source, function.head);
    struct call_list *calls = &walk->result->calls;
    cxx_tail_calls(calls, cursor, source->text, source->size, source->arena);
    cxx_small_read(&function.small, cursor, parts.block, source->lines, source->arena);
    cxx_unit_add(walk->result, function, source->arena);
    unit_calls_inside(calls, parts.block, source->text, source->size, source->arena);
}

static void visit_function(struct walk *walk, const char *scope, CXCursor cursor)
{
    struct cxx_function function = {.cursor = cursor,
                                    .scope = cxx_name_function(&walk->names, scope, cursor),
                                    .name_at = parse_offset(libclang.getCursorLocation(cursor))};
    if (libclang.isCursorDefinition(cursor)) {
        function.name = cxx_name_overload(&walk->names, function.scope, cursor);
        if (libclang.getCursorLinkage(cursor) == CXLinkage_Internal)
            function.flags |= __INSTR_STATIC;
        if (libclang.Cursor_isFunctionInlined(cursor))
            function.flags |= __INSTR_INLINE;
        add_function(walk, function);
    }
    visit_inside(walk, cursor, function.scope);
}

/* Names a lambda after the function around it, but not after another lambda. */
static const char *name_lambda(struct walk *walk, const char *scope, size_t at)
{
    struct location location = unit_lines_at(walk->source->lines, at);
    unsigned ordinal = ++walk->lambdas_in_line;
    if (location.line != walk->lambda_line || strcmp(location.file, walk->lambda_file) != 0)
        ordinal = walk->lambdas_in_line = 1;
    walk->lambda_line = location.line;
    walk->lambda_file = location.file;
    return cxx_name_lambda(&walk->names, scope, location, ordinal);
}

static void visit_lambda(struct walk *walk, const char *scope, CXCursor cursor)
{
    size_t end;
    struct cxx_function function = {.cursor = cursor, .scope = scope, .flags = __INSTR_STATIC, .lambda = true};
    parse_extent(cursor, &function.name_at, &end);
    function.name = name_lambda(walk, scope, function.name_at);
    add_function(walk, function);
    visit_inside(walk, cursor, scope);
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

/* Handles a function of a system header. */
static enum CXChildVisitResult leave_alone(const struct scope *scope, CXCursor cursor)
{
    const struct walk *walk = scope->walk;
    enum CXCursorKind kind = libclang.getCursorKind(cursor);
    if (*scope->name)
        return CXChildVisit_Continue;
    if (kind == CXCursor_LinkageSpec || kind == CXCursor_UnexposedDecl)
        return CXChildVisit_Recurse;
    cxx_library_add(&walk->result->library, cursor, walk->source->arena);
    return CXChildVisit_Continue;
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
    const struct scope *scope = data;
    struct walk *walk = scope->walk;
    if (is_of_the_system(walk, cursor, parent))
        return leave_alone(scope, cursor);
    switch (libclang.getCursorKind(cursor)) {
    case CXCursor_Namespace:
    case CXCursor_ClassDecl:
    case CXCursor_StructDecl:
    case CXCursor_UnionDecl:
    case CXCursor_ClassTemplate:
    case CXCursor_ClassTemplatePartialSpecialization:
        visit_inside(walk, cursor, cxx_name_scope(&walk->names, scope->name, cursor));
        break;
    case CXCursor_FunctionDecl:
    case CXCursor_FunctionTemplate:
    case CXCursor_CXXMethod:
    case CXCursor_Constructor:
    case CXCursor_Destructor:
    case CXCursor_ConversionFunction:
        visit_function(walk, scope->name, cursor);
        break;
    case CXCursor_LambdaExpr:
        visit_lambda(walk, scope->name, cursor);
        break;
    default:
        return CXChildVisit_Recurse;
    }
    return CXChildVisit_Continue;
}

/* Sorts functions that libclang has read before those found in the text. */
static int compare(const void *left, const void *right)
{
    const struct cxx_function *a = left, *b = right;
    int order = (a->open > b->open) - (a->open < b->open);
    return order ? order : a->unread - b->unread;
}

/* Sorts and removes duplicates: a template may be visited again at its use, and functions that were read are also found in the text. */
static void sort(struct cxx_unit *result)
{
    size_t kept = 0;
    if (result->count)
        qsort(result->functions, result->count, sizeof *result->functions, compare);
    for (size_t i = 0; i < result->count; i++) {
        struct cxx_function *last = kept ? &result->functions[kept - 1] : NULL;
        if (!last || result->functions[i].open != last->open)
            result->functions[kept++] = result->functions[i];
        else if (last->head == last->name_at) /* add_function() knew no better */
            last->head = result->functions[i].head;
    }
    result->count = kept;
}

/* Adds the lambdas found in the text. */
static void add_lambdas(struct walk *walk)
{
    const struct cxx_source *source = walk->source;
    struct cxx_lambda lambda = {0};
    size_t count = walk->result->count, next = 0; /* the first function that opens behind the lambda */
    for (size_t from = 0; cxx_lambda_find(source->users, from, source->size, &lambda); from = lambda.open + 1) {
        const struct cxx_function *functions = walk->result->functions;
        while (next < count && functions[next].open < lambda.at)
            next++;
        size_t around = next; /* 1 + index */
        while (around > 0 && functions[around - 1].close < lambda.at)
            around--;
        const char *scope = around ? functions[around - 1].scope : "";
        struct cxx_function function = {.name = name_lambda(walk, scope, lambda.at),
                                        .scope = scope,
                                        .name_at = lambda.at,
                                        .head = lambda.at,
                                        .open = lambda.open,
                                        .close = lambda.close,
                                        .flags = __INSTR_STATIC,
                                        .lambda = true,
                                        .unread = true};
        cxx_unit_add(walk->result, function, source->arena);
    }
}

void cxx_walk(struct cxx_unit *result, CXTranslationUnit unit, const struct cxx_source *source)
{
    struct walk walk = {
        .result = result, .source = source, .names = {source->text, source->size, source->arena}, .lambda_file = ""};
    *result = (struct cxx_unit){0};
    if (unit)
        visit_inside(&walk, libclang.getTranslationUnitCursor(unit), "");
    cxx_bodies_find(result, source);
    sort(result);
    add_lambdas(&walk);
    sort(result);
}
