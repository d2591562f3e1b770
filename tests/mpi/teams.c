/* Ranks whose teams of OpenMP wait: in each the second thread has more to do, and most on the last rank. */
#include <mpi.h>
#include <omp.h>
#include <time.h>

static void nap(int ms)
{
    struct timespec time = {0, ms * 1000000L};
    nanosleep(&time, 0);
}

static void region(int rank)
{
#pragma omp parallel num_threads(2)
    nap(omp_get_thread_num() == 1 ? 20 + 10 * rank : 5);
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 10; i++) {
        region(rank);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
