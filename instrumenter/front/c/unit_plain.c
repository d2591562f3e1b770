/*
 * unit_plain.c - see unit_outline.h.
 *
 * One pass over the tokens, outside of functions and in those that get a probe:
 *   - a declaration with `static` or `inline` may not name a function that the unit defines, and none may have an
 *     attribute that leaves a function alone;
 *   - no word in a function may name a call that the edit changes;
 *   - with tail calls as jumps each call must be one by name, of a function that was declared at file scope and is in this
 *     function nothing but called, and the calls among the unit's functions must have no cycle.
 */
#include "instrumenter/front/c/unit_outline.h"

#include "common/hash.h"
#include "instrumenter/front/c/unit_groups.h"
#include "instrumenter/front/unit_calls.h"

#include <stdint.h>
#include <string.h>

/* Facts about a word. Functions count from 1; 0 = none. */
struct name {
    const char *text;
    size_t size;
    size_t defined; /* by this function, instrumented or of a system header */
    size_t called;  /* in this function */
    size_t used;    /* in this function, and not called */
    bool declared;  /* at file scope, with parentheses behind it */
};

struct edge {
    size_t from;
    const struct name *to;
};

struct plain {
    struct scan scan;
    const struct outline *outline;
    const struct unit_lines *lines;
    struct arena *arena;
    struct name *names;
    size_t room, count;
    struct edge *edges;
    size_t edge_count, edge_room;
    bool tail_jumps;
};

static struct name *slot_of(struct name *names, size_t room, const char *text, size_t size)
{
    uint64_t hash = hash_bytes(HASH_START, text, size);
    for (size_t i = (size_t)(hash ^ hash >> 32);; i++) {
        struct name *slot = &names[i & (room - 1)];
        if (!slot->text || (slot->size == size && memcmp(slot->text, text, size) == 0))
            return slot;
    }
}

/* Returns the entry of a word; NULL if the table is full, as with many different words in few lines. */
static struct name *name_of(struct plain *plain, struct token token)
{
    const char *text = plain->scan.text + token.at;
    struct name *slot = slot_of(plain->names, plain->room, text, token.size);
    if (!slot->text) {
        if (plain->count * 2 >= plain->room)
            return NULL;
        plain->count++;
        slot->text = text;
        slot->size = token.size;
    }
    return slot;
}

