/*
 * region_outside.c - the calls of level 4 in the function being read, see region.h.
 *
 * A call that is a statement gets a block around it, any other a statement expression. The arguments stay inside the region, because
 * outside they would be evaluated in another order. A call with a compound literal as argument is left out: the literal would end
 * with the region.
 */
#include "instrumenter/front/region.h"

#include "instrumenter/unit/unit_lines.h"

#include "common/sort.h"
#include "include/instr_kinds.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Returns whether a call in the parentheses behind this word is not made, or must be constant. */
static bool is_unevaluated(const struct scan *scan, struct token word)
{
    static const char *const words[] = {
        "_Alignas", "_Alignof", "_BitInt",     "_Generic",      "_Static_assert", "__alignof",  "__alignof__",
        "__asm",    "__asm__",  "__attribute", "__attribute__", "__typeof",       "__typeof__", "alignas",
        "alignof",  "asm",      "offsetof",    "sizeof",        "static_assert",  "typeof",     "typeof_unqual",
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (scan_is(scan, word, words[i]))
            return true;
    return word.size > 10 && memcmp(scan->text + word.at, "__builtin_", 10) == 0;
}

/* Returns whether an argument of the call is or contains a compound literal that outlives it. */
static bool has_literal(const struct regions *regions, const struct outside_call *call)
{
    struct scan scan;
    scan_init(&scan, regions->unit->text, call->end, call->start);
    size_t block = 0; /* depth in the block of a statement expression, where literals end anyway */
    for (struct token before = {0}, token; (token = scan_next(&scan)).kind != TOKEN_END; before = token) {
        if (token.kind != TOKEN_MARK)
            continue;
        if (token.mark == '{' && (block > 0 || before.mark == '('))
            block++;
        else if (token.mark == '}' && block > 0)
            block--;
        else if (token.mark == '{' && before.mark == ')')
            return true;
    }
    return false;
}

/* Returns whether a value of its own type may replace the call at `at`, considering its statement. */
static bool is_replaceable(const struct regions *regions, const struct statement *statement,
                           const struct outside_call *call)
{
    enum { MAX = 256 };
    bool barred[MAX] = {false};
    size_t depth = 0;
    bool declares = statement->kind == STATEMENT_DECLARATION || statement->kind == STATEMENT_UNSURE;
    struct scan scan;
    scan_init(&scan, regions->unit->text, regions->unit->size, statement->start);
    struct token before = {0}, token;
    while ((token = scan_next(&scan)).kind != TOKEN_END && token.at < call->start) {
        if (token.kind == TOKEN_MARK && strchr("([{", token.mark)) {
            if (++depth == MAX)
                return false;
            barred[depth] = barred[depth - 1] || (token.mark == '[' && declares) ||
                            (before.kind == TOKEN_WORD && is_unevaluated(&scan, before));
        } else if (token.kind == TOKEN_MARK && strchr(")]}", token.mark) && depth > 0) {
            depth--;
        } else if (declares && depth == 0) {
            barred[0] |= scan_is(&scan, token, "static") || scan_is(&scan, token, "extern") ||
                         scan_is(&scan, token, "constexpr");
        }
        before = token;
    }
    if (token.at != call->start || barred[depth] || (before.kind == TOKEN_WORD && is_unevaluated(&scan, before)))
        return false;
    /* An array in a structure that is no object of its own has a short life. */
    scan_init(&scan, regions->unit->text, regions->unit->size, call->end);
    return !call->structure || scan_next(&scan).mark != '.';
}

/* Returns whether the edit changes this call in another way. */
static bool is_changed(const struct unit *unit, size_t start)
{
    size_t first = region_first_call(unit, start);
    return first < unit->call_count && unit->calls[first].start == start;
}

static void add_region(struct regions *regions, const struct outside_call *call)
{
    const struct body *body = &regions->body;
    size_t index = body_innermost(body, call->start);
    const struct statement *statement = &body->statements[index];
    bool header = statement->kind == STATEMENT_LOOP || statement->kind == STATEMENT_IF ||
                  statement->kind == STATEMENT_SWITCH || statement->kind == STATEMENT_ONCE;
    bool simple = statement->kind == STATEMENT_EXPRESSION || statement->kind == STATEMENT_DECLARATION ||
                  statement->kind == STATEMENT_UNSURE || statement->kind == STATEMENT_LEAVE;
    bool controlled = statement->atomic || statement->no_inside || region_in_controlled_statement(regions, index) ||
                      (header && statement->front != statement->start);
    if ((!header && !simple) || controlled || is_changed(regions->unit, call->start) ||
        !is_replaceable(regions, statement, call))
        return;
    struct location location = unit_lines_at(regions->lines, call->start);
    struct unit_region region = {
        .name = call->name, .file = location.file, .line = location.line, .kind = __INSTR_CALL, .level = 4};
    region.reason = has_literal(regions, call) ? REASON_LITERAL : REASON_NONE;
    region.form = UNIT_REGION_CALL;
    region.open = call->start;
    region.close = call->end;
    struct scan scan;
    scan_init(&scan, regions->unit->text, regions->unit->size, call->end);
    scan_next(&scan);
    bool whole = statement->kind == STATEMENT_EXPRESSION && statement->start == call->start &&
                 statement->end == scan.at && statement->movable;
    if (whole && !region_is_value(body, index)) {
        region.form = UNIT_REGION_AROUND;
        region.open = statement->front;
        region.close = statement->end;
    }
    region_add(regions, region, SIZE_MAX);
}

void region_outside(struct regions *regions)
{
    const struct unit *unit = regions->unit;
    const struct unit_function *function = &unit->functions[regions->function];
    const struct outside_calls *list = regions->outside;
    if (regions->levels[regions->function] < 4)
        return;
    size_t nested = regions->function + 1;
    size_t at = sort_lower_bound(list->calls, list->count, sizeof *list->calls, offsetof(struct outside_call, start),
                                 function->open);
    for (; at < list->count && list->calls[at].start < function->close; at++) {
        size_t start = list->calls[at].start;
        while (nested < unit->function_count && unit->functions[nested].close < start)
            nested++;
        bool inner = nested < unit->function_count && unit->functions[nested].head <= start;
        if (!inner)
            add_region(regions, &list->calls[at]);
    }
}
