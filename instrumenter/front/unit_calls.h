/*
 * unit_calls.h - the calls in a function that the edit must change, found in libclang's tree.
 */
#ifndef INSTR_UNIT_CALLS_H
#define INSTR_UNIT_CALLS_H

#include "common/arena.h"
#include "instrumenter/front/calls.h"
#include "instrumenter/front/libclang.h"

#include <stdbool.h>
#include <stddef.h>

/* Adds the calls in the body of `function`, a definition. A tail call by name has that name, one through a pointer none. */
void unit_calls(struct call_list *list, CXCursor function, const char *text, size_t size, struct arena *arena);

/* Does the same without tail calls, in a body or any part of one. */
void unit_calls_inside(struct call_list *list, CXCursor body, const char *text, size_t size, struct arena *arena);

/* Returns whether and how calls of the library function of this name are changed. */
bool unit_calls_named(const char *name, enum unit_call_kind *kind);

void unit_calls_add(struct call_list *list, struct unit_call call, struct arena *arena);

#endif
