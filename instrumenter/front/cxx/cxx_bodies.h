/*
 * cxx_bodies.h - the bodies of functions by their tokens, which is what there is where libclang can't read a text, or a part of it.
 *
 * So each body in the user's text is either found by libclang, or known to be missing. Those of local classes are not looked
 * for: they are in the text of a function.
 */
#ifndef INSTR_CXX_BODIES_H
#define INSTR_CXX_BODIES_H

#include "instrumenter/front/cxx/cxx_unit.h"

/* Adds to `result` the bodies outside of system headers, in their order, as `unread`. */
void cxx_bodies_find(struct cxx_unit *result, const struct cxx_source *source);

/* Takes what stands in the bodies of system headers out of `text`, a copy: libclang then need not read it. */
void cxx_bodies_empty(char *text, const struct cxx_source *source);

#endif
