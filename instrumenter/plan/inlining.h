/*
 * inlining.h - the room that a probe takes of GCC's limits for inlining.
 *
 * GCC inlines a function if the caller grows by no more than so many instructions: a few for its first pass, more where that is
 * worth it. A probe that counts by function adds twelve by GCC's count, half of them on the way that is seldom taken. So a function
 * at a limit would be called where the plain compiler inlines it. In a solver of 54 million such calls this alone took a quarter
 * of all instructions.
 */
#ifndef INSTR_INLINING_H
#define INSTR_INLINING_H

#include "instrumenter/plan/plan.h"
#include "instrumenter/plan/words.h"

/* Adds the limits to the command line of gcc, before the user's own words; none where the plain compiler inlines nothing that grows. */
void inlining_limits(const struct plan *plan, struct words *argv);

#endif
