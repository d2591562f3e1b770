/*
 * mixed.c - each rank calls work() five times and takes part in a collective of all. The sum that rank 0
 * prints shows that no message of ours got into the program's: rank 0 takes whatever comes, of any source and tag, while others
 * may be at their end already, for with ODD_LATE in the environment odd ranks send late.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static volatile double sink;

static void work(void)
{
    for (int i = 0; i < 1000; i++)
        sink += i;
}

static void gather_from_anybody(int rank, int ranks)
{
    int sum = 0, got;
    if (rank % 2 && getenv("ODD_LATE"))
        usleep(300000);
    if (rank > 0)
        MPI_Send(&rank, 1, MPI_INT, 0, 100 + rank, MPI_COMM_WORLD);
    for (int i = 1; rank == 0 && i < ranks; i++) {
        MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum += got;
    }
    if (rank == 0)
        printf("%d of %d\n", sum, ranks);
}

#ifdef ENDS_ELSEWHERE
void end_elsewhere(void);
#else
static void end_elsewhere(void)
{
    MPI_Finalize();
}
#endif

int main(int argc, char **argv)
{
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 0; i < 5; i++)
        work();
    MPI_Barrier(MPI_COMM_WORLD);
    gather_from_anybody(rank, ranks);
    end_elsewhere();
    return 0;
}
