/* own.c - see own.h. The frame is null where the context is not measured. */
#include "runtime/mpi/own.h"

#include "runtime/mpi/communicator_mpi.h"
#include "runtime/mpi/job_mpi.h"
#include "runtime/mpi/part.h"
#include "runtime/mpi/transport_mpi.h"

#define INSTR_RUNTIME_ITSELF
#include "include/instr.h"

#include <stddef.h>
#include <string.h>

/* Before MPI_Init and after MPI_Finalize a communicator may not even be looked at. */
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
    MPI_Comm handle;
    int inter = 1;
    if (!is_running())
        return INSTR_ENONE;
    if (size != sizeof handle)
        return INSTR_EARGUMENT;
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

/* 1: there is nothing more to join. */
static int join(void)
{
    int ended = 0;
    if (is_running())
        job_mpi_started();
    return is_running() || (PMPI_Finalized(&ended) == MPI_SUCCESS && ended);
}

void (*own_find(const char *name))(void)
{
    static const struct {
        const char *name;
        void (*function)(void);
    } table[] = {
        {"instr_context", (void (*)(void))context},
        {"instr_context_world", (void (*)(void))context_world},
        {"instr_context_at", (void (*)(void))context_at},
        {"instr_collective", (void (*)(void))collective},
        {"instr_join", (void (*)(void))join},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(name, table[i].name) == 0)
            return table[i].function;
    return NULL;
}
