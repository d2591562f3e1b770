/* grid.c - see grid.h. */
#include "grid.h"

#include <math.h>
#include <stdlib.h>

int grid_init(struct grid *grid, int size)
{
    size_t points = (size_t)size * (size_t)size;
    grid->size = size;
    grid->u = calloc(points, sizeof *grid->u);
    grid->f = calloc(points, sizeof *grid->f);
    grid->r = calloc(points, sizeof *grid->r);
    return grid->u && grid->f && grid->r ? 0 : -1;
}

void grid_free(struct grid *grid)
{
    free(grid->u);
    free(grid->f);
    free(grid->r);
}

void residual(struct grid *grid)
{
    int n = grid->size;
    double scale = (double)(n - 1) * (n - 1);
    for (int y = 1; y < n - 1; y++)
        for (int x = 1; x < n - 1; x++) {
            const double *u = grid->u + y * n + x;
            grid->r[y * n + x] = grid->f[y * n + x] - scale * (4 * u[0] - u[-1] - u[1] - u[-n] - u[n]);
        }
}

double largest_residual(struct grid *grid)
{
    double most = 0;
    residual(grid);
    for (int i = 0; i < grid->size * grid->size; i++)
        most = fabs(grid->r[i]) > most || isnan(grid->r[i]) ? fabs(grid->r[i]) : most;
    return most;
}

void restrict_to(const struct grid *fine, struct grid *coarse)
{
    int n = fine->size, m = coarse->size;
    for (int y = 1; y < m - 1; y++)
        for (int x = 1; x < m - 1; x++) {
            const double *r = fine->r + 2 * y * n + 2 * x;
            coarse->u[y * m + x] = 0;
            coarse->f[y * m + x] = (4 * r[0] + 2 * (r[-1] + r[1] + r[-n] + r[n]) + r[-n - 1] + r[-n + 1] + r[n - 1] +
                                    r[n + 1]) / 16;
        }
}

void prolong_from(const struct grid *coarse, struct grid *fine)
{
    int n = fine->size, m = coarse->size;
    for (int y = 0; y < m - 1; y++)
        for (int x = 0; x < m - 1; x++) {
            const double *c = coarse->u + y * m + x;
            double *u = fine->u + 2 * y * n + 2 * x;
            u[0] += c[0];
            u[1] += (c[0] + c[1]) / 2;
            u[n] += (c[0] + c[m]) / 2;
            u[n + 1] += (c[0] + c[1] + c[m] + c[m + 1]) / 4;
        }
}
