/*
 * by_hooks.h - what a command needs whose sources get the compiler's own hooks (instrumenter/hooks/).
 */
#ifndef INSTR_BY_HOOKS_H
#define INSTR_BY_HOOKS_H

#include "instrumenter/compile/work.h"

/* Makes our assembler, with its orders, and says in work->hooks where it lies. */
bool by_hooks_prepare(struct work *work, struct error *error);

#endif
