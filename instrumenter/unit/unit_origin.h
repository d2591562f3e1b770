/*
 * unit_origin.h - finds the macro that made a function.
 *
 * A flat text has no macros, but the source line that it names has. If the function's name is not in that line, or is followed by
 * another token, then a macro used in the line made it. Of nested macros it is the outermost one.
 */
#ifndef INSTR_UNIT_ORIGIN_H
#define INSTR_UNIT_ORIGIN_H

#include "common/arena.h"
#include "instrumenter/unit/unit.h"
#include "instrumenter/unit/unit_lines.h"

#include <stdbool.h>

/* Fills in the origin of each function of `unit`; of none if `read` is NULL. A source that can't be read has no macros. */
void unit_origin(struct unit *unit, const struct unit_lines *lines, unit_read_fn *read, struct arena *arena);

#endif
