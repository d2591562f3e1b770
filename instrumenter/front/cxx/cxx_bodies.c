/*
 * cxx_bodies.c - see cxx_unit.h.
 *
 * Blanks function bodies in system headers: libclang spends a third of its time on them. Bodies of constexpr functions and those
 * with a deduced type stay.
 *
 * Outside of bodies a text is a list of declarations. One with parameters ends with its `;` or with a body; the `{` of others
 * belongs to a namespace, a class or a value. In doubt it is taken for a value, so for no function.
 */
#include "instrumenter/front/cxx/cxx_unit.h"

#include "instrumenter/front/cxx/cxx_name.h"
#include "instrumenter/unit/unit_scan.h"

#include <string.h>

struct bodies {
    struct cxx_unit *result;
    const struct cxx_source *source;
    struct cxx_name names;
    struct scan scan;
    char *empty; /* null, or a text in which bodies of system headers become empty */
};

/* The declaration read so far. */
struct declaration {
    size_t head;
    struct token before;      /* the last token; of a bracket that was skipped, its end */
    size_t name, name_end;    /* of what is declared, or of a scope; both 0: none yet */
    bool scope;               /* a namespace, or extern "C" */
    bool type, enumerators;   /* a class; an enumeration */
    bool base;                /* a class and the `:` of its bases */
    bool value;               /* `=` */
    bool parameters, members; /* they were there; and the `:` of what a constructor begins with */
};

static void read_declarations(struct bodies *bodies, const char *scope);

/* Skips the bracket whose opening was read last. */
static void skip(struct bodies *bodies, struct declaration *declaration, char close)
{
    if (!scan_close(&bodies->scan))
        bodies->scan.at = bodies->scan.size;
    declaration->before = (struct token){.kind = TOKEN_MARK, .mark = close, .at = bodies->scan.at - 1, .size = 1};
}

/* Skips the arguments or parameters of a template, whose `<` was read; without an end it was no bracket. */
static void skip_angles(struct bodies *bodies, struct declaration *declaration)
{
    struct scan scan = bodies->scan;
    struct token token, before = {0};
    for (size_t depth = 1; (token = scan_next(&scan)).kind != TOKEN_END; before = token) {
        if (token.kind != TOKEN_MARK)
            continue;
        if (strchr("([{", token.mark) && !scan_close(&scan))
            return;
        if (strchr(";)]}", token.mark))
            return;
        depth += token.mark == '<';
        if (token.mark == '>' && before.mark != '-' && --depth == 0) {
            bodies->scan = scan;
            declaration->before = token;
            return;
        }
    }
}

/* Returns whether the next two tokens are both this mark. */
static bool is_pair(struct scan scan, char mark)
{
    struct token first = scan_next(&scan);
    return scan_is_mark(first, mark) && scan_is_mark(scan_next(&scan), mark);
}

/* Skips `requires (T t) { ... }`, whose first word was read. */
static void skip_requirements(struct bodies *bodies, struct declaration *declaration)
{
    struct token token = scan_next(&bodies->scan);
    if (scan_is_mark(token, '(')) {
        skip(bodies, declaration, ')');
        token = scan_next(&bodies->scan);
    }
    if (scan_is_mark(token, '{'))
        skip(bodies, declaration, '}');
}

/* Skips a name with its scopes and template arguments. */
static void skip_name(struct bodies *bodies, struct declaration *declaration)
{
    struct scan scan = bodies->scan;
    for (struct token token; (token = scan_next(&scan)).kind == TOKEN_WORD || scan_is_mark(token, ':') ||
                             scan_is_mark(token, '<') || scan_is_mark(token, '!');
         scan = bodies->scan) {
        bodies->scan = scan;
        if (scan_is_mark(token, '<'))
            skip_angles(bodies, declaration);
        else if (token.kind == TOKEN_WORD && scan_peek(&bodies->scan).kind == TOKEN_WORD)
            return;
    }
}

/* Skips the requirements of a template or function behind `requires`, which was read. */
static void skip_clause(struct bodies *bodies, struct declaration *declaration)
{
    for (bool more = true; more;) {
        struct scan scan = bodies->scan;
        struct token token = scan_next(&scan);
        if (scan_is_mark(token, '(')) {
            bodies->scan = scan;
            skip(bodies, declaration, ')');
        } else if (scan_is(&scan, token, "requires")) {
            bodies->scan = scan;
            skip_requirements(bodies, declaration);
        } else {
            skip_name(bodies, declaration);
        }
        more = is_pair(bodies->scan, '&') || is_pair(bodies->scan, '|');
        if (more) {
            scan_next(&bodies->scan);
            scan_next(&bodies->scan);
        }
    }
}

