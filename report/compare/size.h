/*
 * size.h - what the size of a run is, where the run itself tells (--size):
 *
 *     NAME          how often a function or label is called
 *     NAME:METRIC   what it has of a metric, with all it calls, as the bytes that reading the input allocates
 *     arg:N         an argument of the program, by its position; the whole command must have been kept (INSTR_COMMAND=full)
 */
#ifndef INSTR_REPORT_SIZE_H
#define INSTR_REPORT_SIZE_H

#include "report/compare/compare.h"

struct size_source {
    const char *text;   /* as it was typed */
    const char *name;   /* of a function; null: of an argument */
    const char *metric; /* its key; null: calls */
    unsigned argument;  /* from 1 */
};

/* False: no memory. */
bool size_read(struct size_source *source, const char *text, struct arena *arena);

/* Of a run, which has that metric, if any, as its last one. False where that is no number above 1. */
bool size_of(const struct size_source *source, const struct compare_run *run, double *size, struct arena *arena,
             struct error *error);

#endif
