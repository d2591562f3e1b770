/*
 * stuck.c - on the rank STUCK_RANK MPI does not do what ranks need to talk to each other at their end: it refuses, or with
 * STUCK=never it is never done. Preloaded into all ranks.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

int PMPI_Comm_idup(MPI_Comm comm, MPI_Comm *made, MPI_Request *request)
{
    typedef int idup(MPI_Comm, MPI_Comm *, MPI_Request *);
    const char *how = getenv("STUCK"), *where = getenv("STUCK_RANK");
    int rank;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (!how || !where || rank != atoi(where))
        return ((idup *)dlsym(RTLD_NEXT, "PMPI_Comm_idup"))(comm, made, request);
    return strcmp(how, "never") == 0 ? PMPI_Irecv(NULL, 0, MPI_BYTE, 0, 4242, MPI_COMM_SELF, request) : MPI_ERR_OTHER;
}
