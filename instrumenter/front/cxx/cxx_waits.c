/* cxx_waits.c - see cxx_unit.h. */
#include "instrumenter/front/cxx/cxx_unit.h"

#include "instrumenter/unit/unit_scan.h"

#include <string.h>

/* Skips prefix operators: scan->at is then at the operand. */
static void skip_operators(struct scan *scan)
{
    for (struct token token = scan_peek(scan);
         (token.kind == TOKEN_MARK && strchr("*&!~+-", token.mark)) || scan_is(scan, token, "co_await");
         token = scan_peek(scan))
        scan_next(scan);
}

/* Skips `<...>` behind a name if it is a list of arguments, behind which there is a call, a scope or an object. */
static bool skip_arguments(struct scan *scan)
{
    struct scan ahead = *scan;
    int depth = 0;
    do {
        struct token token = scan_next(&ahead);
        if (token.kind == TOKEN_END || (token.kind == TOKEN_MARK && strchr(";)]}|=", token.mark)))
            return false;
        if (token.kind == TOKEN_MARK && strchr("([{", token.mark) && !scan_close(&ahead))
            return false;
        depth += scan_is_mark(token, '<') - scan_is_mark(token, '>');
    } while (depth > 0);
    struct token next = scan_peek(&ahead);
    if (next.kind != TOKEN_MARK || !strchr("({:", next.mark))
        return false;
    *scan = ahead;
    return true;
}

/* Skips a lambda from its `[`, where the scan is, to the end of its body. */
static bool skip_lambda(struct scan *scan)
{
    scan_next(scan);
    bool good = scan_close(scan);
    while (good) {
        struct token token = scan_next(scan);
        if (token.kind == TOKEN_END || (token.kind == TOKEN_MARK && strchr(";)]}", token.mark)))
            return false;
        if (token.kind == TOKEN_MARK && strchr("([{", token.mark))
            good = scan_close(scan);
        if (scan_is_mark(token, '{'))
            break;
    }
    return good;
}

/* Skips a name with its scopes, a constant, something in brackets, or a lambda. */
static bool skip_primary(struct scan *scan)
{
    static const char *const others[] = {"new", "delete", "sizeof", "alignof", "throw", "noexcept", "requires"};
    struct token token = scan_peek(scan);
    if (scan_is_mark(token, '['))
        return skip_lambda(scan);
    if (SCAN_IS_ONE_OF(scan, token, others) || (token.kind == TOKEN_MARK && !strchr("(:", token.mark)))
        return false;
    scan_next(scan);
    if (scan_is_mark(token, '('))
        return scan_close(scan) && scan_peek(scan).kind == TOKEN_MARK && !scan_is_mark(scan_peek(scan), '{');
    return token.kind != TOKEN_END;
}

/* Skips the operand of a `co_await`, where the scan is. */
static bool skip_operand(struct scan *scan)
{
    skip_operators(scan);
    bool good = skip_primary(scan);
    for (bool names = true; good;) { /* a name is what is in front */
        struct scan before = *scan;
        struct token token = scan_next(scan);
        if (token.kind == TOKEN_WORD || token.kind == TOKEN_STRING || token.kind == TOKEN_NUMBER) {
            names = token.kind == TOKEN_WORD; /* behind `::`, `.`, `->`, `typename`, or the suffix of a literal */
            continue;
        }
        struct token next = scan_peek(scan);
        bool arrow = scan_is_mark(token, '-') && scan_is_mark(next, '>');
        bool twice = (scan_is_mark(token, '+') || scan_is_mark(token, '-')) && scan_is_mark(next, token.mark);
        bool scope = scan_is_mark(token, ':') && scan_is_mark(next, ':');
        if (scan_is_mark(token, '(') || scan_is_mark(token, '[') || (names && scan_is_mark(token, '{'))) {
            good = scan_close(scan);
            names = false;
        } else if (arrow || twice || scope) {
            scan_next(scan);
            names = false;
        } else if (scan_is_mark(token, '.')) {
            names = false;
        } else if (scan_is_mark(token, '<') && names && (*scan = before, skip_arguments(scan))) {
            names = true;
        } else {
            *scan = before;
            break;
        }
    }
    return good;
}

/* Skips from behind a `co_yield` to the `;`. */
static bool skip_value(struct scan *scan)
{
    if (scan_is_mark(scan_peek(scan), '{'))
        return false;
    for (;;) {
        struct token token = scan_peek(scan);
        if (scan_is_mark(token, ';'))
            return true;
        if (token.kind == TOKEN_END || (token.kind == TOKEN_MARK && strchr(")]}", token.mark)))
            return false;
        scan_next(scan);
        if (token.kind == TOKEN_MARK && strchr("([{", token.mark) && !scan_close(scan))
            return false;
    }
}

