/*
 * cxx_lambda.c - see cxx_lambda.h.
 *
 * A `[` begins a lambda where an expression may begin, and if what is behind its `]` leads to a `{`. No lambda are an index, an
 * attribute, the names of a structured binding, and GNU's `{[0] = 1}`.
 */
#include "instrumenter/front/cxx/cxx_lambda.h"

#include "instrumenter/unit/unit_scan.h"

#include <string.h>

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

/* Behind the `]`: parameters, words and types up to the body. */
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

bool cxx_lambda_find(const char *text, size_t from, size_t to, struct cxx_lambda *lambda)
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
