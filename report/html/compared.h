/*
 * compared.h - for a page of two runs, or of two groups by their means: the changes by function and by call path.
 */
#ifndef INSTR_REPORT_COMPARED_H
#define INSTR_REPORT_COMPARED_H

#include "report/compare/changes.h"

#include <stdio.h>

struct compared_path {
    const struct change *change;
    uint32_t name;    /* the place of its function in by_function */
    uint32_t parent;  /* its place, from 1; 0: the root */
    double all[2];    /* ps, with what it called: before and after */
    double error2[2]; /* ps^2: of these, as far as they are estimates */
};

struct compared {
    struct sides sides;
    struct compare functions, paths;
    struct changes by_function, by_path;
    struct change whole;
    uint32_t shown_count;
    struct compared_path *shown; /* call paths, a parent before its children; of very many the largest */
};

/* Compares the two sides in `options`. */
bool compared_make(struct compared *compared, const struct options *options, struct arena *arena, struct error *error);

/* Writes the runs, and the functions in the order of by_function, as JSON. */
void compared_put(FILE *stream, const struct compared *compared, struct arena *arena);

#endif
