/* part.c - see part.h. */
#include "runtime/mpi/part.h"

#include <mpi.h>
#include <stdatomic.h>

static const struct instr_services *known;
static atomic_bool begun;

const struct instr_services *part_services(void)
{
    return known;
}

void part_has_services(const struct instr_services *services)
{
    known = services;
}

void part_has_session(void)
{
    atomic_store(&begun, true);
}

bool part_may_ask(void)
{
    int now = 0;
    if (!atomic_load_explicit(&begun, memory_order_relaxed) && PMPI_Initialized(&now) == MPI_SUCCESS && now)
        atomic_store(&begun, true);
    return atomic_load_explicit(&begun, memory_order_relaxed);
}
