/*
 * part.c - see part.h.
 *
 * The part is an instrumented object as any other: instr_abi.h gives it the link through which it finds
 * the runtime, whether that is linked in or loaded, and whether the part itself is.
 */
#include "runtime/mpi/part.h"

#include "include/instr_abi.h"
#include "runtime/mpi/communicator_mpi.h"
#include "runtime/mpi/identity.h"
#include "runtime/mpi/transport_mpi.h"
#include "runtime/mpi/wrappers.h"

#include <stdlib.h>
#include <string.h>

static const struct instr_services *services;
static bool waits;

/* After the boot code of instr_abi.h, which has priority 101. */
__attribute__((constructor(102))) static void part_boot(void)
{
    if (!identity_fits())
        return;
    instr_services_fn *ask = (instr_services_fn *)__instr_link1.__resolve("instr_services", NULL);
    services = ask ? ask() : NULL;
    /* One that was installed before this part was built. */
    if (services && services->size < sizeof *services)
        services = NULL;
    if (services)
        services->offer_mpi(wrappers_find);
    const char *barrier = getenv("INSTR_MPI_BARRIER");
    waits = barrier && *barrier && strcmp(barrier, "0") != 0;
}

const struct instr_services *part_services(void)
{
    return services;
}

bool part_waits(void)
{
    return waits;
}

void part_started(void)
{
    int rank, size;
    if (services && PMPI_Comm_rank(MPI_COMM_WORLD, &rank) == MPI_SUCCESS &&
        PMPI_Comm_size(MPI_COMM_WORLD, &size) == MPI_SUCCESS)
        services->set_rank(rank, size);
}

static bool job_written;

void part_finishing(void)
{
    struct transport_mpi transport;
    bool all;
    if ((services && !services->wants_job()) || !transport_mpi_init(&transport, MPI_COMM_WORLD))
        return;
    if (services)
        job_written = services->write_job(&transport.base);
    else /* the runtime is missing or gave up here, but the other ranks wait for all */
        transport.base.agree(&transport.base, false, &all);
    transport_mpi_fini(&transport);
}

void part_finished(void)
{
    if (job_written)
        services->written();
}

void part_aborting(void)
{
    if (services)
        services->write_now();
}

void part_used(const struct __instr_frame *frame, MPI_Comm comm, int64_t bytes)
{
    services->used(frame, communicator_of(comm), bytes);
}
