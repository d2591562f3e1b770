/*
 * main.c - a multigrid solver for the Poisson equation on the unit square: something to tune (see multigrid.lua).
 *
 *     multigrid LEVELS PRE POST CYCLE OMEGA
 *
 * 2^LEVELS + 1 points a side; PRE sweeps of the smoother before and POST after the coarser grid, which is visited CYCLE times
 * (1: V-cycle, 2: W-cycle); sweeps are relaxed by OMEGA. Status 3: it does not converge.
 */
#include "grid.h"
#include "smooth.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { LEVELS_MOST = 12, CYCLES_MOST = 40 };

struct settings {
    int levels, pre, post, cycle;
    double omega;
};

static void cycle(struct grid *grids, int level, const struct settings *settings)
{
    struct grid *grid = &grids[level];
    if (level == 1) { /* one point: two sweeps of any smoother solve it well enough */
        for (int i = 0; i < 8; i++)
            smooth(grid, 1);
        return;
    }
    for (int i = 0; i < settings->pre; i++)
        smooth(grid, settings->omega);
    residual(grid);
    restrict_to(grid, &grids[level - 1]);
    for (int i = 0; i < settings->cycle; i++)
        cycle(grids, level - 1, settings);
    prolong_from(&grids[level - 1], grid);
    for (int i = 0; i < settings->post; i++)
        smooth(grid, settings->omega);
}

/* Cycles until the residual is a hundred-millionth of the first; their number, or 0. */
static int solve(struct grid *grids, const struct settings *settings)
{
    struct grid *finest = &grids[settings->levels];
    double first = largest_residual(finest);
    for (int i = 1; i <= CYCLES_MOST; i++) {
        cycle(grids, settings->levels, settings);
        double now = largest_residual(finest);
        if (now <= 1e-8 * first)
            return i;
        if (!(now < 1e3 * first))
            break;
    }
    return 0;
}

static int set_up(struct grid *grids, int levels)
{
    for (int i = 1; i <= levels; i++)
        if (grid_init(&grids[i], (1 << i) + 1))
            return -1;
    struct grid *finest = &grids[levels];
    for (int y = 1; y < finest->size - 1; y++)
        for (int x = 1; x < finest->size - 1; x++)
            finest->f[y * finest->size + x] = sin(0.1 * x * y) + (x == y);
    return 0;
}

int main(int argc, char **argv)
{
    struct grid grids[LEVELS_MOST + 1] = {{0}};
    if (argc != 6) {
        fputs("usage: multigrid LEVELS PRE POST CYCLE OMEGA\n", stderr);
        return 2;
    }
    struct settings settings = {atoi(argv[1]), atoi(argv[2]), atoi(argv[3]), atoi(argv[4]), atof(argv[5])};
    if (settings.levels < 2 || settings.levels > LEVELS_MOST || set_up(grids, settings.levels)) {
        fputs("multigrid: LEVELS from 2 to 12, and memory for them\n", stderr);
        return 2;
    }
    int cycles = solve(grids, &settings);
    for (int i = 1; i <= settings.levels; i++)
        grid_free(&grids[i]);
    if (!cycles) {
        fputs("multigrid: error: no convergence\n", stderr);
        return 3;
    }
    printf("%d cycles\n", cycles);
    return 0;
}
