/* grid.c - see grid.h. */
#include "grid.h"

#include <stdlib.h>

static double start_temperature(int n, int row, int column)
{
    double x = (column + 0.5) / n - 0.3, y = (row + 0.5) / n - 0.3;
    return clamp(1.5 - 12.0 * (x * x + y * y), 0.0, 1.0);
}

int grid_init(struct grid *grid, int n, int rank, int ranks)
{
    grid->n = n;
    grid->first = (int)((long)n * rank / ranks);
    grid->rows = (int)((long)n * (rank + 1) / ranks) - grid->first;
    size_t cells = ((size_t)grid->rows + 2) * (size_t)n;
    grid->now = calloc(cells, sizeof *grid->now);
    grid->next = calloc(cells, sizeof *grid->next);
    if (!grid->now || !grid->next) {
        grid_free(grid);
        return -1;
    }
    for (int row = 1; row <= grid->rows; row++)
        for (int column = 0; column < n; column++)
            grid_row(grid, grid->now, row)[column] = start_temperature(n, grid->first + row - 1, column);
    return 0;
}

void grid_free(struct grid *grid)
{
    free(grid->now);
    free(grid->next);
    grid->now = grid->next = NULL;
}

long long grid_heat(const struct grid *grid)
{
    long long heat = 0;
    for (int row = 1; row <= grid->rows; row++)
        for (int column = 0; column < grid->n; column++)
            heat += (long long)(grid_row(grid, grid->now, row)[column] * 1e9 + 0.5);
    return heat;
}
