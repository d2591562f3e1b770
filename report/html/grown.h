/*
 * grown.h - for a page of runs of several sizes: the law by which the calls of each function grow, as `growth` has it.
 */
#ifndef INSTR_REPORT_GROWN_H
#define INSTR_REPORT_GROWN_H

#include "report/compare/growth.h"

#include <stdio.h>

/* As JSON: the sizes, and the functions, those with the most calls at 100 times the largest size first. */
void grown_put(FILE *stream, const struct growth *growth, struct arena *arena);

#endif
