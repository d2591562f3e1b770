/* library.c - calls of MPI by code that is not instrumented, below work() in code that is. */
#include <mpi.h>

void library(void);

void library(void)
{
    int one = 1, sum;
    MPI_Scan(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}
