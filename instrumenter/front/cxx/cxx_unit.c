/* cxx_unit.c - see cxx_unit.h. */
#include "instrumenter/front/cxx/cxx_unit.h"

bool cxx_unit_add(struct cxx_unit *unit, struct cxx_function function, struct arena *arena)
{
    unit->functions = arena_room(arena, unit->functions, unit->count, &unit->capacity, sizeof function);
    if (unit->functions)
        unit->functions[unit->count++] = function;
    return unit->functions;
}
