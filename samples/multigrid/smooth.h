/*
 * smooth.h - the smoother that the build has chosen: -DSMOOTHER=JACOBI, GAUSS_SEIDEL or RED_BLACK.
 */
#ifndef SMOOTH_H
#define SMOOTH_H

#include "grid.h"

/* One sweep over all points, by a part `omega` of the full step. */
void smooth(struct grid *grid, double omega);

#endif
