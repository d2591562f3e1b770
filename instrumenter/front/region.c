/* region.c - see region.h. */
#include "instrumenter/front/region.h"

#include "common/sort.h"
#include "instrumenter/front/reading.h"

#include <stdint.h>

bool region_in_controlled_statement(const struct regions *regions, size_t index)
{
    const struct statement *all = regions->body.statements;
    for (size_t at = index; at != 0; at = all[at].parent)
        if (all[all[at].parent].no_inside)
            return true;
    /* Up through a perfect nest: a loop whose only statement is a loop. */
    while (all[index].kind == STATEMENT_LOOP && index != 0) {
        size_t up = all[index].parent;
        while (all[up].kind == STATEMENT_BLOCK && up != 0 && all[up + 1].last == all[up].last)
            up = all[up].parent;
        if (all[up].kind != STATEMENT_LOOP)
            return false;
        if (all[up].no_nest)
            return true;
        index = up;
    }
    return false;
}

struct unit_region region_of_index(const struct regions *regions, size_t index)
{
    const struct statement *statement = &regions->body.statements[index];
    struct unit_region region = {.open = statement->front, .close = statement->end};
    if (!statement->movable || region_in_controlled_statement(regions, index))
        region.open = SIZE_MAX;
    return region;
}

size_t region_turn(const struct body *body, size_t loop)
{
    const struct statement *all = body->statements;
    size_t turn = loop + 1;
    while (turn < all[loop].last && all[turn].role != ROLE_BODY)
        turn = all[turn].last;
    return turn < all[loop].last ? turn : SIZE_MAX;
}

size_t region_first_call(const struct unit *unit, size_t offset)
{
    return sort_lower_bound(unit->calls, unit->call_count, sizeof *unit->calls, offsetof(struct unit_call, start),
                            offset);
}

/* Returns why the region is impossible, or REASON_NONE. */
static enum reason refuse(struct regions *regions, const struct unit_region *region, const char **text, size_t *at)
{
    const struct unit *unit = regions->unit;
    if (region->open == SIZE_MAX) {
        *text = "another pragma allows no probe here";
        return REASON_GOVERNED;
    }
    size_t from = region->outer_close ? region->outer : region->open;
    size_t to = region->outer_close ? region->outer_close : region->close;
    *text = body_jumps(&regions->body, from, to, at, regions->arena);
    if (*text)
        return REASON_JUMP;
    bool frame = region->form != UNIT_REGION_COUNT;
    for (size_t i = region_first_call(unit, region->open);
         frame && i < unit->call_count && unit->calls[i].start < region->close; i++)
        if (unit->calls[i].kind == UNIT_CALL_TAIL) {
            *at = unit->calls[i].start;
            *text = "it is a tail call, after which the function does not continue";
            return REASON_TAIL_CALL;
        }
    return REASON_NONE;
}

void region_add(struct regions *regions, struct unit_region region, size_t asked)
{
    struct unit *unit = regions->unit;
    const char *text = NULL;
    size_t at = asked;
    region.function = regions->function;
    if (!region.reason)
        region.reason = refuse(regions, &region, &text, &at);
    if (region.reason && asked != SIZE_MAX)
        pragma_complain(&regions->pragmas, at, reason_word(region.reason), "block not instrumented: %s", text);
    unit->regions = arena_room(regions->arena, unit->regions, unit->region_count, &regions->capacity, sizeof region);
    unit->regions[unit->region_count++] = region;
}
