/*
 * body_cxx.c - see body_cxx.h.
 *
 * A type may be `std::map<int, T>`. Where what comes next is no name it is none, or nobody knows: `a * b`, `a & b`.
 */
#include "instrumenter/front/cxx/body_cxx.h"

#include "instrumenter/front/body_read.h"

#include <string.h>

static const char *const declaring[] = {
    "alignas",    "auto",     "bool",          "char",       "char16_t",     "char32_t", "char8_t",
    "class",      "const",    "constexpr",     "constinit",  "decltype",     "double",   "enum",
    "extern",     "float",    "inline",        "int",        "long",         "register", "short",
    "signed",     "static",   "static_assert", "struct",     "thread_local", "typedef",  "typename",
    "union",      "unsigned", "using",         "void",       "volatile",     "wchar_t",  "__int128",
    "__float128", "__thread", "__typeof__",    "__restrict", "__volatile__", "__const",
};

static const char *const expressing[] = {"throw",  "delete", "new", "co_await", "co_yield",
                                         "sizeof", "this",   "asm", "__asm__"};

/* Behind the `>` of template arguments, whose `<` was read; false: there is none. */
static bool close_arguments(struct scan *scan)
{
    struct token token;
    for (size_t depth = 1; (token = scan_next(scan)).kind != TOKEN_END;) {
        if (token.kind != TOKEN_MARK)
            continue;
        if (strchr("([{", token.mark) && !scan_close(scan))
            return false;
        if (strchr(";)]}", token.mark))
            return false;
        depth += token.mark == '<';
        if (token.mark == '>' && --depth == 0)
            return true;
    }
    return false;
}

static enum statement_kind classify(struct scan scan, struct token token)
{
    if (scan_is(&scan, token, "__extension__"))
        token = scan_next(&scan);
    if (SCAN_IS_ONE_OF(&scan, token, declaring))
        return STATEMENT_DECLARATION;
    if (SCAN_IS_ONE_OF(&scan, token, expressing))
        return STATEMENT_EXPRESSION;
    bool name = false; /* one was read */
    for (;; token = scan_next(&scan)) {
        if (token.kind == TOKEN_WORD && name)
            return STATEMENT_DECLARATION; /* T x; */
        if (token.kind == TOKEN_WORD)
            name = true;
        else if (scan_is_mark(token, ':'))
            name = false;
        else if (!name || !scan_is_mark(token, '<') || !close_arguments(&scan))
            break;
    }
    bool unsure = name && (scan_is_mark(token, '*') || scan_is_mark(token, '&'));
    return unsure ? STATEMENT_UNSURE : STATEMENT_EXPRESSION;
}

/* A statement expression has a `;` in it, a list of values none. */
static bool is_block(struct scan scan)
{
    struct token token;
    while ((token = scan_next(&scan)).kind != TOKEN_END && !scan_is_mark(token, '}')) {
        if (scan_is_mark(token, ';'))
            return true;
        if (token.kind == TOKEN_MARK && strchr("([{", token.mark) && !scan_close(&scan))
            return false;
    }
    return false;
}

void body_cxx_read(struct body *body, const struct unit *unit, const struct unit_function *function,
                   const struct pragma_list *pragmas, struct arena *arena)
{
    static const struct body_grammar grammar = {.classify = classify, .is_block = is_block, .tries = true};
    body_read(body, &grammar, unit, function, pragmas, arena);
}
