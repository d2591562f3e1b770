/*
 * boot.c - connects the MPI part and the runtime.
 *
 * The part is an instrumented object like any other: instr_abi.h gives it the link through which it finds
 * the runtime, whether part and runtime are linked in or loaded.
 *
 * A program may contain several parts, for instance if it opens a library with its own. One part leads. The others forward
 * calls to it, and do not use the runtime.
 */
#include "include/instr.h"
#include "include/instr_abi.h"
#include "runtime/mpi/communicator_mpi.h"
#include "runtime/mpi/identity.h"
#include "runtime/mpi/job_mpi.h"
#include "runtime/mpi/part.h"
#include "runtime/mpi/table.h"
#include "runtime/mpi/transport_mpi.h"

#include <stddef.h>
#include <string.h>

/* What the MPI part does for the runtime, beside standing in for MPI's functions. */

/* Returns whether MPI is between MPI_Init and MPI_Finalize. Outside of that a communicator may not be used at all. */
static int is_running(void)
{
    int begun = 0, ended = 0;
    return PMPI_Initialized(&begun) == MPI_SUCCESS && begun && PMPI_Finalized(&ended) == MPI_SUCCESS && !ended;
}

static void context(struct __instr_frame *frame, MPI_Comm comm)
{
    if (frame && part_services() && is_running())
        communicator_used(frame, comm, -1);
}

static void context_world(struct __instr_frame *frame)
{
    context(frame, MPI_COMM_WORLD);
}

static void context_at(struct __instr_frame *frame, const void *comm, unsigned long size)
{
    MPI_Comm handle;
    if (size != sizeof handle)
        return;
    memcpy(&handle, comm, sizeof handle);
    context(frame, handle);
}

static int collective(const void *comm, unsigned long size, int (*work)(struct transport *, void *), void *state)
{
    struct transport_mpi transport = {.wait_on = NULL}; /* when others call is the program's business */
    MPI_Comm handle = MPI_COMM_WORLD;
    int inter = 1;
    if (!is_running())
        return INSTR_ENONE;
    if (comm && size != sizeof handle)
        return INSTR_EARGUMENT;
    if (comm)
        memcpy(&handle, comm, sizeof handle);
    if (handle == MPI_COMM_NULL || PMPI_Comm_test_inter(handle, &inter) != MPI_SUCCESS || inter)
        return INSTR_EARGUMENT;
    job_mpi_started();
    if (!transport_mpi_init(&transport, handle))
        return INSTR_ENONE;
    int result = work(&transport.base, state);
    transport_mpi_fini(&transport);
    return result;
}

/* Joins the job if MPI runs. Returns 1 if there is nothing more to join, 0 if MPI may yet begin. */
static int join(void)
{
    int ended = 0;
    if (is_running())
        job_mpi_started();
    return is_running() || (PMPI_Finalized(&ended) == MPI_SUCCESS && ended);
}

/*
 * Returns the function for resolve(name, 0), or NULL:
 *     instr_context        void (struct __instr_frame *, MPI_Comm), for the pragma: the frame runs in these ranks
 *     instr_context_world  void (struct __instr_frame *), the same for MPI_COMM_WORLD
 *     instr_context_at     void (struct __instr_frame *, const void *comm, unsigned long size), for instr.h
 *     instr_collective     int (const void *comm, unsigned long size, int (*work)(struct transport *, void *), void *):
 *                          what work(), on all ranks of the communicator, returns; or an INSTR_E*
 *     instr_init_enter     struct __instr_frame *(bool threads), MPI_Init or MPI_Init_thread begins; null: a wrapper times it
 *     instr_init_leave     void (struct __instr_frame *), it ends
 *     instr_join           int (void), joins the job if MPI has begun, whoever began it; 0: it may yet begin
 */
static void (*own_find(const char *name))(void)
{
    static const struct {
        const char *name;
        void (*function)(void);
    } table[] = {
        {"instr_context", (void (*)(void))context},
        {"instr_context_world", (void (*)(void))context_world},
        {"instr_context_at", (void (*)(void))context_at},
        {"instr_collective", (void (*)(void))collective},
        {"instr_init_enter", (void (*)(void))wrappers_init_enter},
        {"instr_init_leave", (void (*)(void))wrappers_init_leave},
        {"instr_join", (void (*)(void))join},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(name, table[i].name) == 0)
            return table[i].function;
    return NULL;
}

static const struct instr_services *followed; /* in which this part is registered that does not lead */

/* Finds functions for services->offer_mpi. For "?MPI_X" it is the wrapper of MPI_X. */
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

/* Called when the object is closed, or the program ends; before its regions are removed. */
__attribute__((destructor(102))) static void part_end(void)
{
    if (followed)
        followed->withdraw_mpi(find);
}

/* Called after the boot code of instr_abi.h, which has priority 101. */
__attribute__((constructor(102))) static void part_boot(void)
{
    if (!identity_fits())
        return;
    instr_services_fn *ask = (instr_services_fn *)__instr_link11.__resolve("instr_services", NULL);
    const struct instr_services *services = ask ? ask() : NULL;
    /* A smaller one was installed before this part was built. */
    if (!services || services->size < sizeof *services)
        return;
    table_use(wrappers, wrappers_count);
    offer(services);
    /* Loaded by a later call, where MPI_Init was called in code that was not compiled by instr-cc. */
    if (part_services() && is_running())
        job_mpi_started();
}
