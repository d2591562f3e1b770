/*
 * unit_leaf.c - see unit_leaf.h.
 *
 * `(size)(x)` is a cast where `size` is a type. The unit's types are looked for only once such a pair of parentheses is met.
 */
#include "instrumenter/front/c/unit_leaf.h"

#include "include/instr_kinds.h"

#include "instrumenter/front/c/unit_groups.h"

#include <stdlib.h>
#include <string.h>

struct word {
    const char *text;
    size_t size;
};

/* The names that typedefs at file scope give. */
struct types {
    struct word *words; /* sorted */
    size_t count, room;
    bool read, failed;
};

static int compare_words(const void *left, const void *right)
{
    const struct word *a = left, *b = right;
    if (a->size != b->size)
        return a->size < b->size ? -1 : 1;
    return memcmp(a->text, b->text, a->size);
}

static void add_type(struct types *types, const struct scan *scan, struct token token, struct arena *arena)
{
    types->words = arena_room(arena, types->words, types->count, &types->room, sizeof *types->words);
    if (types->words)
        types->words[types->count++] = (struct word){scan->text + token.at, token.size};
    else
        types->failed = true;
}

/* A typedef, whose first word was read: the words before a comma or its end, outside of brackets, but attributes. */
static void read_typedef(struct types *types, struct scan *scan, struct arena *arena)
{
    struct token token, last = {0};
    while ((token = scan_next(scan)).kind != TOKEN_END && !types->failed) {
        if (token.kind == TOKEN_WORD && !scan_is(scan, token, "__attribute__"))
            last = token;
        if (token.kind != TOKEN_MARK)
            continue;
        if ((token.mark == ',' || token.mark == ';') && last.size)
            add_type(types, scan, last, arena);
        if (token.mark == ';' || (strchr("({[", token.mark) && !scan_close(scan)))
            return;
    }
}

static void read_types(struct types *types, const struct unit *unit, struct arena *arena)
{
    struct scan scan;
    struct token token;
    types->read = true;
    scan_init(&scan, unit->text, unit->size, 0);
    while ((token = scan_next(&scan)).kind != TOKEN_END && !types->failed)
        if (scan_is(&scan, token, "typedef"))
            read_typedef(types, &scan, arena);
        else if (scan_is_mark(token, '{') && !scan_close(&scan))
            break;
    if (types->count)
        qsort(types->words, types->count, sizeof *types->words, compare_words);
}

/* The parentheses that ended last have one word between them, which is a type. */
static bool is_type(struct types *types, const struct unit *unit, const struct group *group, struct arena *arena)
{
    if (group->first.at != group->last.at || group->first.kind != TOKEN_WORD)
        return false;
    if (!types->read)
        read_types(types, unit, arena);
    struct word word = {unit->text + group->first.at, group->first.size};
    return types->count && bsearch(&word, types->words, types->count, sizeof word, compare_words);
}

/* A word before a `(` that leads to no function, or to one that nobody instruments. */
static bool is_harmless(const struct scan *scan, struct token token)
{
    static const char *const prefixes[] = {
        "__atomic_",
        "__sync_",
        "__builtin_expect",
        "__builtin_constant_p",
        "__builtin_clz",
        "__builtin_ctz",
        "__builtin_popcount",
        "__builtin_bswap",
        "__builtin_va_",
        "__builtin_ffs",
        "__builtin_offsetof",
        "__builtin_unreachable",
        "__builtin_add_overflow",
        "__builtin_mul_overflow",
        "__builtin_prefetch",
        "__builtin_types_compatible_p",
        "__builtin_sub_overflow",
        "__builtin_huge_val",
        "__builtin_choose_expr",
    };
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (token.size >= strlen(prefixes[i]) && memcmp(scan->text + token.at, prefixes[i], strlen(prefixes[i])) == 0)
            return true;
    return groups_is_keyword(scan, token);
}

static bool calls_nothing(struct types *types, const struct unit *unit, const struct unit_function *function,
                          struct arena *arena)
{
    static const char *const assembly[] = {"asm", "__asm", "__asm__"};
    struct scan scan;
    struct token token;
    struct groups groups;
    groups_begin(&groups);
    scan_init(&scan, unit->text, function->close, function->open);
    while ((token = scan_next(&scan)).kind != TOKEN_END) {
        bool named = scan_is_mark(token, '(') && groups.before.kind == TOKEN_WORD;
        if (SCAN_IS_ONE_OF(&scan, token, assembly) || (named && !is_harmless(&scan, groups.before)))
            return false;
        if (groups_is_called(&groups, &scan, token) && !is_type(types, unit, &groups.closed, arena))
            return false;
        if (!groups_take(&groups, &scan, token))
            return false;
    }
    return true;
}

bool unit_leaf(struct unit *unit, struct arena *arena)
{
    struct types types = {0};
    for (size_t i = 0; i < unit->function_count && !types.failed; i++)
        if (!unit->functions[i].reason && calls_nothing(&types, unit, &unit->functions[i], arena))
            unit->functions[i].flags |= __INSTR_CALLS_NOTHING;
    for (size_t i = 0; i < unit->region_count; i++)
        if (unit->regions[i].reason == REASON_NONE)
            unit->functions[unit->regions[i].function].flags &= ~__INSTR_CALLS_NOTHING;
    for (size_t i = 0; i < unit->team_count; i++)
        unit->functions[unit->teams[i].function].flags &= ~__INSTR_CALLS_NOTHING;
    return !types.failed;
}
