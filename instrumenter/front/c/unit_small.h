/*
 * unit_small.h - which functions of a unit of C are trivial, by its tokens; see front/small_facts.h.
 */
#ifndef INSTR_UNIT_SMALL_H
#define INSTR_UNIT_SMALL_H

#include "instrumenter/front/reading.h"
#include "instrumenter/unit/pragma.h"

/* Sets __INSTR_COUNTED in the trivial functions, unless all paths are requested. If that is unknown for a function, it is not set. */
void unit_small(struct reading *reading, const struct pragma_list *pragmas);

#endif
