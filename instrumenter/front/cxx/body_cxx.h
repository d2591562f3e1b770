/* body_cxx.h - reads the statements of one function of C++, by their tokens. */
#ifndef INSTR_BODY_CXX_H
#define INSTR_BODY_CXX_H

#include "instrumenter/front/body.h"

/* A body that C++ does not allow has no statements. */
void body_cxx_read(struct body *body, const struct unit *unit, const struct unit_function *function,
                   const struct pragma_list *pragmas, struct arena *arena);

#endif
