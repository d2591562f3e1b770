/*
 * requests_mpi.h - persistent requests: what a start of each sends, and on which communicator.
 */
#ifndef INSTR_REQUESTS_MPI_H
#define INSTR_REQUESTS_MPI_H

#include <mpi.h>
#include <stdint.h>

struct __instr_frame;

/* `request` was made; each start sends `bytes`, or TRAFFIC_NONE. Nothing happens without a runtime. */
void requests_made(MPI_Request request, MPI_Comm comm, int64_t bytes);

/* They are started by the call whose frame is open. */
void requests_started(const struct __instr_frame *frame, int64_t count, const MPI_Request *requests);

/* It is about to be freed: another may get its handle. */
void requests_freed(MPI_Request request);

#endif
