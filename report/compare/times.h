/*
 * times.h - what a function takes itself, over runs: its mean and standard error, as a baseline has them, "124 +-3 ms, 5 runs".
 *
 * Times are no exact counts. They are written as coarsely as they are known, and not at all where they are less than a hundredth
 * of the run.
 */
#ifndef INSTR_REPORT_GATE_TIMES_H
#define INSTR_REPORT_GATE_TIMES_H

#include "report/compare/compare.h"
#include "report/compare/means.h"

enum { TIMES_RUNS = 5 }; /* of a program that is run: fewer know their error too little */

/* In ps. `values` has room for a number of each run. */
struct mean times_of(const struct compare *compare, uint32_t line, double *values);

/* What is worth a word in a run that takes `total`. */
double times_least(double total);

/* Null: no memory. */
const char *times_text(struct mean time, struct arena *arena);
bool times_read(const char *text, struct mean *time);

/* Whether both are of one run, so that noise is an assumption. */
bool times_assume(struct mean before, struct mean now);

/* What they may differ by without a change, in a run that takes `total`, but for this chance. */
double times_noise(struct mean before, struct mean now, double total, double chance);

#endif
