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
#include <unistd.h>

static const struct instr_services *services; /* null too where another part leads */
static const struct instr_services *followed; /* in which this one is registered that does not lead */

/* Programs may hold several parts, as where a library with one of its own is opened. One has the job: what the others have
 * they hand on to that one, and know of no runtime. */
static void offer(void)
{
    services->offer_mpi(wrappers_find);
    if (services->leading() == wrappers_find)
        return;
    wrappers_follow(services->leading());
    followed = services;
    services = NULL;
}

/* When the object is closed, or the program ends; before its regions go. */
__attribute__((destructor(102))) static void part_end(void)
{
    if (followed)
        followed->withdraw_mpi(wrappers_find);
}

/* After the boot code of instr_abi.h, which has priority 101. */
__attribute__((constructor(102))) static void part_boot(void)
{
    if (!identity_fits())
        return;
    instr_services_fn *ask = (instr_services_fn *)__instr_link6.__resolve("instr_services", NULL);
    services = ask ? ask() : NULL;
    /* One that was installed before this part was built. */
    if (services && services->size < sizeof *services)
        services = NULL;
    if (services)
        offer();
    /* Loaded by a later call, where MPI_Init was called in code that was not compiled by instr-cc. */
    int begun = 0, ended = 0;
    if (services && PMPI_Initialized(&begun) == MPI_SUCCESS && begun && PMPI_Finalized(&ended) == MPI_SUCCESS && !ended)
        part_started();
}

const struct instr_services *part_services(void)
{
    return services;
}

static bool job_written, finishing;

/* MPI_Finalize deletes the attributes of MPI_COMM_SELF before all else, whoever calls it. */
static int self_ends(MPI_Comm comm, int key, void *value, void *extra)
{
    (void)comm, (void)key, (void)value, (void)extra;
    part_finishing();
    return MPI_SUCCESS;
}

static void watch_self(void)
{
    static bool watched;
    int key;
    if (!watched && PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, self_ends, &key, NULL) == MPI_SUCCESS) {
        watched = PMPI_Comm_set_attr(MPI_COMM_SELF, key, NULL) == MPI_SUCCESS;
        PMPI_Comm_free_keyval(&key);
    }
}

void part_starting(void)
{
    wrappers_aim();
    if (services)
        services->begins();
}

void part_started(void)
{
    int rank, size;
    if (!services || PMPI_Comm_rank(MPI_COMM_WORLD, &rank) != MPI_SUCCESS ||
        PMPI_Comm_size(MPI_COMM_WORLD, &size) != MPI_SUCCESS)
        return;
    wrappers_aim();
    services->set_rank(rank, size);
    wrappers_catch();
    watch_self();
}

#if MPI_VERSION >= 4
void part_session(MPI_Session session)
{
    MPI_Group world;
    int begun = 0, rank, size;
    if (!services || PMPI_Initialized(&begun) != MPI_SUCCESS || begun)
        return;

    if (PMPI_Group_from_session_pset(session, "mpi://WORLD", &world) != MPI_SUCCESS)
        return;
    if (PMPI_Group_rank(world, &rank) == MPI_SUCCESS && PMPI_Group_size(world, &size) == MPI_SUCCESS &&
        rank != MPI_UNDEFINED)
        services->number(rank, size);
    PMPI_Group_free(&world);
}
#endif

/* The ranks that can be waited for; null: none. */
static unsigned char *ask_who_is_there(void)
{
    int size;
    unsigned char *present = PMPI_Comm_size(MPI_COMM_WORLD, &size) == MPI_SUCCESS ? malloc((size_t)size) : NULL;
    if (present && services->roll(present))
        return present;
    free(present);
    return NULL;
}

/* What this rank has sent leaves it only while it calls MPI. False: not all come. */
static bool wait_for_all(const unsigned char *present)
{
    enum { FIRST_STEP_US = 100, MOST_STEP_US = 20000 };
    int arrived;
    uint64_t since = transport_mpi_now();
    for (unsigned step = FIRST_STEP_US; !services->has_come(present); step = step < MOST_STEP_US ? step * 2 : step) {
        PMPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_SELF, &arrived, MPI_STATUS_IGNORE);
        usleep(step);
        if (!services->wait_on(transport_mpi_now() - since))
            return false;
    }
    return true;
}

/* Of all ranks of the job that are measured. */
static bool open_transport(struct transport_mpi *transport, const unsigned char *present)
{
    int size;
    if (PMPI_Comm_size(MPI_COMM_WORLD, &size) != MPI_SUCCESS)
        return false;
    if (!memchr(present, 0, (size_t)size))
        return transport_mpi_init(transport, MPI_COMM_WORLD);
    return wait_for_all(present) && transport_mpi_init_among(transport, MPI_COMM_WORLD, present);
}

/* Whatever this rank has to wait for, it does not do so for ever. */
static bool write_job(const unsigned char *present)
{
    struct transport_mpi *transport = calloc(1, sizeof *transport);
    bool done = false;
    if (!transport)
        return false;
    transport->wait_on = services->wait_on;
    if (open_transport(transport, present)) {
        done = services->write_job(&transport->base);
        transport_mpi_fini(transport);
    }
    if (!transport->broken)
        free(transport);
    return done;
}

void part_finishing(void)
{
    if (finishing)
        return;
    finishing = true;
    unsigned long long left_out = services ? wrappers_left_out() : 0;
    if (left_out)
        services->count("calls of MPI that MPI_Pcontrol(0) left out", left_out);
    part_started(); /* for the first time where the program's MPI_Init is not ours */
    int size = 1;
    if (services && !wrappers_saw() && PMPI_Comm_size(MPI_COMM_WORLD, &size) == MPI_SUCCESS && size > 1)
        services->count("ranks of which no call of MPI was seen", 1);
    unsigned char *present = services && services->wants_job() ? ask_who_is_there() : NULL;
    job_written = present && write_job(present);
    if (present && !job_written)
        services->give_up();
    free(present);
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
