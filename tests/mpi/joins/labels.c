/* labels.c - labels alone, in a program that knows nothing of instr-cc. With EARLY the first of them runs before
 * MPI_Init. */
#include <instr.h>

#include <mpi.h>
#include <stdio.h>

static volatile double sink;

static void work(void)
{
    for (int i = 0; i < 1000; i++)
        sink += i;
}

int main(int argc, char **argv)
{
    int rank, five = 5, sum;
#ifdef EARLY
    instr_start("early");
    instr_stop("early");
#endif
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < five; i++) {
        instr_start("work");
        work();
        instr_stop("work");
    }
    instr_print("%r.text");
    MPI_Allreduce(&five, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d\n", sum);
    MPI_Finalize();
    return 0;
}
