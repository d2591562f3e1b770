/*
 * unit_names.h - looks up the functions of a unit by name.
 */
#ifndef INSTR_UNIT_NAMES_H
#define INSTR_UNIT_NAMES_H

#include "instrumenter/unit/unit.h"

struct unit_names {
    const struct unit *unit;
    const struct unit_function **sorted;
};

void unit_names_make(struct unit_names *names, const struct unit *unit, struct arena *arena);

/* Returns the index of the function whose name has these `size` bytes, or SIZE_MAX. */
size_t unit_names_find(const struct unit_names *names, const char *name, size_t size);

#endif
