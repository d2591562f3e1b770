/*
 * identity.h - which MPI the part is compiled for, and whether that is the one the program runs with.
 *
 * A wrapper compiled for one MPI and called in another is worse than none: handles are integers in one and
 * pointers in the other. So a part is made for each MPI, is found by the words in which mpi.h tells its
 * version, and looks once more when it comes into a program.
 *
 * With INSTR_MPI_IDENTITY defined this file is only preprocessed: what remains is the line of those words,
 * for whoever looks for a part or keeps one.
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

/* May be asked before MPI_Init. */
bool identity_fits(void);

#endif

#endif