/* Reads up to the parameters: `operator()`, `operator new[]`, a type. */
static void read_operator(struct bodies *bodies, struct declaration *declaration)
{
    struct scan scan = bodies->scan;
    struct token token = scan_next(&scan);
    if (scan_is_mark(token, '('))
        scan_next(&scan);
    else if (token.kind == TOKEN_END)
        return;
    for (struct scan ahead = scan; !scan_is_mark(token = scan_next(&ahead), '(') && token.kind != TOKEN_END;
         scan = ahead)
        if (scan_is_mark(token, ';') || scan_is_mark(token, '{'))
            return;
    bodies->scan = scan;
    declaration->name_end = scan.at;
    declaration->before = (struct token){.kind = TOKEN_WORD, .at = scan.at - 1, .size = 1};
}

/* Returns the name of a declaration in `scope`; without a name of its own it has the scope's. */
static const char *name_of(struct bodies *bodies, const struct declaration *declaration, const char *scope)
{
    return cxx_name_inside(&bodies->names, scope,
                           cxx_name_tidy(&bodies->names, declaration->name, declaration->name_end));
}

static void add_declaration(struct bodies *bodies, const struct declaration *declaration, const char *scope,
                            size_t open)
{
    struct cxx_function function = {.name_at = declaration->name,
                                    .head = declaration->head,
                                    .open = open,
                                    .close = bodies->scan.at - 1,
                                    .unread = true};
    function.name = function.scope = name_of(bodies, declaration, scope);
    cxx_unit_add(bodies->result, function, bodies->source->arena);
}

/* Returns whether a declaration depends on its body, or the body may run in the compiler. */
static bool is_needed(const struct bodies *bodies, const struct declaration *declaration, size_t open)
{
    static const char *const words[] = {"auto", "constexpr", "consteval", "decltype", "concept", "__decltype"};
    struct scan scan;
    scan_init(&scan, bodies->source->text, open, declaration->head);
    for (struct token token; (token = scan_next(&scan)).kind != TOKEN_END;)
        if (SCAN_IS_ONE_OF(&scan, token, words))
            return true;
    return false;
}

static void empty(struct bodies *bodies, const struct declaration *declaration, size_t open)
{
    if (!unit_lines_system(bodies->source->lines, open) || is_needed(bodies, declaration, open))
        return;
    for (char *at = bodies->empty + open + 1, *end = bodies->empty + bodies->scan.at - 1; at < end; at++)
        if (*at != '\n')
            *at = ' ';
}

/* Handles a `{`, which was read. Returns true if the declaration ends with its `}`. */
static bool read_braces(struct bodies *bodies, struct declaration *declaration, const char *scope, size_t open)
{
    char before = declaration->before.mark;
    bool of_member = declaration->members && before != ')' && before != '}' && before != '.';
    bool in_value = declaration->value || declaration->enumerators || of_member;
    bool class = declaration->type && (declaration->base || !declaration->parameters);
    if (!in_value && (declaration->scope || class)) {
        read_declarations(bodies, bodies->empty ? scope : name_of(bodies, declaration, scope));
        declaration->before = (struct token){.kind = TOKEN_MARK, .mark = '}'};
        return declaration->scope;
    }
    skip(bodies, declaration, '}');
    if (in_value || !declaration->parameters)
        return false;
    if (bodies->empty)
        empty(bodies, declaration, open);
    else
        add_declaration(bodies, declaration, scope, open);
    return true;
}

/* Recognises extern "C" {, but not extern "C" before a single function. */
static bool begins_linkage(struct scan scan)
{
    return scan_next(&scan).kind == TOKEN_STRING && scan_is_mark(scan_next(&scan), '{');
}

/* Handles a keyword behind which there is the name of the declared thing. */
static void begin_name(struct declaration *declaration, bool *what)
{
    *what = true;
    declaration->name = declaration->name_end = 0;
}

static void read_word(struct bodies *bodies, struct declaration *declaration, struct token token)
{
    static const char *const classes[] = {"class", "struct", "union"};
    static const char *const others[] = {"alignas",  "__attribute__", "__attribute", "decltype",   "noexcept",
                                         "throw",    "explicit",      "asm",         "__asm__",    "__typeof__",
                                         "typeof",   "__decltype",    "const",       "volatile",   "final",
                                         "override", "try",           "mutable",     "__restrict", "__extension__"};
    const struct scan *scan = &bodies->scan;
    struct token before = declaration->before;
    bool words_end = declaration->parameters || declaration->base;
    declaration->before = token;
    if (scan_is(scan, token, "namespace"))
        begin_name(declaration, &declaration->scope);
    else if (scan_is(scan, token, "extern") && begins_linkage(*scan))
        declaration->scope = true;
    else if (scan_is(scan, token, "template") && scan_is_mark(scan_peek(scan), '<')) {
        scan_next(&bodies->scan);
        skip_angles(bodies, declaration);
    } else if (scan_is(scan, token, "requires"))
        (declaration->value ? skip_requirements : skip_clause)(bodies, declaration);
    else if (SCAN_IS_ONE_OF(scan, token, others)) {
        if (scan_is_mark(scan_peek(scan), '(')) {
            scan_next(&bodies->scan);
            skip(bodies, declaration, ')');
            declaration->before = token;
        }
    } else if (!words_end && SCAN_IS_ONE_OF(scan, token, classes))
        begin_name(declaration, &declaration->type);
    else if (!words_end && scan_is(scan, token, "enum"))
        begin_name(declaration, &declaration->enumerators);
    else if (!words_end) {
        if (!declaration->name_end || (before.mark != ':' && before.mark != '~'))
            declaration->name = token.at;
        declaration->name_end = token.at + token.size;
        if (scan_is(scan, token, "operator"))
            read_operator(bodies, declaration);
    }
}

