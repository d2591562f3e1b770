/*
 * sizes.h - runs of one program with inputs of several sizes, sorted by size.
 *
 * The user gives a size (1000=small.instr), the run has it (--size), or it replaces {} where the program is run (--sizes=1000,2000 -- ./app {}).
 */
#ifndef INSTR_REPORT_SIZES_H
#define INSTR_REPORT_SIZES_H

#include "report/compare/compare.h"

struct sizes {
    struct compare_run *runs; /* with the metric that `options` name, if any */
    double *sizes;            /* above 1 */
    uint32_t count;
};

/* What is named SIZE=RUN: the size, and the run if `file` is not null; 0: it is not named so. */
double sizes_named(char *text, char **file);

/* False also where too few sizes differ. */
bool sizes_load(struct sizes *sizes, const struct options *options, struct arena *arena, struct error *error);

#endif
