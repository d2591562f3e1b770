/*
 * grid.h - a square grid of points with a border of zeros, and what multigrid does between two of them.
 */
#ifndef GRID_H
#define GRID_H

#include <stddef.h>

/* size * size points, the border with them; size is a power of two plus one. */
struct grid {
    int size;
    double *u, *f, *r; /* the solution, the right-hand side, room for one more */
};

int grid_init(struct grid *grid, int size);
void grid_free(struct grid *grid);

/* r = f - A u, where A is the five-point Laplacian with mesh width 1 / (size - 1). */
void residual(struct grid *grid);
double largest_residual(struct grid *grid);

/* The coarse right-hand side from the fine residual (full weighting), and the fine correction from the coarse solution. */
void restrict_to(const struct grid *fine, struct grid *coarse);
void prolong_from(const struct grid *coarse, struct grid *fine);

#endif
