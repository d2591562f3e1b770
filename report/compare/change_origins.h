/*
 * change_origins.h - where it comes from that a run does more or less often than a baseline says.
 *
 * A function is called more often because a function that calls it is called more often, or because one calls it more often
 * than it did. The first is a consequence: the way up along the callers ends at one of the second kind, the cause.
 *
 * What a function has of a metric is its own, so a function that has more of it is its own cause, unless it has more because it is
 * called more often.
 */
#ifndef INSTR_CHANGE_ORIGINS_H
#define INSTR_CHANGE_ORIGINS_H

#include "report/compare/verdict.h"

/* Finds the causes of what fails, and puts the findings in their order. `run` says on which path; null: no path is known. */
void change_origins_find(struct verdict *verdict, const struct counts *before, const struct counts *now,
                         const struct compare_run *run, struct arena *arena);

#endif
