/*
 * part.h - what the MPI part knows of the runtime, and what the wrappers do at a job's start and end.
 */
#ifndef INSTR_MPI_PART_H
#define INSTR_MPI_PART_H

#include "runtime/job/services.h"

#include <mpi.h>
#include <stdint.h>

/* The runtime's services; null where there is no runtime, and then the wrappers only pass on. */
const struct instr_services *part_services(void);

/* Before MPI_Init. */
void part_starting(void);

/* After MPI_Init or MPI_Init_thread succeeded: this process has a rank now. */
void part_started(void);

#if MPI_VERSION >= 4
/* After MPI_Session_init: without MPI_Init there is no job that ends together, but this process may have a rank. */
void part_session(MPI_Session session);
#endif

/* The last moment at which ranks can talk: reduces and writes the job's profile. */
void part_finishing(void);

/* MPI is over. With many ranks that takes a while, which is no work of the program's after the job's profile. */
void part_finished(void);

/* One call on `comm`, which may be MPI_COMM_NULL, counted where `frame` is open, with a message of `bytes` bytes
 * unless that is negative. */
void part_used(const struct __instr_frame *frame, MPI_Comm comm, int64_t bytes);

/* Before MPI_Abort: writes what this process has. */
void part_aborting(void);

#endif
