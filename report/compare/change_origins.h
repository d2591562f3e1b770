/*
 * change_origins.h - finds the causes of calls that a run has more or less than its baseline.
 *
 * A function is called more often because its caller is called more often, which is a consequence, or because its caller calls it more
 * often, which is a cause. The search goes up the callers until it finds a cause.
 *
 * A metric is exclusive, so a function with more of it is its own cause, unless it is called more often.
 */
#ifndef INSTR_CHANGE_ORIGINS_H
#define INSTR_CHANGE_ORIGINS_H

#include "report/compare/verdict.h"

/* Finds the causes of failing findings, and sorts the findings. `run` supplies call paths; without it (NULL) no path is shown. */
void change_origins_find(struct verdict *verdict, const struct counts *before, const struct counts *now,
                         const struct compare_run *run, struct arena *arena);

#endif
