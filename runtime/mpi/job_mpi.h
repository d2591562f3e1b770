/*
 * job_mpi.h - starts and ends a job; called by the wrappers.
 */
#ifndef INSTR_JOB_MPI_H
#define INSTR_JOB_MPI_H

#include <mpi.h>

/* Called before MPI_Init. */
void job_mpi_starting(void);

/* Called after MPI_Init or MPI_Init_thread succeeded: this process has a rank now. */
void job_mpi_started(void);

#if MPI_VERSION >= 4
/* Called after MPI_Session_init: without MPI_Init there is no job that ends together, but this process may have a rank. */
void job_mpi_session(MPI_Session session);
#endif

/* Reduces and writes the job's profile, at the last moment at which ranks can communicate. */
void job_mpi_finishing(void);

/* Called after MPI_Finalize. The time in it, long with many ranks, is not work of the program after the job's profile. */
void job_mpi_finished(void);

/* Writes this process's profile before MPI_Abort. */
void job_mpi_aborting(void);

#endif
