/*
 * outside_calls.h - calls into code that is not instrumented: libc, BLAS and the like. Level 4.
 *
 * Taken for such code is what a header of the system declares (one that the compiler calls so, or below
 * /usr or /opt), and what is named as a Fortran routine is (`dgemm_`) and has no body in the unit. A function
 * declared by the user's own text may well be instrumented in another unit, and is not wrapped.
 */
#ifndef INSTR_OUTSIDE_CALLS_H
#define INSTR_OUTSIDE_CALLS_H

#include "instrumenter/front/calls.h"
#include "instrumenter/front/libclang.h"
#include "instrumenter/unit/unit_lines.h"

#include <stddef.h>

/* Adds the calls in the body of `function`, a definition. */
void outside_calls_add(struct outside_calls *list, CXCursor function, const char *text, size_t size,
                       struct arena *arena);

/* Sorts by `start`. */
void outside_calls_sort(struct outside_calls *list);

#endif
