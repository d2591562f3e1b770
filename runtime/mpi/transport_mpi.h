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
};

/* Collective over `comm`, which is duplicated: what the program itself sends can't get in between.
 * False when MPI refuses; then there is nothing to free. */
bool transport_mpi_init(struct transport_mpi *transport, MPI_Comm comm);

/* The same over the ranks i of `comm`, an intracommunicator, of which present[i] is not 0; only those call it. Open MPI makes such a
 * communicator by messages on `comm` itself, with a tag as a program's: none of them may receive anything there meanwhile. */
bool transport_mpi_init_among(struct transport_mpi *transport, MPI_Comm comm, const unsigned char *present);
void transport_mpi_fini(struct transport_mpi *transport);

#endif
