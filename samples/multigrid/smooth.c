/* smooth.c - see smooth.h. Rows are gone through in blocks of BLOCK points, whose loop is unrolled UNROLL times. */
#include "smooth.h"

#include <string.h>

#define JACOBI 1
#define GAUSS_SEIDEL 2
#define RED_BLACK 3

#ifndef SMOOTHER
#define SMOOTHER RED_BLACK
#endif
#ifndef BLOCK
#define BLOCK 32
#endif
#ifndef UNROLL
#define UNROLL 1
#endif

_Static_assert(BLOCK % UNROLL == 0, "a block is a whole number of unrolled turns");

#define TEXT(x) #x
#define UNROLL_BY(n) _Pragma(TEXT(GCC unroll n))

static inline double relaxed(const double *u, double f, double h2, int n, double omega)
{
    return u[0] + omega * ((f * h2 + u[-1] + u[1] + u[-n] + u[n]) / 4 - u[0]);
}

/* Every `step`-th point of a block of one row, from `from` on. */
static void smooth_block(struct grid *grid, double *to, int y, int from, int end, int step, double h2, double omega)
{
    int n = grid->size;
    const double *u = grid->u + y * n, *f = grid->f + y * n;
    UNROLL_BY(UNROLL)
    for (int x = from; x < end; x += step)
        to[y * n + x] = relaxed(u + x, f[x], h2, n, omega);
}

static void sweep(struct grid *grid, double *to, int first, int step, double omega)
{
    int n = grid->size;
    double h2 = 1.0 / ((double)(n - 1) * (n - 1));
    for (int block = 1; block < n - 1; block += BLOCK) {
        int end = block + BLOCK < n - 1 ? block + BLOCK : n - 1;
        for (int y = 1; y < n - 1; y++) {
            int from = step == 2 ? block + ((block + y + first) & 1) : block;
            smooth_block(grid, to, y, from, end, step, h2, omega);
        }
    }
}

void smooth(struct grid *grid, double omega)
{
#if SMOOTHER == JACOBI
    /* All points from the old values: into the spare room, which then changes places with the solution. */
    memcpy(grid->r, grid->u, (size_t)grid->size * (size_t)grid->size * sizeof *grid->u);
    sweep(grid, grid->r, 0, 1, omega);
    double *old = grid->u;
    grid->u = grid->r;
    grid->r = old;
#elif SMOOTHER == GAUSS_SEIDEL
    sweep(grid, grid->u, 0, 1, omega);
#else
    sweep(grid, grid->u, 0, 2, omega);
    sweep(grid, grid->u, 1, 2, omega);
#endif
}