/* Returns whether a statement begins behind this token. */
static bool ends_statement(const struct scan *scan, struct token token)
{
    return (token.kind == TOKEN_MARK && strchr(";{}):", token.mark)) || scan_is(scan, token, "else") ||
           scan_is(scan, token, "do");
}

static void add_wait(struct reading *reading, struct unit_wait wait)
{
    struct unit *unit = reading->unit;
    unit->waits = arena_room(reading->arena, unit->waits, unit->wait_count, &reading->wait_capacity, sizeof wait);
    unit->waits[unit->wait_count++] = wait;
}

/* Skips from behind a `catch` to behind its `{`. */
static bool skip_to_handler(struct scan *scan)
{
    return scan_is_mark(scan_next(scan), '(') && scan_close(scan) && scan_is_mark(scan_next(scan), '{');
}

/* Returns whether [from, to) is the beginning of an assignment, up to its `=`, that is a statement of its own in a block. */
static bool is_assignment(const struct unit *unit, size_t from, size_t to)
{
    static const char *const others[] = {"if", "else", "for", "while", "do", "switch", "case", "default"};
    struct scan scan;
    struct token token, last = {0};
    scan_init(&scan, unit->text, to, from);
    while ((token = scan_next(&scan)).kind != TOKEN_END) {
        if (SCAN_IS_ONE_OF(&scan, token, others) || scan_is_mark(token, '(') || scan_is_mark(token, ')'))
            return false;
        last = token;
    }
    return scan_is_mark(last, '=');
}

/* Reads a wait behind whose word the scan is: the end of its operand, and its form. Returns false if that is unknown. */
static bool read_wait(struct unit_wait *wait, const struct unit *unit, struct scan scan, struct token before,
                      size_t statement, bool transforms)
{
    bool yields = wait->yields;
    if (!(yields ? skip_value(&scan) : skip_operand(&scan)))
        return false;
    wait->end = scan.at;
    wait->computes = memchr(unit->text + wait->operand, '(', wait->end - wait->operand);
    wait->form = UNIT_WAIT_OBJECT;
    if (!yields && !transforms)
        return true;
    wait->form = ends_statement(&scan, before)         ? UNIT_WAIT_STATEMENT
                 : scan_is(&scan, before, "co_return") ? UNIT_WAIT_LAST
                                                       : UNIT_WAIT_BEHIND;
    bool known = wait->form != UNIT_WAIT_BEHIND || is_assignment(unit, statement, wait->start);
    /* Without await_transform GCC 12 would copy what a variable has, where the text has more than that. */
    bool variable = !wait->computes && !memmem(unit->text + wait->operand, wait->end - wait->operand, "::", 2);
    return known && (yields ? wait->form == UNIT_WAIT_STATEMENT : !variable && scan_is_mark(scan_peek(&scan), ';'));
}

void cxx_waits_read(struct reading *reading, struct unit_function *function, size_t index,
                    const struct unit_function *nested, size_t count, bool transforms)
{
    struct unit *unit = reading->unit;
    struct scan scan;
    size_t first = unit->wait_count, statement = function->open;
    function->pieces = true;
    scan_init(&scan, unit->text, function->close, function->open);
    struct token token, before = {.kind = TOKEN_MARK, .mark = '{'};
    while (function->pieces && (token = scan_next(&scan)).kind != TOKEN_END) {
        for (; count && nested->head <= token.at; nested++, count--)
            if (nested->close > scan.at)
                scan.at = nested->close;
        struct unit_wait wait = {.start = token.at, .operand = scan_peek(&scan).at, .function = index};
        wait.yields = scan_is(&scan, token, "co_yield");
        struct scan ahead = scan;
        bool waits = wait.yields || (scan_is(&scan, token, "co_await") && !scan_is(&scan, before, "operator"));
        if (waits)
            function->pieces = read_wait(&wait, unit, scan, before, statement, transforms);
        else if (transforms && scan_is(&scan, token, "catch") && (waits = skip_to_handler(&ahead)))
            wait.form = UNIT_WAIT_HANDLER, wait.operand = wait.end = ahead.at;
        if (waits)
            add_wait(reading, wait);
        if (token.kind == TOKEN_MARK && strchr(";{}", token.mark))
            statement = scan.at;
        before = token;
    }
    if (!function->pieces)
        unit->wait_count = first;
}
