/*
 * diagnose.h - the user's own text is compiled, for its messages and its status.
 */
#ifndef INSTR_DIAGNOSE_H
#define INSTR_DIAGNOSE_H

#include "instrumenter/compile/work.h"

/* It writes where the command says or, with `aside` and where our pragmas are alone, where nobody looks. */
bool diagnose(struct work *work, bool aside, int *status, struct error *error);

#endif
