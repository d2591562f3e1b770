/*
 * unit_leaf.h - which functions call nothing.
 *
 * Nothing can be entered while such a function runs, but by a signal handler. So its probes are cheaper: see `leaf` in
 * runtime/measure/light.h.
 */
#ifndef INSTR_UNIT_LEAF_H
#define INSTR_UNIT_LEAF_H

#include "instrumenter/unit/unit.h"

/* Sets __INSTR_CALLS_NOTHING in the functions whose tokens show no call, no assembly and no region. Where that can't be told
 * they have it not. False: no memory. */
bool unit_leaf(struct unit *unit, struct arena *arena);

#endif
