/*
 * gptlmpi.h - what GPTL does over the ranks of an MPI communicator: see gptl.h.
 */
#ifndef GPTLMPI_H
#define GPTLMPI_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* All ranks of the communicator have to call. The first one writes the file, by default "timing.summary". */
extern int GPTLpr_summary(MPI_Comm);
extern int GPTLpr_summary_file(MPI_Comm, const char *);

/* Calls a barrier between a start and a stop of the timer. */
extern int GPTLbarrier(MPI_Comm, const char *);

#ifdef __cplusplus
}
#endif
#endif
