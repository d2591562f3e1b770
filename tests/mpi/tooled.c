/* tooled.c - calls of MPI of which some stand where the program tells tools to look away. */
#include <mpi.h>

static void quiet(void)
{
    MPI_Pcontrol(0);
    for (int i = 0; i < 3; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Pcontrol(1);
}

int main(int argc, char **argv)
{
    int one = 1, sum;
    MPI_Init(&argc, &argv);
    for (int i = 0; i < 10; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    quiet();
    MPI_Pcontrol(5, "a word", 7);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
