/* cxx_name.c - see cxx_name.h. */
#include "instrumenter/front/cxx/cxx_name.h"

#include "common/name.h"
#include "instrumenter/front/parse.h"
#include "instrumenter/unit/unit_scan.h"

#include <string.h>

const char *cxx_name_inside(const struct cxx_name *how, const char *scope, const char *name)
{
    return !*scope ? name : !*name ? scope : arena_printf(how->arena, "%s::%s", scope, name);
}

/* Returns the scope. For an unnamed one libclang says its place: (unnamed struct at a.cpp:3:1). */
static const char *scope_inside(const struct cxx_name *how, const char *scope, CXCursor cursor)
{
    CXString string = libclang.getCursorDisplayName(cursor);
    const char *spelling = libclang.getCString(string);
    const char *name = *spelling == '(' ? "" : arena_copy(how->arena, spelling, strlen(spelling));
    libclang.disposeString(string);
    return cxx_name_inside(how, scope, name);
}

const char *cxx_name_tidy(const struct cxx_name *how, size_t from, size_t to)
{
    char *name = arena_alloc(how->arena, to - from + 1), *end = name;
    struct scan scan;
    scan_init(&scan, how->text, to, from);
    bool word = false;
    for (struct token token; (token = scan_next(&scan)).kind != TOKEN_END; end += token.size) {
        if (word && token.kind == TOKEN_WORD)
            *end++ = ' ';
        word = token.kind == TOKEN_WORD;
        memcpy(end, how->text + token.at, token.size);
    }
    return name;
}

/* Recognises `operator` and a type, which libclang can't spell in templates; not an operator with a symbol. */
static bool is_conversion(struct scan scan, struct token token)
{
    static const char *const others[] = {"new", "delete", "co_await"};
    if (!scan_is(&scan, token, "operator"))
        return false;
    token = scan_next(&scan);
    return token.kind == TOKEN_WORD && !SCAN_IS_ONE_OF(&scan, token, others);
}

/* Returns the name as written, up to the parameters or attributes, because a specialization has its arguments there, too. */
static const char *written(const struct cxx_name *how, CXCursor cursor)
{
    size_t at = parse_offset(libclang.getCursorLocation(cursor));
    struct scan scan;
    scan_init(&scan, how->text, how->size, at);
    struct token token = scan_next(&scan);
    if (scan_is(&scan, token, "operator") && !is_conversion(scan, token))
        return parse_spelling(cursor, how->arena);
    bool arguments = false;
    /* int (max)(int n) */
    while (token.kind != TOKEN_END && !scan_is_mark(token, '(') && !scan_is_mark(token, ')') &&
           (arguments || !scan_is_mark(token, '['))) {
        arguments |= scan_is_mark(token, '<');
        token = scan_next(&scan);
    }
    return cxx_name_tidy(how, at, token.at);
}

/* The names of a template's parameters. */
struct parameters {
    const struct cxx_name *how;
    const char *list;
};

static enum CXChildVisitResult add_parameter(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct parameters *parameters = data;
    struct arena *arena = parameters->how->arena;
    enum CXCursorKind kind = libclang.getCursorKind(cursor);
    (void)parent;
    if (kind != CXCursor_TemplateTypeParameter && kind != CXCursor_NonTypeTemplateParameter &&
        kind != CXCursor_TemplateTemplateParameter)
        return CXChildVisit_Continue;
    const char *name = parse_spelling(cursor, arena);
    if (!*name || strchr(name, ':')) /* `auto` among the parameters of a function is auto:1 */
        return CXChildVisit_Continue;
    size_t start, end;
    parse_extent(cursor, &start, &end);
    bool pack =
        end > start && end <= parameters->how->size && memmem(parameters->how->text + start, end - start, "...", 3);
    parameters->list =
        arena_printf(arena, "%s%s%s%s", parameters->list, *parameters->list ? ", " : "", name, pack ? "..." : "");
    return CXChildVisit_Continue;
}

static const char *with_parameters(const struct cxx_name *how, CXCursor template, const char *name)
{
    struct parameters parameters = {how, ""};
    libclang.visitChildren(template, add_parameter, &parameters);
    return arena_printf(how->arena, "%s%s<%s>", name, name_ends(name, "<") ? " " : "", parameters.list);
}

/* Returns the scopes around a declaration, wherever it is defined. */
static const char *scope_of(const struct cxx_name *how, CXCursor cursor)
{
    CXCursor parent = libclang.getCursorSemanticParent(cursor);
    switch (libclang.getCursorKind(parent)) {
    case CXCursor_TranslationUnit:
    case CXCursor_InvalidFile:
        return "";
    case CXCursor_LinkageSpec:
    case CXCursor_UnexposedDecl:
        return scope_of(how, parent);
    default:
        return libclang.Cursor_isNull(parent) ? "" : scope_inside(how, scope_of(how, parent), parent);
    }
}

