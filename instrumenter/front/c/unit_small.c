/*
 * unit_small.c - see unit_small.h.
 *
 * `(size)(x)` is a cast where `size` is a type. The unit's types are looked for only once such a pair of parentheses is met.
 */
#include "instrumenter/front/c/unit_small.h"

#include "include/instr_kinds.h"

#include "instrumenter/front/body.h"
#include "instrumenter/front/c/body_c.h"
#include "instrumenter/front/c/unit_groups.h"
#include "instrumenter/front/harmless.h"
#include "instrumenter/front/small_facts.h"
#include "instrumenter/front/unit_calls.h"
#include "instrumenter/unit/unit_names.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct word {
    const char *text;
    size_t size;
};

/* The names of typedefs at file scope. */
struct types {
    struct word *words; /* sorted */
    size_t count, room;
    bool read;
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
    types->words[types->count++] = (struct word){scan->text + token.at, token.size};
}

/* Reads a typedef, whose first word was read: the words before a comma or its end, outside of brackets, except attributes. */
static void read_typedef(struct types *types, struct scan *scan, struct arena *arena)
{
    struct token token, last = {0};
    while ((token = scan_next(scan)).kind != TOKEN_END) {
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
    while ((token = scan_next(&scan)).kind != TOKEN_END)
        if (scan_is(&scan, token, "typedef"))
            read_typedef(types, &scan, arena);
        else if (scan_is_mark(token, '{') && !scan_close(&scan))
            break;
    if (types->count)
        qsort(types->words, types->count, sizeof *types->words, compare_words);
}

/* Returns whether the last pair of parentheses contains a single word that is a type. */
static bool is_type(struct types *types, const struct unit *unit, const struct group *group, struct arena *arena)
{
    if (group->first.at != group->last.at || group->first.kind != TOKEN_WORD)
        return false;
    if (!types->read)
        read_types(types, unit, arena);
    struct word word = {unit->text + group->first.at, group->first.size};
    return types->count && bsearch(&word, types->words, types->count, sizeof word, compare_words);
}

/* Returns whether a word before a `(` calls no function, or one that is not instrumented. */
static bool is_harmless(const struct scan *scan, struct token token)
{
    return harmless_builtin(scan->text + token.at, token.size) || groups_is_keyword(scan, token);
}

/* A library function that the unit calls. */
struct library_name {
    struct word name;
    bool of_system; /* a header of the system has it */
};

struct small {
    struct unit *unit;
    const struct unit_lines *lines;
    const struct pragma_list *pragmas;
    struct arena *arena;
    struct types types;
    struct small_facts *facts; /* by function */
    struct unit_names names;
    struct library_name *library; /* those that were asked for so far */
    size_t library_count, library_room;
};

/* Returns the unit's function of that name, or SIZE_MAX. */
static size_t named(const struct small *small, struct token token)
{
    return unit_names_find(&small->names, small->unit->text + token.at, token.size);
}

/* Returns whether a word may precede the name in a call. Other words there make it a declaration. */
static bool may_precede(const struct scan *scan, struct token before)
{
    static const char *const words[] = {"return", "else", "do", "case", "__extension__"};
    return before.kind != TOKEN_WORD || SCAN_IS_ONE_OF(scan, before, words);
}

/* Returns whether the word behind these two tokens names a member. */
static bool is_member(struct token before, struct token before2)
{
    return scan_is_mark(before, '.') ||
           (scan_is_mark(before, '>') && scan_is_mark(before2, '-') && before2.at + 1 == before.at);
}

/* Returns whether a call ends the program, so that it never returns. */
static bool ends_all(const struct scan *scan, struct token token)
{
    static const char *const names[] = {"abort", "exit", "__assert_fail", "__builtin_abort", "__builtin_trap"};
    return SCAN_IS_ONE_OF(scan, token, names);
}

/* Returns whether a call returns in an unusual way, or is no function. */
static bool is_strange(const struct scan *scan, struct token token)
{
    static const char *const names[] = {"_Generic", "alloca",   "setjmp",  "sigsetjmp",  "longjmp",  "siglongjmp",
                                        "vfork",    "va_start", "va_copy", "getcontext", "_longjmp", "__sigsetjmp"};
    return SCAN_IS_ONE_OF(scan, token, names) ||
           (token.size > 1 && scan->text[token.at] == '_' && scan->text[token.at + 1] == '_');
}

/* Returns whether it is a function of MPI or the system that the runtime handles: its callers are not trivial, even if they seldom call it. */
static bool is_minded(const struct small *small, struct token token)
{
    enum unit_call_kind kind;
    const char *name = arena_copy(small->arena, small->unit->text + token.at, token.size);
    return unit_calls_named(name, &kind);
}

static void add_call(struct small *small, struct small_facts *facts, struct small_call call)
{
    facts->calls = arena_room(small->arena, facts->calls, facts->count, &facts->room, sizeof call);
    facts->calls[facts->count++] = call;
}

/* Returns the first token of the unit with that text. */
static size_t first_use(const struct unit *unit, struct word word)
{
    struct scan scan;
    struct token token;
    scan_init(&scan, unit->text, unit->size, 0);
    do
        token = scan_next(&scan);
    while (token.kind != TOKEN_END &&
           (token.size != word.size || memcmp(unit->text + token.at, word.text, word.size) != 0));
    return token.at;
}

/* Returns whether this name is from a system header, and not from one of the program. The unit is searched once. */
static bool is_of_system(struct small *small, struct token name)
{
    struct word word = {small->unit->text + name.at, name.size};
    for (size_t i = 0; i < small->library_count; i++)
        if (compare_words(&small->library[i].name, &word) == 0)
            return small->library[i].of_system;
    bool of_system = unit_lines_system(small->lines, first_use(small->unit, word));
    small->library =
        arena_room(small->arena, small->library, small->library_count, &small->library_room, sizeof *small->library);
    small->library[small->library_count++] = (struct library_name){word, of_system};
    return of_system;
}

/* Returns whether the last argument is a number, or the size of something, and no sum. `scan` is before the `(` of the call. */
static bool is_of_known_size(struct scan scan)
{
    struct scan last = scan;
    struct token token;
    scan_next(&last);
    for (struct scan inner = last; (token = scan_next(&inner)).kind != TOKEN_END && !scan_is_mark(token, ')');) {
        if (token.kind == TOKEN_MARK && strchr("([{", token.mark) && !scan_close(&inner))
            return false;
        if (scan_is_mark(token, ','))
            last = inner;
    }
    token = scan_next(&last);
    if (scan_is(&last, token, "sizeof")) {
        token = scan_next(&last);
        if (scan_is_mark(token, '*'))
            token = scan_next(&last);
        if (scan_is_mark(token, '(') ? !scan_close(&last) : token.kind != TOKEN_WORD)
            return false;
    } else if (token.kind != TOKEN_NUMBER) {
        return false;
    }
    return scan_is_mark(scan_next(&last), ')');
}

/* Returns whether a call is one of the allowed library functions; `scan` is behind its name. */
static bool is_harmless_call(struct small *small, struct scan scan, struct token name)
{
    const char *text = small->unit->text + name.at;
    bool function = harmless_function(text, name.size);
    bool library = function || harmless_copies(text, name.size, false);
    return named(small, name) == SIZE_MAX &&
           (library ? is_of_system(small, name) : harmless_copies(text, name.size, true)) &&
           (function || is_of_known_size(scan));
}

/* Reads a name before a `(`; `scan` is behind it. */
static void read_call(struct small *small, struct small_facts *facts, struct scan scan, struct token name,
                      struct token before)
{
    if (ends_all(&scan, name) || is_harmless_call(small, scan, name))
        return;
    struct small_call call = {.start = name.at, .callee = named(small, name)};
    scan_next(&scan);
    bool minded = call.callee == SIZE_MAX && (is_strange(&scan, name) || is_minded(small, name));
    if (!scan_close(&scan) || minded || !may_precede(&scan, before))
        facts->trivial = false;
    else
        add_call(small, facts, call);
}

/* Reads a word with the two tokens before it; `scan` is behind it. */
static void read_word(struct small *small, struct small_facts *facts, const struct scan *scan, struct token token,
                      struct token before, struct token before2)
{
    static const char *const strange[] = {"goto", "__attribute__", "__attribute"};
    static const char *const assembly[] = {"asm", "__asm", "__asm__"};
    bool called = scan_is_mark(scan_peek(scan), '('), member = is_member(before, before2);
    if (SCAN_IS_ONE_OF(scan, token, assembly))
        facts->trivial = false;
    if (SCAN_IS_ONE_OF(scan, token, strange))
        facts->trivial = false;
    if (called && member)
        facts->trivial = false;
    if (member || (called && is_harmless(scan, token)))
        return;
    if (called)
        read_call(small, facts, *scan, token, before);
    else if (named(small, token) != SIZE_MAX)
        facts->trivial = false;
}

/* Reads a function from behind its name. */
static void read_function(struct small *small, size_t index)
{
    const struct unit *unit = small->unit;
    const struct unit_function *function = &unit->functions[index];
    struct small_facts *facts = &small->facts[index];
    struct scan scan;
    struct token token, before2 = {0};
    struct groups groups;
    facts->trivial = true;
    groups_begin(&groups);
    scan_init(&scan, unit->text, function->close, function->name_at);
    scan_next(&scan);
    while ((token = scan_next(&scan)).kind != TOKEN_END) {
        bool in_body = token.at >= function->open;
        if (token.kind == TOKEN_WORD && (in_body || !scan_is_mark(scan_peek(&scan), '(')))
            read_word(small, facts, &scan, token, groups.before, before2);
        bool pointer = in_body && groups_is_called(&groups, &scan, token) &&
                       !is_type(&small->types, unit, &groups.closed, small->arena);
        before2 = groups.before;
        if (pointer || !groups_take(&groups, &scan, token))
            facts->trivial = false;
    }
}

/* Returns whether a function that makes other calls can run without them. */
static bool avoids(void *context, size_t index)
{
    struct small *small = context;
    const struct unit *unit = small->unit;
    const struct small_facts *facts = &small->facts[index];
    size_t *others = arena_array(small->arena, facts->count + 1, sizeof *others), count = 0;
    struct body body;
    body_c_read(&body, unit, &unit->functions[index], small->pragmas, small->arena);
    for (size_t k = 0; k < facts->count; k++)
        if (facts->calls[k].callee == SIZE_MAX || !small->facts[facts->calls[k].callee].settled)
            others[count++] = facts->calls[k].start;
    size_t first = pragma_list_find(small->pragmas, unit->functions[index].open);
    bool any = first < small->pragmas->count && small->pragmas->pragmas[first].at < unit->functions[index].close;
    return !any && !unit->functions[index].at_top && body_avoids(&body, others, count);
}

void unit_small(struct reading *reading, const struct pragma_list *pragmas)
{
    struct unit *unit = reading->unit;
    struct arena *arena = reading->arena;
    struct small small = {.unit = unit, .lines = &reading->lines, .pragmas = pragmas, .arena = arena};
    small.facts = arena_array(arena, unit->function_count + 1, sizeof *small.facts);
    unit_names_make(&small.names, unit, arena);
    for (size_t i = 0; i < unit->function_count; i++) {
        const struct unit_function *function = &unit->functions[i];
        if (function->reason)
            continue;
        read_function(&small, i);
        small.facts[i].trivial &= !reading->options->all_paths && small_may_be_trivial(&small.facts[i], unit, function);
    }
    small_settle(small.facts, unit, avoids, &small);
    small_flag(small.facts, unit);
}
