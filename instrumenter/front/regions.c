/* regions.c - all regions of a unit, function by function, see region.h. */
#include "instrumenter/front/region.h"

#include "instrumenter/front/reading.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Returns whether `name` is a word of the pragma. */
static bool names(const struct regions *regions, const struct pragma *pragma, const char *name)
{
    struct scan scan;
    scan_init(&scan, regions->unit->text, pragma->end, pragma->at + 1);
    for (struct token token; (token = scan_next(&scan)).kind != TOKEN_END;)
        if (scan_is(&scan, token, name))
            return true;
    return false;
}

/* Applies `declare target`, alone or with a list of functions, and `routine`. */
static void apply_device(struct regions *regions, const struct pragma *pragma, size_t next, bool *between)
{
    struct unit *unit = regions->unit;
    bool begins = names(regions, pragma, "declare") && names(regions, pragma, "target");
    if (begins && names(regions, pragma, "end")) {
        *between = false;
        return;
    }
    bool routine = names(regions, pragma, "routine");
    if (!begins && !routine)
        return;
    bool list = memchr(unit->text + pragma->at, '(', pragma->end - pragma->at);
    if (begins && !list)
        *between = true;
    else if (!list && next < unit->function_count)
        reading_give_reason(&unit->functions[next], REASON_DEVICE);
    for (size_t i = 0; list && i < unit->function_count; i++)
        if (names(regions, pragma, unit_function_shorter(&unit->functions[i])))
            reading_give_reason(&unit->functions[i], REASON_DEVICE);
}

/* Returns 1 + the index of the function whose body contains `offset`, or 0. `next` functions open before it. */
static size_t function_around(const struct unit *unit, size_t offset, size_t next)
{
    while (next > 0 && unit->functions[next - 1].close < offset)
        next--;
    return next;
}

/* Applies the pragmas for functions, in order. */
static void apply_to_functions(struct regions *regions)
{
    struct unit *unit = regions->unit;
    struct pragma_list *list = &regions->pragmas;
    bool off = false, device = false;
    size_t next = 0;
    for (size_t i = 0; i <= list->count; i++) {
        size_t at = i < list->count ? list->pragmas[i].at : SIZE_MAX;
        for (; next < unit->function_count && unit->functions[next].open < at; next++) {
            if (off)
                reading_give_reason(&unit->functions[next], REASON_SKIP);
            if (device)
                reading_give_reason(&unit->functions[next], REASON_DEVICE);
        }
        if (i == list->count)
            break;
        struct pragma *pragma = &list->pragmas[i];
        if (pragma->kind == PRAGMA_FENCE)
            apply_device(regions, pragma, next, &device);
        if (pragma->kind != PRAGMA_LEVEL && pragma->kind != PRAGMA_SKIP && pragma->kind != PRAGMA_OFF &&
            pragma->kind != PRAGMA_ON)
            continue;
        pragma->used = true;
        bool single = pragma->kind == PRAGMA_LEVEL || pragma->kind == PRAGMA_SKIP;
        size_t around = function_around(unit, at, next);
        size_t limit = around ? unit->functions[around - 1].close : unit->size;
        if (single && (next == unit->function_count || unit->functions[next].open > limit)) {
            pragma_complain(list, at, "pragma-misplaced", "pragma ignored: no function after '%s'",
                            pragma_word(pragma->kind));
        } else if (pragma->kind == PRAGMA_SKIP) {
            reading_give_reason(&unit->functions[next], REASON_SKIP);
        } else if (pragma->kind == PRAGMA_LEVEL) {
            regions->levels[next] = pragma->level;
            unit->functions[next].asked = true;
            if (pragma->level == 0)
                reading_give_reason(&unit->functions[next], REASON_LEVEL);
        } else if (around) {
            pragma_complain(list, at, "pragma-misplaced", "pragma ignored: '%s' inside a function",
                            pragma_word(pragma->kind));
        } else if ((pragma->kind == PRAGMA_OFF) == off) {
            pragma_complain(list, at, "pragma-pair", "pragma ignored: it is already '%s'", pragma_word(pragma->kind));
        } else {
            off = pragma->kind == PRAGMA_OFF;
        }
    }
}

