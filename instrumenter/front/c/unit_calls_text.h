/*
 * unit_calls_text.h - the calls by name that the edit must change, in functions that libclang does not read: GNU
 * nested functions, and what stands behind an error of the parse.
 */
#ifndef INSTR_UNIT_CALLS_TEXT_H
#define INSTR_UNIT_CALLS_TEXT_H

#include "base/arena.h"
#include "instrumenter/front/unit_calls.h"
#include "instrumenter/unit/unit.h"

#include <stddef.h>

/* Adds the calls in the body of function `index`, without those of functions nested in it. Tail calls are not among
 * them. */
void unit_calls_text(struct call_list *list, const struct unit *unit, size_t index, struct arena *arena);

#endif