static bool is_builtin(const struct name *name)
{
    static const char *const prefixes[] = {"__builtin_", "__sync_", "__atomic_"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (name->size > strlen(prefixes[i]) && memcmp(name->text, prefixes[i], strlen(prefixes[i])) == 0)
            return true;
    return false;
}

/* Returns whether the edit changes calls of this name. */
static bool is_changed(const struct plain *plain, struct token token)
{
    char word[64];
    enum unit_call_kind kind;
    if (token.size >= sizeof word)
        return false;
    memcpy(word, plain->scan.text + token.at, token.size);
    word[token.size] = '\0';
    return unit_calls_named(word, &kind);
}

static void add_edge(struct plain *plain, size_t from, const struct name *to)
{
    plain->edges = arena_room(plain->arena, plain->edges, plain->edge_count, &plain->edge_room, sizeof *plain->edges);
    plain->edges[plain->edge_count++] = (struct edge){from, to};
}

/* Handles a word in function `number`, with or without `(` behind it. */
static bool take_word(struct plain *plain, size_t number, struct token token, bool member)
{
    bool call = scan_is_mark(scan_peek(&plain->scan), '(');
    if (is_changed(plain, token))
        return false;
    if (!plain->tail_jumps || groups_is_keyword(&plain->scan, token))
        return true;
    struct name *name = name_of(plain, token);
    if (!name || (call && member))
        return false;
    if (member)
        return true;
    if (!call) {
        name->used = number;
        return name->called != number;
    }
    if (is_builtin(name) && !name->defined)
        return true;
    if (!name->declared || name->used == number)
        return false;
    if (name->called != number)
        add_edge(plain, number, name);
    name->called = number;
    return true;
}

/* Reads a function from its head, where the scan is, to its end. */
static bool take_function(struct plain *plain, size_t number, const struct outline_function *function)
{
    struct groups groups;
    struct token token, before = {0}, before2 = {0};
    groups_begin(&groups);
    while ((token = scan_next(&plain->scan)).kind != TOKEN_END && token.at < function->close) {
        bool arrow = scan_is_mark(before, '>') && scan_is_mark(before2, '-') && before2.at + 1 == before.at;
        if (token.kind == TOKEN_WORD && token.at != function->name.at &&
            !take_word(plain, number, token, arrow || scan_is_mark(before, '.')))
            return false;
        bool called = groups_is_called(&groups, &plain->scan, token) && token.at > function->open;
        if ((plain->tail_jumps && called) || !groups_take(&groups, &plain->scan, token))
            return false;
        before2 = before;
        before = token;
    }
    return true;
}

static bool is_plain_text(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if ((unsigned char)text[i] >= 0x80 || text[i] == '\\')
            return false;
    return true;
}

/* Notes the names of the unit's functions before any token is read. */
static bool note_definitions(struct plain *plain)
{
    for (size_t i = 0; i < plain->outline->count; i++) {
        const struct outline_function *function = &plain->outline->functions[i];
        bool system = unit_lines_system(plain->lines, function->name.at);
        struct name *name = name_of(plain, function->name);
        if (!name || name->defined || (!system && function->depth))
            return false;
        if (!system && !is_plain_text(name->text, name->size))
            return false;
        name->defined = i + 1;
    }
    return true;
}

/* Returns whether a word gives linkage to the functions declared behind it. */
static bool is_linkage(const struct plain *plain, struct token token)
{
    static const char *const words[] = {"static", "inline", "__inline", "__inline__"};
    return SCAN_IS_ONE_OF(&plain->scan, token, words);
}

/* Returns whether a word is an attribute that excludes a function; it may be before or behind the function's name. */
static bool is_reason(const struct plain *plain, struct token token)
{
    static const char *const words[] = {"naked", "__naked__", "no_instrument_function", "__no_instrument_function__"};
    return SCAN_IS_ONE_OF(&plain->scan, token, words);
}

/* The position of a token outside of functions. */
struct outside {
    bool linked;   /* a word of linkage stood before it in its declaration */
    size_t depth;  /* in brackets of all kinds */
    size_t braces; /* of these */
};

static bool take_outside(struct plain *plain, struct token token, struct outside *outside)
{
    if (token.kind == TOKEN_MARK && strchr("({[", token.mark)) {
        outside->depth++;
        outside->braces += token.mark == '{';
    } else if (token.kind == TOKEN_MARK && strchr(")}]", token.mark)) {
        outside->depth -= outside->depth > 0;
        outside->braces -= token.mark == '}' && outside->braces;
    } else if (scan_is_mark(token, ';') && !outside->depth) {
        outside->linked = false;
    }
    if (token.kind != TOKEN_WORD)
        return true;
    if (is_reason(plain, token))
        return false;
    outside->linked = outside->linked || is_linkage(plain, token);
    struct token next = scan_peek(&plain->scan);
    bool call = scan_is_mark(next, '('), declares = outside->linked && !outside->braces;
    struct name *name = call || declares ? name_of(plain, token) : NULL;
    if ((call || declares) && !name)
        return false;
    if (call)
        name->declared = true;
    return !(declares && name->defined && next.kind == TOKEN_MARK && strchr("(;,=)", next.mark));
}

/* Removes calls that can't be on a cycle until none can be removed. Returns whether any remain. */
static bool has_cycle(struct plain *plain)
{
    enum { ENTERED = 1, LEFT = 2 };
    unsigned char *seen = arena_alloc(plain->arena, plain->outline->count + 2);
    for (size_t before = plain->edge_count + 1; plain->edge_count < before;) {
        before = plain->edge_count;
        memset(seen, 0, plain->outline->count + 2);
        for (size_t i = 0; i < before; i++) {
            seen[plain->edges[i].from] |= LEFT;
            seen[plain->edges[i].to->defined] |= ENTERED;
        }
        plain->edge_count = 0;
        for (size_t i = 0; i < before; i++) {
            struct edge edge = plain->edges[i];
            if (edge.to->defined && (seen[edge.from] & ENTERED) && (seen[edge.to->defined] & LEFT))
                plain->edges[plain->edge_count++] = edge;
        }
    }
    return plain->edge_count;
}

static bool take_all(struct plain *plain)
{
    const struct outline *outline = plain->outline;
    size_t next = 0;
    struct outside outside = {0};
    for (;;) {
        struct token token = scan_peek(&plain->scan);
        if (token.kind == TOKEN_END)
            return true;
        if (next == outline->count || token.at < outline->functions[next].head) {
            token = scan_next(&plain->scan);
            if (!take_outside(plain, token, &outside))
                return false;
            continue;
        }
        const struct outline_function *function = &outline->functions[next++];
        struct name *name = name_of(plain, function->name);
        name->declared = true;
        if (unit_lines_system(plain->lines, function->name.at))
            plain->scan.at = function->close;
        else if (!take_function(plain, next, function))
            return false;
        while (next < outline->count && outline->functions[next].open < function->close)
            next++;
        plain->scan.at = function->close + 1;
        outside = (struct outside){0};
    }
}

bool unit_plain(const struct outline *outline, const char *text, size_t size, const struct unit_lines *lines,
                bool tail_jumps, struct arena *arena)
{
    struct plain plain = {.outline = outline, .lines = lines, .arena = arena, .tail_jumps = tail_jumps};
    if (memmem(text, size, "returns_twice", 13))
        return false;
    for (plain.room = 1024; plain.room < size / 64; plain.room *= 2)
        continue;
    plain.names = arena_array(arena, plain.room, sizeof *plain.names);
    scan_init(&plain.scan, text, size, 0);
    return note_definitions(&plain) && take_all(&plain) && !has_cycle(&plain);
}
