/*
 * inlining.h - the room that a probe takes of GCC's limit for inlining.
 *
 * GCC inlines a function that is not declared inline if the caller grows by no more than so many instructions. A probe that counts
 * by function adds three by GCC's count. So a function at the limit would be called where the plain compiler inlines it. In a
 * program that divides complex numbers this alone took 2.4 times the plain time, with its probes off.
 */
#ifndef INSTR_INLINING_H
#define INSTR_INLINING_H

#include "instrumenter/plan/plan.h"

/* The limit as a word for the command line of gcc, to stand before the user's own words; null: it stays what it is. */
const char *inlining_limit(const struct plan *plan);

#endif
