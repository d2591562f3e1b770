/*
 * forest.h - regression by a random forest (Breiman 2001) over variants: what a variant that was not tried will cost, and
 * how far the trees disagree.
 */
#ifndef INSTR_TUNE_FOREST_H
#define INSTR_TUNE_FOREST_H

#include "tune/search/search.h"

enum { FOREST_TREES = 12 };

/* A node of a tree. A leaf has parameter UINT16_MAX. For an ordered parameter values up to `value` go to the first child, for another one only
 * `value`; the second child is behind the first. */
struct forest_node {
    double mean;
    uint32_t first;
    uint16_t parameter, value;
};

struct forest {
    struct forest_node *nodes[FOREST_TREES];
    uint32_t room;
    uint32_t *rows; /* the bootstrap sample of the tree being grown */
    double *sums;   /* by value of a parameter */
    uint32_t *counts;
};

/* Makes a forest for up to `rows` variants. */
void forest_make(struct forest *forest, const struct search_space *space, unsigned rows);
void forest_free(struct forest *forest);

/* Grows all trees anew, each on a bootstrap sample of the `count` variants. */
void forest_grow(struct forest *forest, const struct search_space *space, struct chance *chance, const uint16_t *genes,
                 const double *numbers, unsigned count);

/* Returns mean and variance over the trees. */
void forest_predict(const struct forest *forest, const struct search_space *space, const uint16_t *genes, double *mean,
                    double *variance);

#endif
