/*
 * measured.h - what else than calls a baseline can have of each function: metrics of the runs, and what the function sent by MPI.
 */
#ifndef INSTR_REPORT_GATE_MEASURED_H
#define INSTR_REPORT_GATE_MEASURED_H

#include "report/compare.h"

/* Those of a run that are exact, as "heap-calls,heap-bytes"; others are read from time to time, or from a clock. Null: no memory. */
const char *measured_exact(const struct compare_run *run, struct arena *arena);

/* Fills run->metrics with those of these keys, which have commas between them. */
bool measured_take(struct compare_run *run, const char *keys, struct arena *arena, struct error *error);

/* Has the programs that are run from now on measure them, too. False: no memory. */
bool measured_ask(const char *keys, struct arena *arena);

#endif
