/*
 * transport_mpi.h - implements the reduction's transport over MPI.
 */
#ifndef INSTR_TRANSPORT_MPI_H
#define INSTR_TRANSPORT_MPI_H

#include "runtime/job/transport.h"

#include <mpi.h>

struct transport_mpi {
    struct transport base;
    MPI_Comm comm;
    bool (*wait_on)(uint64_t ns); /* set by who makes it: whether to wait for others after so long; null: for ever */
    bool broken;                  /* it was not waited any more: MPI may yet use this structure, which must stay then */
    uint64_t announced;           /* what messages are in that are under way */
    int mine, all;
    int exchanges; /* that there were */
};

/* Opens a transport over a duplicate of `comm`, so that messages of the program can't interfere. Collective. Returns false if MPI
 * or wait_on() refuses; then nothing has to be freed, but a `broken` transport must stay. */
bool transport_mpi_init(struct transport_mpi *transport, MPI_Comm comm);

/* Opens a transport over the ranks i of the intracommunicator `comm` with present[i] != 0; only those call it. Open MPI makes such a
 * communicator by messages on `comm` itself, with tags as in programs. So none of these ranks may receive anything there meanwhile. MPI
 * can't end the wait for a missing rank, so all have to be about to call this. */
bool transport_mpi_init_among(struct transport_mpi *transport, MPI_Comm comm, const unsigned char *present);
void transport_mpi_fini(struct transport_mpi *transport);

/* Returns the time in ns. */
uint64_t transport_mpi_now(void);

#endif
