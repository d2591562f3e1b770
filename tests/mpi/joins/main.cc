// main.cc - a C++ program: each third rank, beginning with the last, calls work() of the C part five times.
#include <mpi.h>

#include <cstdio>

extern "C" void work();

int main(int argc, char **argv)
{
    int rank, ranks, mine = 5, sum;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 0; i < 5 && (ranks - 1 - rank) % 3 == 0; i++)
        work();
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        std::printf("%d\n", sum);
    MPI_Finalize();
    return 0;
}
