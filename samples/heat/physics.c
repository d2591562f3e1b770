/* physics.c - see physics.h. */
#include "physics.h"

#include <math.h>

static const double CONDUCTIVITY = 0.2, BURNS_ABOVE = 0.4, RATE = 0.05;

static void diffuse_row(const struct grid *grid, int row)
{
    const double *above = grid_row(grid, grid->now, row - 1);
    const double *here = grid_row(grid, grid->now, row);
    const double *below = grid_row(grid, grid->now, row + 1);
    double *next = grid_row(grid, grid->next, row);
    int last = grid->n - 1;
    next[0] = here[0];
    next[last] = here[last];
    for (int i = 1; i < last; i++)
        next[i] = here[i] + CONDUCTIVITY * (above[i] + below[i] + here[i - 1] + here[i + 1] - 4.0 * here[i]);
}

static void keep_row(const struct grid *grid, int row)
{
    for (int i = 0; i < grid->n; i++)
        grid_row(grid, grid->next, row)[i] = grid_row(grid, grid->now, row)[i];
}

void diffuse(struct grid *grid)
{
    for (int row = 1; row <= grid->rows; row++) {
        int plate_row = grid->first + row - 1;
        if (plate_row == 0 || plate_row == grid->n - 1)
            keep_row(grid, row);
        else
            diffuse_row(grid, row);
    }
    double *now = grid->now;
    grid->now = grid->next;
    grid->next = now;
}

/* The temperature u after the step, from u - RATE (1 - u) exp(u) = before. */
static double burn(double before)
{
    double u = before;
    for (int turn = 0; turn < 12; turn++) {
        double e = exp(u);
        u -= (u - RATE * (1.0 - u) * e - before) / (1.0 + RATE * u * e);
    }
    return clamp(u, 0.0, 1.0);
}

long long react(struct grid *grid)
{
    long long burnt = 0;
    for (int row = 1; row <= grid->rows; row++) {
        double *cells = grid_row(grid, grid->now, row);
        for (int i = 0; i < grid->n; i++)
            if (cells[i] > BURNS_ABOVE) {
                cells[i] = burn(cells[i]);
                burnt++;
            }
    }
    return burnt;
}
