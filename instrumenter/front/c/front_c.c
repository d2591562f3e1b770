/*
 * front_c.c - see front_c.h.
 *
 * Three readings of one text are put together: the line markers say where each place comes from, the
 * outline finds every definition by its shape, and libclang adds what it knows of those it understood. A
 * function that only one of the two found counts all the same; the offsets come from the text itself.
 */
#include "instrumenter/front/c/front_c.h"

#include "include/instr_kinds.h"
#include "instrumenter/front/c/body_c.h"
#include "instrumenter/front/c/unit_calls_text.h"
#include "instrumenter/front/c/unit_clang.h"
#include "instrumenter/front/c/unit_library.h"
#include "instrumenter/front/c/unit_outline.h"
#include "instrumenter/front/c/unit_plain.h"
#include "instrumenter/front/c/unit_small.h"
#include "instrumenter/front/function_words.h"
#include "instrumenter/front/reading.h"
#include "instrumenter/unit/unit_scan.h"

static const struct function_word linkage[] = {
    {"static", BEFORE_NAME, REASON_NONE, __INSTR_STATIC, false},
    {"inline", BEFORE_NAME, REASON_NONE, __INSTR_INLINE, false},
    {"__inline", BEFORE_NAME, REASON_NONE, __INSTR_INLINE, false},
    {"__inline__", BEFORE_NAME, REASON_NONE, __INSTR_INLINE, false},
    {0},
};

/* Both compilers warn of static objects in them, __extension__ or not. */
static bool is_external_inline(const struct unit_function *function)
{
    return (function->flags & (__INSTR_INLINE | __INSTR_STATIC)) == __INSTR_INLINE;
}

/* A function that the outline, libclang or both have found. */
static void add_function(struct reading *reading, const struct outline_function *outlined,
                         const struct clang_function *clang)
{
    const struct unit *unit = reading->unit;
    size_t name_at = clang ? clang->name_at : outlined->name.at, open = clang ? clang->open : outlined->open;
    unsigned known = clang ? clang->flags : 0;
    if (unit_lines_system(&reading->lines, name_at))
        return;
    struct unit_function function = {
        .name = clang ? clang->name : arena_copy(reading->arena, unit->text + name_at, outlined->name.size),
        .name_at = name_at,
        .head = clang ? clang->head : outlined->head,
        .open = reading_inside(unit, open),
        .close = clang ? clang->close : outlined->close,
        .unread = !clang && !unit->plain,
    };
    if (known & CLANG_INTERNAL)
        function.flags |= __INSTR_STATIC;
    if (known & CLANG_INLINE)
        function.flags |= __INSTR_INLINE;
    reading_give_reason(&function, clang ? clang->reason : REASON_NONE);
    function_words_read(unit, &function, open, linkage, NULL, 0);
    function.shared = is_external_inline(&function);
    /* The body of a naked function may hold no declaration. */
    function.at_top = function.shared || function.reason == REASON_NAKED;
    reading_add(reading, function);
}

/* Both lists are in order of `open`. */
static void merge(struct reading *reading, const struct outline *outline, const struct clang_unit *clang)
{
    for (size_t i = 0, k = 0; i < outline->count || k < clang->count;) {
        const struct outline_function *shape = i < outline->count ? &outline->functions[i] : NULL;
        const struct clang_function *known = k < clang->count ? &clang->functions[k] : NULL;
        if (shape && known && shape->open != known->open) {
            if (shape->open < known->open)
                known = NULL;
            else
                shape = NULL;
        }
        i += shape != NULL;
        k += known != NULL;
        /* Where they disagree about the end, the parse went astray: the shape is right. */
        if (shape && known && shape->close != known->close)
            known = NULL;
        add_function(reading, shape, known);
    }
}

/* The calls in functions that libclang did not read. */
static void find_unread_calls(struct reading *reading)
{
    const struct unit *unit = reading->unit;
    for (size_t i = 0; i < unit->function_count; i++)
        if (unit->functions[i].unread)
            unit_calls_text(&reading->calls, unit, i, reading->arena);
}

static bool read_c(struct reading *reading, struct error *error)
{
    const struct unit_options *options = reading->options;
    struct unit *unit = reading->unit;
    struct outline outline;
    struct clang_unit clang = {.outside.lines = reading->finest ? &reading->lines : NULL};
    unit_outline(&outline, unit->text, unit->size, reading->blank, reading->arena);
    unit->plain =
        !options->thorough && !options->unparsed && !reading->finest &&
        unit_plain(&outline, reading->blank, unit->size, &reading->lines, !options->unoptimized, reading->arena);
    if (!options->unparsed && !unit->plain &&
        !unit_clang(&clang, reading->blank, unit->size, &reading->lines, options->flags, reading->arena, error))
        return false;
    unit->library = unit_library(&outline, reading->blank, unit->size, &reading->lines, reading->arena);
    reading->calls = clang.calls;
    reading->outside = clang.outside;
    merge(reading, &outline, &clang);
    find_unread_calls(reading);
    function_words_resolvers(unit);
    return true;
}

const struct front front_c = {read_c, body_c_read, unit_small};
