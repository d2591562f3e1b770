/*
 * cxx_walk.h - the functions of a text in C++, as libclang's cursors have them.
 */
#ifndef INSTR_CXX_WALK_H
#define INSTR_CXX_WALK_H

#include "instrumenter/front/cxx/cxx_unit.h"

/* Those outside of system headers; what is not in the unit is `unread`, which without one is all. */
void cxx_walk(struct cxx_unit *result, CXTranslationUnit unit, const struct cxx_source *source);

#endif
