/*
 * unit_origin.h - which macro made a function.
 *
 * The flat text has lost its macros, but the line of the source that it names has not: a function whose name is
 * not there, or is followed by another token than in the flat text, was made by a macro that is used in that
 * line. Of nested macros it is the outermost, the one that a person reads there.
 */
#ifndef INSTR_UNIT_ORIGIN_H
#define INSTR_UNIT_ORIGIN_H

#include "common/arena.h"
#include "instrumenter/unit/unit.h"
#include "instrumenter/unit/unit_lines.h"

#include <stdbool.h>

/* Fills in the origin of each function of `unit`; of none when `read` is null. A source that can't be read has
 * no macros. */
void unit_origin(struct unit *unit, const struct unit_lines *lines, unit_read_fn *read, struct arena *arena);

#endif
