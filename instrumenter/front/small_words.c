/* small_words.c - see small_words.h. */
#include "instrumenter/front/small_words.h"

#include "instrumenter/unit/unit_scan.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = 200, MOST_TOKENS = 24 };

/* Reads an integer without a sign; returns false if it is none, or too large to matter. */
static bool read_number(const struct scan *scan, struct token token, long *value)
{
    const char *text = scan->text + token.at;
    char *end;
    if (token.kind != TOKEN_NUMBER)
        return false;
    *value = strtol(text, &end, 0);
    while (end < text + token.size && strchr("uUlL", *end))
        end++;
    return end == text + token.size && *value <= MOST_WORDS;
}

struct bounds {
    const struct small_bound *bounds;
    size_t count;
};

/* The text between the parentheses of a `for`. */
struct head {
    const struct scan *scan;
    const struct bounds *bounds;
    struct token tokens[MOST_TOKENS];
    size_t count, at;
};

static bool is_variable(const struct head *head, size_t at, struct token variable)
{
    struct token token = head->tokens[at];
    return token.kind == TOKEN_WORD && token.size == variable.size &&
           memcmp(head->scan->text + token.at, head->scan->text + variable.at, token.size) == 0;
}

static bool takes(struct head *head, char mark)
{
    bool taken = scan_is_mark(head->tokens[head->at], mark);
    head->at += taken;
    return taken;
}

/* Reads `i++`, `++i`, `i += 1` or the same downwards; returns the step, or 0. */
static long read_step(struct head *head, struct token variable)
{
    char mark = 0;
    long by = 1;
    for (size_t i = head->at; i < head->count && !mark; i++)
        if (scan_is_mark(head->tokens[i], '+') || scan_is_mark(head->tokens[i], '-'))
            mark = head->tokens[i].mark;
    bool before = is_variable(head, head->at, variable);
    head->at += before;
    if (!mark || !takes(head, mark))
        return 0;
    if (before && takes(head, '=') ? !read_number(head->scan, head->tokens[head->at++], &by) : !takes(head, mark))
        return 0;
    if (!before && !is_variable(head, head->at++, variable))
        return 0;
    return head->at != head->count ? 0 : mark == '+' ? by : -by;
}

/* Reads the first value of the variable, or the value that it is compared with, and the `;` behind that. */
static bool read_bound(struct head *head, long *value)
{
    size_t at = head->tokens[head->at].at;
    for (size_t i = 0; i < head->bounds->count; i++) {
        if (head->bounds->bounds[i].at != at)
            continue;
        *value = head->bounds->bounds[i].value;
        while (head->at < head->count && !scan_is_mark(head->tokens[head->at], ';'))
            head->at++;
        return takes(head, ';');
    }
    return read_number(head->scan, head->tokens[head->at++], value) && takes(head, ';');
}

/* Returns the number of iterations, or 0 if unknown. `scan` is behind the `for`. */
static size_t turns_of(struct scan scan, const struct bounds *bounds)
{
    struct head head = {.scan = &scan, .bounds = bounds};
    long from, to, turns;
    struct token token = scan_next(&scan);
    for (size_t depth = 1; head.count + 2 < MOST_TOKENS;) {
        token = scan_next(&scan);
        depth += scan_is_mark(token, '(');
        depth -= scan_is_mark(token, ')');
        if (depth == 0 || token.kind == TOKEN_END)
            break;
        head.tokens[head.count++] = token;
    }
    while (head.at < head.count && !scan_is_mark(head.tokens[head.at], '='))
        head.at++;
    if (!head.at || !scan_is_mark(token, ')'))
        return 0;
    struct token variable = head.tokens[head.at++ - 1];
    if (!read_bound(&head, &from))
        return 0;
    if (!is_variable(&head, head.at++, variable))
        return 0;
    char order = head.tokens[head.at++].mark;
    bool closed = takes(&head, '=') && order != '!';
    if (!order || !strchr("<>!", order) || !read_bound(&head, &to))
        return 0;
    long step = read_step(&head, variable);
    if (!step || (order == '<' && step < 0) || (order == '>' && step > 0))
        return 0;
    turns = (to - from + (closed ? step : 0)) / step;
    return turns > 0 ? (size_t)turns : 0;
}

/* Steps over a statement. */
static void step_over(struct scan *scan)
{
    static const char *const heads[] = {"if", "for", "while", "switch"};
    struct token token = scan_next(scan);
    if (SCAN_IS_ONE_OF(scan, token, heads)) {
        bool choice = scan_is(scan, token, "if");
        while ((token = scan_next(scan)).kind == TOKEN_WORD)
            ;
        scan_close(scan);
        step_over(scan);
        if (choice && scan_is(scan, scan_peek(scan), "else")) {
            scan_next(scan);
            step_over(scan);
        }
        return;
    }
    if (scan_is_mark(token, '{')) {
        scan_close(scan);
        return;
    }
    for (; token.kind != TOKEN_END && !scan_is_mark(token, ';'); token = scan_next(scan))
        if (token.kind == TOKEN_MARK && strchr("([{", token.mark) && !scan_close(scan))
            return;
}

static size_t weigh(struct scan scan, const struct bounds *bounds)
{
    size_t words = 0;
    struct token token;
    while (words <= MOST_WORDS && (token = scan_next(&scan)).kind != TOKEN_END) {
        words += token.kind == TOKEN_WORD || token.kind == TOKEN_NUMBER;
        if (scan_is(&scan, token, "while") && !scan_is_never(scan))
            words = MOST_WORDS + 1;
        if (!scan_is(&scan, token, "for"))
            continue;
        struct scan loop = scan;
        size_t turns = turns_of(scan, bounds);
        scan_next(&scan);
        scan_close(&scan);
        step_over(&scan);
        loop.size = scan.at;
        words += turns ? turns * weigh(loop, bounds) : MOST_WORDS + 1;
    }
    return words;
}

bool small_words_few(const struct unit *unit, const struct unit_function *function, const struct small_bound *bounds,
                     size_t count)
{
    struct scan scan;
    struct bounds known = {bounds, count};
    scan_init(&scan, unit->text, function->close, function->open);
    return weigh(scan, &known) <= MOST_WORDS;
}
