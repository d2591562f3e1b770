/*
 * unit_plain.h - whether the tokens of a unit already say all that libclang could add.
 *
 * Loading libclang takes as long as compiling a small unit. What it adds to the outline is linkage and attributes that
 * other declarations give, the calls that the edit changes, and tail calls that may come back. Where no word of the
 * text can be one of these, nothing is lost without it. When in doubt the answer is no.
 */
#ifndef INSTR_UNIT_PLAIN_H
#define INSTR_UNIT_PLAIN_H

#include "common/arena.h"
#include "instrumenter/front/c/unit_outline.h"
#include "instrumenter/unit/unit_lines.h"

#include <stdbool.h>
#include <stddef.h>

/* `tail_jumps`: the compiler makes jumps of tail calls. */
bool unit_plain(const struct outline *outline, const char *text, size_t size, const struct unit_lines *lines,
                bool tail_jumps, struct arena *arena);

#endif
