/* comm.c - see comm.h. */
#include "comm.h"

#include <mpi.h>

enum { TAG_UP = 1, TAG_DOWN = 2 };

void exchange_halo(struct grid *grid, int rank, int ranks)
{
    int above = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    int below = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
    double *cells = grid->now;
    MPI_Request requests[4];
    MPI_Status statuses[4];
    MPI_Irecv(grid_row(grid, cells, 0), grid->n, MPI_DOUBLE, above, TAG_DOWN, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(grid_row(grid, cells, grid->rows + 1), grid->n, MPI_DOUBLE, below, TAG_UP, MPI_COMM_WORLD,
              &requests[1]);
    MPI_Isend(grid_row(grid, cells, 1), grid->n, MPI_DOUBLE, above, TAG_UP, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(grid_row(grid, cells, grid->rows), grid->n, MPI_DOUBLE, below, TAG_DOWN, MPI_COMM_WORLD,
              &requests[3]);
    MPI_Waitall(4, requests, statuses);
}

/* Two functions that differ in one word. */
#define DEFINE_OVER_RANKS(name, operation)                                                                   \
    long long name(long long value)                                                                          \
    {                                                                                                        \
        long long result = 0;                                                                                \
        MPI_Allreduce(&value, &result, 1, MPI_LONG_LONG, operation, MPI_COMM_WORLD);                         \
        return result;                                                                                       \
    }

DEFINE_OVER_RANKS(sum_over_ranks, MPI_SUM)
DEFINE_OVER_RANKS(max_over_ranks, MPI_MAX)
