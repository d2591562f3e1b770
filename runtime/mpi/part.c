/*
 * part.c - see part.h.
 *
 * The part is an instrumented object as any other: instr_abi.h gives it the link through which it finds
 * the runtime, whether that is linked in or loaded, and whether the part itself is.
 */
#include "runtime/mpi/part.h"

#include "include/instr_abi.h"
#include "runtime/mpi/identity.h"
#include "runtime/mpi/transport_mpi.h"
#include "runtime/mpi/wrappers.h"

static const struct instr_services *services;

/* After the boot code of instr_abi.h, which has priority 101. */
__attribute__((constructor(102))) static void part_boot(void)
{
    if (!identity_fits())
        return;
    instr_services_fn *ask = (instr_services_fn *)__instr_link1.__resolve("instr_services", NULL);
    services = ask ? ask() : NULL;
    if (services)
        services->offer_mpi(wrappers_find);
}

const struct instr_services *part_services(void)
{
    return services;
}

void part_started(void)
{
    int rank, size;
    if (services && PMPI_Comm_rank(MPI_COMM_WORLD, &rank) == MPI_SUCCESS &&
        PMPI_Comm_size(MPI_COMM_WORLD, &size) == MPI_SUCCESS)
        services->set_rank(rank, size);
}

void part_finishing(void)
{
    struct transport_mpi transport;
    if (services && transport_mpi_init(&transport, MPI_COMM_WORLD)) {
        services->write_job(&transport.base);
        transport_mpi_fini(&transport);
    }
}

void part_aborting(void)
{
    if (services)
        services->write_now();
}

void part_sent(const struct __instr_frame *frame, int64_t bytes)
{
    /* A runtime that was installed earlier may not know of this. */
    if (services && services->size > offsetof(struct instr_services, sent))
        services->sent(frame, bytes > 0 ? (unsigned long long)bytes : 0);
}
