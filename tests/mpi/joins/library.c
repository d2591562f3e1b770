/* library.c - the only one that knows MPI, as a solver's library does. Never compiled by instr-cc. */
#include <mpi.h>
#include <stdio.h>

void library_begin(int *argc, char ***argv);
int library_rank(void);
void library_step(void);
void library_end(void);

static int steps;

void library_begin(int *argc, char ***argv)
{
    MPI_Init(argc, argv);
}

int library_rank(void)
{
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

void library_step(void)
{
    int one = 1, sum;
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    steps += sum;
}

void library_end(void)
{
    if (library_rank() == 0)
        printf("%d\n", steps);
    MPI_Finalize();
}