/* Recognises int (max)(int n), whose first bracket was read. */
static bool encloses_name(struct scan scan)
{
    return scan_next(&scan).kind == TOKEN_WORD && scan_is_mark(scan_next(&scan), ')') &&
           scan_is_mark(scan_next(&scan), '(');
}

/* Handles a mark. Returns false if the declaration ends here. */
static bool read_mark(struct bodies *bodies, struct declaration *declaration, const char *scope, struct token token)
{
    struct token before = declaration->before;
    declaration->before = token;
    switch (token.mark) {
    case ';':
        return false;
    case '{':
        declaration->before = before;
        return !read_braces(bodies, declaration, scope, token.at);
    case '(':
        if (!declaration->parameters && !declaration->value && encloses_name(bodies->scan)) {
            token = scan_next(&bodies->scan);
            declaration->name = token.at;
            declaration->name_end = token.at + token.size;
            scan_next(&bodies->scan);
            return true;
        }
        skip(bodies, declaration, ')');
        /* f(int), not A(*f)(int) or the initialiser of a member */
        declaration->parameters |= declaration->name_end && !declaration->value;
        return true;
    case '[':
        skip(bodies, declaration, ']');
        return true;
    case '<':
        if (before.kind == TOKEN_WORD) {
            skip_angles(bodies, declaration);
            if (declaration->before.mark == '>' && !declaration->parameters && !declaration->base)
                declaration->name_end = bodies->scan.at;
        }
        return true;
    case '=':
        declaration->value = true;
        return true;
    case '~':
        if (before.mark != ':')
            declaration->name = token.at;
        declaration->name_end = token.at + 1;
        return true;
    case ':': {
        bool pair = scan_is_mark(scan_peek(&bodies->scan), ':') && scan_peek(&bodies->scan).at == token.at + 1;
        if (pair) {
            scan_next(&bodies->scan);
            return true;
        }
        declaration->members |= declaration->parameters;
        declaration->base |= declaration->type && !declaration->parameters;
        /* not `public:` */
        return declaration->members || declaration->base || declaration->enumerators || declaration->value;
    }
    default:
        return true;
    }
}

/* Skips the handlers of a function-try-block, which belong to the body. */
static void skip_handlers(struct bodies *bodies)
{
    struct scan scan = bodies->scan;
    while (scan_is(&scan, scan_next(&scan), "catch")) {
        if (!scan_is_mark(scan_next(&scan), '(') || !scan_close(&scan) || !scan_is_mark(scan_next(&scan), '{') ||
            !scan_close(&scan))
            return;
        bodies->scan = scan;
    }
}

/* False: the scope ends here. */
static bool read_declaration(struct bodies *bodies, const char *scope)
{
    struct token token = scan_next(&bodies->scan);
    struct declaration declaration = {.head = token.at};
    for (bool more = true; more; token = more ? scan_next(&bodies->scan) : token) {
        if (token.kind == TOKEN_END || scan_is_mark(token, '}'))
            return false;
        if (token.kind == TOKEN_WORD)
            read_word(bodies, &declaration, token);
        else if (token.kind == TOKEN_MARK)
            more = read_mark(bodies, &declaration, scope, token);
        else
            declaration.before = token;
    }
    skip_handlers(bodies);
    return true;
}

static void read_declarations(struct bodies *bodies, const char *scope)
{
    while (read_declaration(bodies, scope))
        ;
}

static void read_all(struct bodies *bodies, const char *text)
{
    scan_init(&bodies->scan, text, bodies->source->size, 0);
    while (bodies->scan.at < bodies->scan.size) /* past a `}` too many */
        read_declarations(bodies, "");
}

void cxx_bodies_empty(char *text, const struct cxx_source *source)
{
    struct bodies bodies = {.source = source, .empty = text, .names = {source->text, source->size, source->arena}};
    read_all(&bodies, source->text);
}

void cxx_bodies_find(struct cxx_unit *result, const struct cxx_source *source)
{
    struct bodies bodies = {.result = result, .source = source, .names = {source->text, source->size, source->arena}};
    read_all(&bodies, source->users);
}
