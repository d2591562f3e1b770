/*
 * cxx_tail.h - functions that return by a call of a function of the unit, which an optimiser makes a jump of.
 */
#ifndef INSTR_CXX_TAIL_H
#define INSTR_CXX_TAIL_H

#include "base/arena.h"
#include "instrumenter/front/calls.h"
#include "instrumenter/front/libclang.h"

#include <stdbool.h>
#include <stddef.h>

/* Adds such calls in `function`, a definition, with where their callee is defined. There are none where something has to be
 * destroyed behind them. False: no memory. */
bool cxx_tail_calls(struct call_list *list, CXCursor function, const char *text, size_t size, struct arena *arena);

#endif
