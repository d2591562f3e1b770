/*
 * Ranks whose teams of OpenMP wait: in each the second thread has more to do, and most on the last rank. By its own clock it says
 * how long the threads' parts took, how long threads waited for the end of their region, and ranks for ranks, in seconds; and which
 * rank's which thread had the longest parts.
 */
#include <mpi.h>
#include <omp.h>
#include <stdio.h>
#include <time.h>

enum { TIMES = 10, RANKS = 3 };

static double begun[2], ended[2];

/* Of one clock for all ranks: MPI_Wtime begins anew in each. */
static double now_s(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void nap(int ms)
{
    struct timespec time = {0, ms * 1000000L};
    int me = omp_get_thread_num();
    begun[me] = now_s();
    nanosleep(&time, 0);
    ended[me] = now_s();
}

static void region(int rank)
{
#pragma omp parallel num_threads(2)
    nap(omp_get_thread_num() == 1 ? 20 + 10 * rank : 5);
}

int main(int argc, char **argv)
{
    int rank;
    double parts[2] = {0, 0}, of_all[RANKS][2], ends = 0, all_ends, came[RANKS], ranks = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < TIMES; i++) {
        region(rank);
        double now = now_s(), last = 0;
        MPI_Barrier(MPI_COMM_WORLD);
        for (int k = 0; k < 2; k++) {
            parts[k] += ended[k] - begun[k];
            ends += now - ended[k];
        }
        PMPI_Allgather(&now, 1, MPI_DOUBLE, came, 1, MPI_DOUBLE, MPI_COMM_WORLD);
        for (int k = 0; k < RANKS; k++)
            last = came[k] > last ? came[k] : last;
        for (int k = 0; k < RANKS; k++)
            ranks += last - came[k];
    }
    MPI_Reduce(&ends, &all_ends, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Gather(parts, 2, MPI_DOUBLE, of_all, 2, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (!rank) {
        double sum = 0;
        int most = 0;
        for (int k = 0; k < 2 * RANKS; k++) {
            sum += of_all[k / 2][k % 2];
            most = of_all[k / 2][k % 2] > of_all[most / 2][most % 2] ? k : most;
        }
        printf("%.6f %.6f %.6f %d %d\n", sum, all_ends, ranks, most / 2, most % 2);
    }
    MPI_Finalize();
    return 0;
}
