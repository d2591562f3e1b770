/*
 * unit_tail.h - which functions need the tail form.
 *
 * A frame that is left by a cleanup turns a jump back into a call. Where a chain of tail calls can come back
 * to a function, the stack would then grow with every turn: a loop written as recursion, an interpreter
 * whose operations end in `return next(...)`. Such functions get the tail form: they leave before the call.
 * A chain can come back through a pointer, or through calls by name that form a cycle within the unit; a
 * cycle by name across units is out of sight.
 */
#ifndef INSTR_UNIT_TAIL_H
#define INSTR_UNIT_TAIL_H

#include "instrumenter/unit/unit.h"

/* Sets __INSTR_TAIL and keeps of the tail calls those that a chain can come back through. */
void unit_tail(struct unit *unit, const struct unit_options *options, struct arena *arena);

#endif
