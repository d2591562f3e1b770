/* mpi_any.c - see mpi_any.h. */
#include "runtime/timers/shared/mpi_any.h"

#include <stddef.h>

#define WEAK __attribute__((__weak__))

extern char ompi_mpi_comm_world[] WEAK;
int PMPI_Initialized(int *flag) WEAK;
int PMPI_Finalized(int *flag) WEAK;
int PMPI_Comm_rank(mpi_any_comm comm, int *rank) WEAK;
int MPI_Barrier(mpi_any_comm comm) WEAK;
double MPI_Wtime(void) WEAK;
mpi_any_comm MPI_Comm_f2c(int number) WEAK;

/* MPI_COMM_WORLD in every MPI with MPICH's binary interface. */
static const mpi_any_comm mpich_world = 0x44000000;

bool mpi_any_running(void)
{
    int begun = 0, ended = 0;
    return PMPI_Initialized && PMPI_Finalized && PMPI_Initialized(&begun) == 0 && begun &&
           PMPI_Finalized(&ended) == 0 && !ended;
}

static bool is_open_mpi(void)
{
    return ompi_mpi_comm_world != NULL;
}

mpi_any_comm mpi_any_world(void)
{
    return is_open_mpi() ? (mpi_any_comm)ompi_mpi_comm_world : mpich_world;
}

unsigned long mpi_any_comm_size(void)
{
    return is_open_mpi() ? sizeof(void *) : sizeof(int);
}

mpi_any_comm mpi_any_from_fortran(int number)
{
    if (is_open_mpi() && MPI_Comm_f2c)
        return MPI_Comm_f2c(number);
    return (mpi_any_comm)(unsigned)number;
}

int mpi_any_rank(mpi_any_comm comm)
{
    int rank = 0;
    if (PMPI_Comm_rank && mpi_any_running())
        (void)PMPI_Comm_rank(comm, &rank);
    return rank;
}

bool mpi_any_barrier(mpi_any_comm comm)
{
    return !MPI_Barrier || !mpi_any_running() || MPI_Barrier(comm) == 0;
}

bool mpi_any_wtime(double *seconds)
{
    if (!MPI_Wtime || !mpi_any_running())
        return false;
    *seconds = MPI_Wtime();
    return true;
}
