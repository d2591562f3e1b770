/*
 * grid.h - the rows of a square plate that belong to one rank.
 *
 * The plate has n x n cells; a rank owns `rows` of them, from row `first` on, between two halo rows
 * that hold copies of its neighbours' edges. Temperatures lie between 0 and 1.
 */
#ifndef HEAT_GRID_H
#define HEAT_GRID_H

#include <stddef.h>

struct grid {
    int n;           /* cells in a row, and rows of the whole plate */
    int first, rows; /* the rows of this rank, rows >= 1 */
    double *now;     /* (rows + 2) x n */
    double *next;
};

/* Row 0 and row rows + 1 are the halo. */
static inline double *grid_row(const struct grid *grid, double *cells, int row)
{
    return cells + (size_t)row * (size_t)grid->n;
}

static inline double clamp(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

/* 0 on success. The plate is cold but for a hot spot in its upper left quarter. */
int grid_init(struct grid *grid, int n, int rank, int ranks);
void grid_free(struct grid *grid);

/* The plate's heat in fixed point, so that the sum does not depend on who adds what. */
long long grid_heat(const struct grid *grid);

#endif
