/* body_c.c - see body_c.h. */
#include "instrumenter/front/c/body_c.h"

#include "instrumenter/front/body.h"

#include <string.h>

static const char *const declaration_words[] = {
    "_Alignas",     "_Atomic",    "_BitInt",        "_Bool",         "_Complex",    "_Decimal128",   "_Decimal32",
    "_Decimal64",   "_Float128",  "_Float16",       "_Float32",      "_Float32x",   "_Float64",      "_Float64x",
    "_Imaginary",   "_Noreturn",  "_Static_assert", "_Thread_local", "__auto_type", "__complex",     "__complex__",
    "__const",      "__const__",  "__float128",     "__inline",      "__inline__",  "__int128",      "__int128_t",
    "__label__",    "__restrict", "__signed",       "__signed__",    "__thread",    "__typeof",      "__typeof__",
    "__uint128_t",  "__volatile", "__volatile__",   "alignas",       "auto",        "char",          "const",
    "constexpr",    "double",     "enum",           "extern",        "float",       "inline",        "int",
    "long",         "register",   "short",          "signed",        "static",      "static_assert", "struct",
    "thread_local", "typedef",    "typeof",         "typeof_unqual", "union",       "unsigned",      "void",
    "volatile",
};

/* Returns whether `word` begins a declaration, whatever types the program has. */
static bool declares(const struct scan *scan, struct token word)
{
    for (size_t i = 0; i < sizeof declaration_words / sizeof *declaration_words; i++)
        if (scan_is(scan, word, declaration_words[i]))
            return true;
    return false;
}

/*
 * Returns whether `f(*x)` or `f((x)...)` is a call: it can't be a declarator, whose parentheses contain one name with `*`, `[]`, parameters and
 * attributes around it. `scan` is behind the `(`.
 */
static bool is_call(struct scan scan)
{
    struct token token;
    bool first = true; /* nothing but `(` yet */
    for (size_t depth = 1; depth && (token = scan_next(&scan)).kind != TOKEN_END;) {
        if (token.kind == TOKEN_NUMBER || token.kind == TOKEN_STRING)
            return true;
        if (token.kind == TOKEN_WORD) {
            if (scan_is(&scan, token, "__attribute__") || scan_is(&scan, token, "__typeof__") ||
                scan_is(&scan, token, "typeof"))
                return false;
            if (first && declares(&scan, token)) /* ((void *)x): a cast */
                return true;
        } else if (token.mark == '[') {
            if (!scan_close(&scan))
                return false;
        } else if (token.mark == '(') {
            depth++;
            continue;
        } else if (token.mark == ')') {
            depth--;
        } else if (depth == 1 ? token.mark != '*' : !strchr("*,.^", token.mark)) {
            return true;
        }
        first = false;
    }
    return false;
}

/* Classifies the next statement by its first words. */
static enum statement_kind classify(struct scan scan, struct token token)
{
    struct scan first = scan;
    if (scan_is(&scan, token, "__extension__")) {
        token = scan_next(&scan);
        return classify(scan, token);
    }
    if (token.kind != TOKEN_WORD)
        return STATEMENT_EXPRESSION;
    if (declares(&scan, token))
        return STATEMENT_DECLARATION;
    struct token second = scan_next(&scan), third = scan_next(&scan);
    if (second.kind == TOKEN_WORD)
        return STATEMENT_DECLARATION; /* T x; */
    if (second.mark == '*')           /* T *x; or a product that nobody uses */
        return STATEMENT_UNSURE;
    scan_next(&first);
    if (second.mark == '(' && (third.mark == '*' || third.mark == '(')) /* T (*x); or f(*x); */
        return is_call(first) ? STATEMENT_EXPRESSION : STATEMENT_UNSURE;
    return STATEMENT_EXPRESSION;
}

/* Returns whether it is a statement expression: braces behind a parenthesis. */
static bool is_block(struct scan scan)
{
    (void)scan;
    return true;
}

void body_c_read(struct body *body, const struct unit *unit, const struct unit_function *function,
                 const struct pragma_list *pragmas, struct arena *arena)
{
    static const struct body_grammar grammar = {.classify = classify, .is_block = is_block, .nested_functions = true};
    body_read(body, &grammar, unit, function, pragmas, arena);
}