/* Moves a probe behind the pragmas that must be first in a body. */
static void step_over_first(struct regions *regions, struct unit_function *function)
{
    const struct pragma_list *list = &regions->pragmas;
    struct scan scan;
    scan_init(&scan, regions->unit->text, regions->unit->size, function->open);
    struct token token = scan_next(&scan);
    for (size_t i = pragma_list_find(list, function->open); i < list->count && list->pragmas[i].at < token.at; i++)
        if (list->pragmas[i].first)
            function->open = token.at;
}

void regions_begin(struct regions *regions, const struct front *front, struct unit *unit,
                   const struct unit_options *options, const struct unit_lines *lines, const char *blank,
                   struct arena *arena)
{
    *regions = (struct regions){.front = front, .unit = unit, .options = options, .lines = lines, .arena = arena};
    regions->levels = arena_array(arena, unit->function_count + 1, sizeof *regions->levels);
    pragma_list_read(&regions->pragmas, unit, lines, blank, arena);
    for (size_t i = 0; options->flags && options->flags[i]; i++)
        regions->openmp |= strcmp(options->flags[i], "-fopenmp") == 0;
    for (size_t i = 0; i < unit->function_count; i++) {
        regions->levels[i] = options->level;
        step_over_first(regions, &unit->functions[i]);
    }
    apply_to_functions(regions);
}

/* Resolves regions that overlap without nesting, which can't both be blocks: that of a level yields to that of a pragma. */
static void untangle(struct regions *regions, size_t first)
{
    struct unit *unit = regions->unit;
    for (size_t i = first; i < unit->region_count; i++) {
        struct unit_region *asked = &unit->regions[i];
        if (!asked->asked || asked->reason || asked->form != UNIT_REGION_AROUND)
            continue;
        for (size_t k = first; k < unit->region_count; k++) {
            struct unit_region *other = &unit->regions[k];
            bool inside = other->open >= asked->open && other->close <= asked->close;
            bool around = other->open <= asked->open && other->close >= asked->close;
            bool apart = other->open >= asked->close || other->close <= asked->open;
            if (!other->asked && !other->reason && !inside && !around && !apart)
                other->reason = REASON_GOVERNED;
        }
    }
}

static void read_function(struct regions *regions)
{
    struct unit *unit = regions->unit;
    const struct unit_function *function = &unit->functions[regions->function];
    size_t first = pragma_list_find(&regions->pragmas, function->open);
    bool any = first < regions->pragmas.count && regions->pragmas.pragmas[first].at < function->close;
    if (regions->levels[regions->function] < 2 && !any)
        return;
    regions->front->body(&regions->body, unit, function, &regions->pragmas, regions->arena);
    if (regions->body.count == 0)
        return;
    regions->annotated = arena_array(regions->arena, regions->body.count, sizeof *regions->annotated);
    size_t before = unit->region_count;
    region_pragmas(regions);
    region_levels(regions);
    region_outside(regions);
    untangle(regions, before);
    if (regions->openmp)
        region_teams(regions);
}

static int compare_messages(const void *left, const void *right)
{
    const struct unit_message *a = left, *b = right;
    return a->at != b->at ? (a->at > b->at ? 1 : -1) : strcmp(a->text, b->text);
}

void regions_find(struct regions *regions, const struct outside_calls *outside)
{
    regions->outside = outside;
    struct unit *unit = regions->unit;
    struct pragma_list *list = &regions->pragmas;
    for (size_t i = 0; i < unit->function_count; i++) {
        regions->function = i;
        if (!unit->functions[i].reason)
            read_function(regions);
    }
    unit->removals = arena_array(regions->arena, list->count + 1, sizeof *unit->removals);
    size_t next = 0;
    for (size_t i = 0; i < list->count; i++) {
        struct pragma *pragma = &list->pragmas[i];
        if (pragma->kind >= PRAGMA_GOVERNS)
            continue;
        unit->removals[unit->removal_count++] = (struct unit_removal){pragma->at, pragma->end};
        if (pragma->used || pragma->kind == PRAGMA_BAD)
            continue;
        /* In a function that is left alone, a pragma for a part of it means nothing. */
        while (next < unit->function_count && unit->functions[next].open < pragma->at)
            next++;
        size_t around = function_around(unit, pragma->at, next);
        if (around && unit->functions[around - 1].reason)
            continue;
        pragma_complain(list, pragma->at, "pragma-misplaced",
                        "pragma ignored: '%s' belongs between the statements of a function", pragma_word(pragma->kind));
    }
    if (unit->message_count)
        qsort(unit->messages, unit->message_count, sizeof *unit->messages, compare_messages);
}