/* Returns the scopes around a definition: `scope` if it is written inside its class or namespace. */
static const char *own_scope(const struct cxx_name *how, const char *scope, CXCursor cursor)
{
    CXCursor semantic = libclang.getCursorSemanticParent(cursor), lexical = libclang.getCursorLexicalParent(cursor);
    return libclang.equalCursors(semantic, lexical) ? scope : scope_of(how, cursor);
}

const char *cxx_name_function(const struct cxx_name *how, const char *scope, CXCursor cursor)
{
    scope = own_scope(how, scope, cursor);
    const char *name = written(how, cursor);
    if (libclang.getCursorKind(cursor) == CXCursor_FunctionTemplate)
        name = with_parameters(how, cursor, name);
    return cxx_name_inside(how, scope, name);
}

/* Returns whether it was first declared in extern "C". */
static bool is_of_c(const struct cxx_name *how, CXCursor cursor)
{
    CXCursor parent = libclang.getCursorLexicalParent(libclang.getCanonicalCursor(cursor));
    enum CXCursorKind kind = libclang.getCursorKind(parent);
    size_t start, end;
    struct scan scan;
    if (kind != CXCursor_LinkageSpec && kind != CXCursor_UnexposedDecl)
        return false;
    parse_extent(parent, &start, &end);
    scan_init(&scan, how->text, how->size, start);
    scan_next(&scan);
    struct token language = scan_next(&scan);
    return language.size == 3 && memcmp(how->text + language.at, "\"C\"", 3) == 0;
}

/* Returns the qualifiers behind the parameters that belong to the name: const, volatile, &, &&. */
static const char *qualifiers(const struct cxx_name *how, CXCursor cursor)
{
    static const char *const words[] = {"const", "volatile"};
    struct scan scan;
    const char *list = "";
    scan_init(&scan, how->text, how->size, parse_offset(libclang.getCursorLocation(cursor)));
    struct token token = scan_next(&scan);
    if (scan_is(&scan, token, "operator") && scan_is_mark(scan_peek(&scan), '('))
        scan_next(&scan), scan_next(&scan);
    while (token.kind != TOKEN_END && !scan_is_mark(token, '('))
        token = scan_next(&scan);
    if (!scan_close(&scan))
        return list;
    for (bool before = false; (token = scan_next(&scan)).kind != TOKEN_END; before = scan_is_mark(token, '&')) {
        if (!scan_is_mark(token, '&') && !SCAN_IS_ONE_OF(&scan, token, words))
            break;
        list = arena_printf(how->arena, "%s%s%.*s", list, before ? "" : " ", (int)token.size, how->text + token.at);
    }
    return list;
}

const char *cxx_name_overload(const struct cxx_name *how, const char *name, CXCursor cursor)
{
    if (strcmp(name, "main") == 0 || is_of_c(how, cursor))
        return name;
    CXString spelled = libclang.getCursorSpelling(cursor), shown = libclang.getCursorDisplayName(cursor);
    const char *spelling = libclang.getCString(spelled), *display = libclang.getCString(shown);
    size_t length = strlen(spelling);
    const char *parameters = strchr(display + (strncmp(spelling, display, length) == 0 ? length : 0), '(');
    const char *overload =
        arena_printf(how->arena, "%s%s%s", name, parameters ? parameters : "", qualifiers(how, cursor));
    libclang.disposeString(spelled);
    libclang.disposeString(shown);
    return overload;
}

/* Returns the scope. A class in a function belongs to that overload. A lambda's function is not a named scope. */
const char *cxx_name_scope(const struct cxx_name *how, const char *scope, CXCursor cursor)
{
    CXCursor parent = libclang.getCursorSemanticParent(cursor);
    CXString spelling = libclang.getCursorSpelling(parent);
    scope = own_scope(how, scope, cursor);
    if (libclang.getCursorType(parent).kind == CXType_FunctionProto && name_ends(scope, libclang.getCString(spelling)))
        scope = cxx_name_overload(how, scope, parent);
    libclang.disposeString(spelling);
    return scope_inside(how, scope, cursor);
}

const char *cxx_name_lambda(const struct cxx_name *how, const char *scope, struct location location, unsigned ordinal)
{
    const char *base = name_base(location.file);
    const char *name = ordinal == 1 ? arena_printf(how->arena, "lambda at %s:%u", base, location.line)
                                    : arena_printf(how->arena, "lambda %u at %s:%u", ordinal, base, location.line);
    return cxx_name_inside(how, scope, name);
}
