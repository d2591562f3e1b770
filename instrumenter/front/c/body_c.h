/*
 * body_c.h - the statements of a function in C, read from its tokens.
 *
 * C's statements can be told from their tokens alone, so that this, like the outline, needs no types and
 * survives what libclang does not know. Only whether a statement is a declaration can need a type: where that
 * can't be told it says so.
 */
#ifndef INSTR_BODY_C_H
#define INSTR_BODY_C_H

#include "instrumenter/front/body.h"

/* A body that can't be read has no statements. */
void body_c_read(struct body *body, const struct unit *unit, const struct unit_function *function,
                 const struct pragma_list *pragmas, struct arena *arena);

#endif
