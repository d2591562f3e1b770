/*
 * accept.h - a baseline with what a run does taken for right. Only the lines of functions that fail, that moved or were renamed, or
 * that were called by one of these, are written anew: a pull request shows what changed, and what the rules allow doesn't add up.
 */
#ifndef INSTR_REPORT_ACCEPT_H
#define INSTR_REPORT_ACCEPT_H

#include "report/compare/verdict.h"

/* False: no memory. */
bool accept_make(struct counts *accepted, const struct counts *before, const struct counts *now,
                 const struct verdict *verdict, struct arena *arena);

#endif
