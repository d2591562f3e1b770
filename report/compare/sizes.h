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

/* Splits SIZE=RUN: returns the size, and the run if `file` is not NULL; 0 if the text has another form. */
double sizes_named(char *text, char **file);

/* Loads the runs. Returns false also if there are too few different sizes. */
bool sizes_load(struct sizes *sizes, const struct options *options, struct arena *arena, struct error *error);

#endif
