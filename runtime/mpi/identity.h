/*
 * identity.h - identifies the MPI that the part is compiled for, and checks that the program runs with it.
 *
 * A wrapper compiled for one MPI must not be called with another: some have integers as handles, others
 * pointers. So there is a part for each MPI. It is found by the version macros of mpi.h, and checked again
 * when it is loaded into a program.
 *
 * With INSTR_MPI_IDENTITY defined this file is only preprocessed. The output is the line with these versions,
 * by which parts are stored and found.
 */
#ifndef INSTR_MPI_IDENTITY_H
#define INSTR_MPI_IDENTITY_H

#include <mpi.h>

#ifdef INSTR_MPI_IDENTITY
#if defined OPEN_MPI
instr_mpi openmpi OMPI_MAJOR_VERSION OMPI_MINOR_VERSION OMPI_RELEASE_VERSION
#elif defined MPICH_NAME || defined MPICH_VERSION
instr_mpi mpich MPICH_NUMVERSION MVAPICH2_NUMVERSION I_MPI_NUMVERSION CRAY_MPICH_VERSION
#else
instr_mpi other MPI_VERSION MPI_SUBVERSION
#endif
#else

#include <stdbool.h>

/* Returns whether the part fits the program's MPI. Callable before MPI_Init. */
bool identity_fits(void);

#endif

#endif
