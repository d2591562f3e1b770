/*
 * main.c - heat and fire on a plate: a small but complete MPI program.
 *
 * The plate is cut into bands of rows, one for each rank. In every step the ranks exchange the edges of
 * their bands, let the heat spread, and burn what is hot. The fire is in the upper left, so the load is
 * uneven: look for the ranks that wait in exchange_halo.
 *
 *     mpirun -n 4 heat [CELLS [STEPS]]
 *
 * What it prints is the same for any number of ranks.
 */
#include "comm.h"
#include "grid.h"
#include "physics.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static long long step(struct grid *grid, int rank, int ranks)
{
    exchange_halo(grid, rank, ranks);
    diffuse(grid);
    return react(grid);
}

static void simulate(struct grid *grid, int steps, int rank, int ranks)
{
    int interval = steps / 5 > 0 ? steps / 5 : 1;
    for (int i = 1; i <= steps; i++) {
        long long burnt = step(grid, rank, ranks);
        if (i % interval != 0)
            continue;
        burnt = sum_over_ranks(burnt);
        if (rank == 0)
            printf("step %4d: %lld cells burn\n", i, burnt);
    }
}

static int usage(int rank, int ranks)
{
    if (rank == 0)
        fprintf(stderr, "usage: heat [CELLS [STEPS]]   (CELLS >= %d, the number of ranks)\n", ranks);
    return 2;
}

static int run(int argc, char **argv, int rank, int ranks)
{
    int n = argc > 1 ? atoi(argv[1]) : 240;
    int steps = argc > 2 ? atoi(argv[2]) : 100;
    if (n < ranks || n < 3 || steps < 1)
        return usage(rank, ranks);
    struct grid grid;
    int failed = grid_init(&grid, n, rank, ranks) != 0;
    if (max_over_ranks(failed)) {
        if (failed)
            fprintf(stderr, "heat: no memory on rank %d\n", rank);
        else
            grid_free(&grid);
        return 1;
    }
    simulate(&grid, steps, rank, ranks);
    long long heat = sum_over_ranks(grid_heat(&grid));
    if (rank == 0)
        printf("heat %lld.%09lld\n", heat / 1000000000, heat % 1000000000);
    grid_free(&grid);
    return 0;
}

int main(int argc, char **argv)
{
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int status = run(argc, argv, rank, ranks);
    MPI_Finalize();
    return status;
}
