/*
 * wtime.c - calls work() before MPI_Init, in between and after MPI_Finalize. Its MPI_Wtime is its own, and the PMPI_Wtime below it
 * comes from an object that runs a thousand times too fast: so it shows by which clock work() was timed.
 */
#include <mpi.h>
#include <stdio.h>
#include <time.h>

double MPI_Wtime(void)
{
    return PMPI_Wtime();
}

static void work(void)
{
    struct timespec begin, now;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    do
        clock_gettime(CLOCK_MONOTONIC, &now);
    while ((double)(now.tv_sec - begin.tv_sec) + (double)(now.tv_nsec - begin.tv_nsec) * 1e-9 < 0.01);
}

int main(int argc, char **argv)
{
    int rank;
    if (MPI_Wtime() < 0)
        return 1;
    work();
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    work();
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    work();
    if (rank == 0)
        puts("done");
    return 0;
}
