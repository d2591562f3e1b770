/*
 * mpi_any.h - MPI without mpi.h, for libraries that serve the programs of any MPI, and of none.
 *
 * A communicator is passed as a register's contents: Open MPI's is a pointer, that of all others an int. The functions are the program's own,
 * found as weak symbols; where they are missing there is one rank. Calls that the program did not make itself use the names of the profiling
 * interface, so that no tool counts them.
 */
#ifndef COMPAT_MPI_ANY_H
#define COMPAT_MPI_ANY_H

#include <stdbool.h>
#include <stdint.h>

typedef uintptr_t mpi_any_comm;

/* Returns whether MPI_Init has been called, and MPI_Finalize has not. */
bool mpi_any_running(void);

mpi_any_comm mpi_any_world(void);

/* Returns sizeof(MPI_Comm), for the functions of instr.h that take a communicator. */
unsigned long mpi_any_comm_size(void);

/* Returns the communicator with this number in Fortran. */
mpi_any_comm mpi_any_from_fortran(int number);

/* Returns the rank; 0 if MPI is not running. */
int mpi_any_rank(mpi_any_comm comm);

/* Returns false if MPI reports an error. */
bool mpi_any_barrier(mpi_any_comm comm);

/* Returns seconds by MPI_Wtime; false if there is none. */
bool mpi_any_wtime(double *seconds);

#endif
