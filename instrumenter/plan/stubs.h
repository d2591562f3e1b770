/*
 * stubs.h - whether probes may be the assembly for x86-64 of include/instr_abi.h, on a machine that has it.
 *
 * The compiler is not asked, as that would take as long as a small unit. Where the guess is wrong the edited text does not
 * compile, and the unit gets probes in C.
 */
#ifndef INSTR_STUBS_H
#define INSTR_STUBS_H

#include "instrumenter/plan/plan.h"

bool stubs_fit(const struct plan *plan);

#endif
