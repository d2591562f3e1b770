/*
 * boot.c - how the MPI part and the runtime find each other.
 *
 * The part is an instrumented object as any other: instr_abi.h gives it the link through which it finds
 * the runtime, whether that is linked in or loaded, and whether the part itself is.
 *
 * Programs may hold several parts, as where a library with one of its own is opened. One has the job: what the others have
 * they hand on to that one, and know of no runtime.
 */
#include "include/instr_abi.h"
#include "runtime/mpi/identity.h"
#include "runtime/mpi/job_mpi.h"
#include "runtime/mpi/own.h"
#include "runtime/mpi/part.h"
#include "runtime/mpi/table.h"
#include "runtime/mpi/wrappers.h"

static const struct instr_services *followed; /* in which this part is registered that does not lead */

/* For services->offer_mpi. To "?MPI_X" the answer is the wrapper of MPI_X. */
static any_fn *find(const char *name, any_fn *original)
{
    any_fn *found = table_find(name, original);
    return found ? found : own_find(name);
}

static void offer(const struct instr_services *services)
{
    part_has_services(services);
    services->offer_mpi(find);
    if (services->leading() == find)
        return;
    table_follow(services->leading());
    part_has_services(NULL);
    followed = services;
}

/* When the object is closed, or the program ends; before its regions go. */
__attribute__((destructor(102))) static void part_end(void)
{
    if (followed)
        followed->withdraw_mpi(find);
}

static bool has_begun(void)
{
    int begun = 0, ended = 0;
    return PMPI_Initialized(&begun) == MPI_SUCCESS && begun && PMPI_Finalized(&ended) == MPI_SUCCESS && !ended;
}

/* After the boot code of instr_abi.h, which has priority 101. */
__attribute__((constructor(102))) static void part_boot(void)
{
    if (!identity_fits())
        return;
    instr_services_fn *ask = (instr_services_fn *)__instr_link10.__resolve("instr_services", NULL);
    const struct instr_services *services = ask ? ask() : NULL;
    /* A smaller one was installed before this part was built. */
    if (!services || services->size < sizeof *services)
        return;
    table_use(wrappers, wrappers_count);
    offer(services);
    /* Loaded by a later call, where MPI_Init was called in code that was not compiled by instr-cc. */
    if (part_services() && has_begun())
        job_mpi_started();
}
