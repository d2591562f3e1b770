/*
 * unit_small.h - which functions of a unit of C are trivial, by its tokens; see front/small_facts.h.
 */
#ifndef INSTR_UNIT_SMALL_H
#define INSTR_UNIT_SMALL_H

#include "instrumenter/front/reading.h"
#include "instrumenter/unit/pragma.h"

/* Unless all paths are asked for sets __INSTR_COUNTED in the trivial functions. Where that can't be told they have it not. */
void unit_small(struct reading *reading, const struct pragma_list *pragmas);

#endif
