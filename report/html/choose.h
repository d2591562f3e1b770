/*
 * choose.h - selects the call paths for a page: all, or those with most time if there are too many.
 */
#ifndef INSTR_REPORT_CHOOSE_H
#define INSTR_REPORT_CHOOSE_H

#include "report/derive/view.h"

/* A browser opens this many within two seconds. */
enum { CHOICE_PATHS = 200000 };

struct choice {
    uint32_t count;  /* of nodes that are shown */
    uint32_t *nodes; /* which, in their order: a parent before its children */
    uint32_t *place; /* of each node, its place in `nodes`; PROFILE_NONE for one left out */
    uint32_t *below; /* of each node shown, how many paths below it, not below a child shown, are left out */
    double own;      /* ps: exclusive time of what is left out */
};

/* Marks the `most` largest nodes of a tree, each with its ancestors. Parents precede their children (PROFILE_NONE: no parent). Changes
 * `sizes`. */
void choose_largest(bool *shown, double *sizes, const uint32_t *parents, uint32_t count, uint32_t most,
                    struct arena *scratch);

void choose_paths(struct choice *choice, const struct view *view, uint32_t most, struct arena *arena);

#endif
