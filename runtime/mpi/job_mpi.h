/*
 * job_mpi.h - what the wrappers do at a job's start and end.
 */
#ifndef INSTR_JOB_MPI_H
#define INSTR_JOB_MPI_H

#include <mpi.h>

/* Before MPI_Init. */
void job_mpi_starting(void);

/* After MPI_Init or MPI_Init_thread succeeded: this process has a rank now. */
void job_mpi_started(void);

#if MPI_VERSION >= 4
/* After MPI_Session_init: without MPI_Init there is no job that ends together, but this process may have a rank. */
void job_mpi_session(MPI_Session session);
#endif

/* The last moment at which ranks can talk: reduces and writes the job's profile. */
void job_mpi_finishing(void);

/* MPI is over. With many ranks that takes a while, which is no work of the program's after the job's profile. */
void job_mpi_finished(void);

/* Before MPI_Abort: writes what this process has. */
void job_mpi_aborting(void);

#endif
