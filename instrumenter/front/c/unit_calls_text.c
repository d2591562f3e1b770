/*
 * unit_calls_text.c - see unit_calls_text.h.
 *
 * A call is a name, known from the table of unit_calls.c, and its parentheses; a declaration has a word before the
 * name, and a member a point or arrow. As with libclang a name counts only where it is declared before, at file
 * scope, and the unit does not define it.
 */
#include "instrumenter/front/c/unit_calls_text.h"

#include "instrumenter/unit/unit_scan.h"

#include <string.h>

/* Words that may stand before a call. */
static bool may_precede(const struct scan *scan, struct token token)
{
    static const char *const words[] = {"case", "do", "else", "return", "sizeof", "__extension__"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (scan_is(scan, token, words[i]))
            return true;
    return token.kind != TOKEN_WORD && token.mark != '.' && token.mark != '>'; /* of `->` */
}

/* Whether the text up to `end` declares the function at file scope. */
static bool is_declared(const struct unit *unit, size_t end, const char *name)
{
    struct scan scan;
    struct token token, before = {0};
    scan_init(&scan, unit->text, end, 0);
    while ((token = scan_next(&scan)).kind != TOKEN_END) {
        bool behind_type = before.kind == TOKEN_WORD || before.mark == '*';
        if (behind_type && scan_is(&scan, token, name) && scan_next(&scan).mark == '(')
            return true;
        if (token.mark == '{' && !scan_close(&scan))
            return false;
        before = token;
    }
    return false;
}

static bool is_wanted(const struct unit *unit, size_t index, const char *name, enum unit_call_kind *kind)
{
    if (!unit_calls_named(name, kind))
        return false;
    for (size_t i = 0; i < unit->function_count; i++)
        if (strcmp(unit->functions[i].name, name) == 0)
            return false;
    return strncmp(name, "__builtin_", 10) == 0 || is_declared(unit, unit->functions[index].head, name);
}

/* The function that begins with its `{` in this token's place, if one is nested in the other: its end. */
static size_t behind_nested(const struct unit *unit, size_t index, size_t at)
{
    for (size_t i = index + 1; i < unit->function_count && unit->functions[i].open < unit->functions[index].close; i++)
        if (unit->functions[i].name_at == at)
            return unit->functions[i].close;
    return 0;
}

void unit_calls_text(struct call_list *list, const struct unit *unit, size_t index, struct arena *arena)
{
    const struct unit_function *function = &unit->functions[index];
    struct scan scan;
    struct token token, before = {0};
    scan_init(&scan, unit->text, function->close, function->open);
    for (; (token = scan_next(&scan)).kind != TOKEN_END; before = token) {
        enum unit_call_kind kind;
        struct scan ahead = scan;
        size_t nested = behind_nested(unit, index, token.at);
        if (nested) {
            scan.at = nested;
            continue;
        }
        if (token.kind != TOKEN_WORD || !may_precede(&scan, before) || scan_next(&ahead).mark != '(')
            continue;
        const char *name = arena_copy(arena, unit->text + token.at, token.size);
        if (!is_wanted(unit, index, name, &kind) || !scan_close(&ahead))
            continue;
        struct unit_call call = {.kind = kind,
                                 .name = name,
                                 .start = token.at,
                                 .end = ahead.at,
                                 .callee = token.at,
                                 .callee_end = token.at + token.size};
        unit_calls_add(list, call, arena);
    }
}
