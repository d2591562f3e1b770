/*
 * transport_mpi.h - the reduction's transport over MPI.
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

/* Collective over `comm`, which is duplicated: what the program itself sends can't get in between.
 * False when MPI refuses or wait_on() does; then there is nothing to free, but what is broken. */
bool transport_mpi_init(struct transport_mpi *transport, MPI_Comm comm);

/* The same over the ranks i of `comm`, an intracommunicator, of which present[i] is not 0; only those call it. Open MPI makes such a
 * communicator by messages on `comm` itself, with a tag as a program's: none of them may receive anything there meanwhile. MPI
 * offers no way to end the wait for them: all have to be about to call it. */
bool transport_mpi_init_among(struct transport_mpi *transport, MPI_Comm comm, const unsigned char *present);
void transport_mpi_fini(struct transport_mpi *transport);

/* In ns. */
uint64_t transport_mpi_now(void);

#endif
