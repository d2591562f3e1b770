/*
 * body_c.h - the statements of a C function, from its tokens.
 *
 * Tokens suffice to recognise C's statements. So this, like the outline, needs no types, and works where libclang fails. Only a
 * declaration may need a type to be recognised; if in doubt, the result says so.
 */
#ifndef INSTR_BODY_C_H
#define INSTR_BODY_C_H

#include "instrumenter/front/body.h"

/* Reads a body. One that can't be read has no statements. */
void body_c_read(struct body *body, const struct unit *unit, const struct unit_function *function,
                 const struct pragma_list *pragmas, struct arena *arena);

#endif
