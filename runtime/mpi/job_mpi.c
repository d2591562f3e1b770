/* job_mpi.c - see job_mpi.h. */
#include "runtime/mpi/job_mpi.h"

#include "runtime/measure/beside/operation.h"
#include "runtime/mpi/part.h"
#include "runtime/mpi/table.h"
#include "runtime/mpi/transport_mpi.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool job_written, finishing;

/* MPI_Finalize deletes the attributes of MPI_COMM_SELF before all else, whoever calls it. */
static int self_ends(MPI_Comm comm, int key, void *value, void *extra)
{
    (void)comm, (void)key, (void)value, (void)extra;
    job_mpi_finishing();
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

void job_mpi_starting(void)
{
    table_aim();
    if (part_services())
        part_services()->begins();
}

/* Returns whether to continue waiting. All ranks come here, because MPI_Init returned to all; still the wait is limited. */
static bool wait_at_begin(uint64_t ns)
{
    return ns < 60000000000u;
}

static void begin_job(void)
{
    struct transport_mpi *transport = part_services()->all_begin() ? calloc(1, sizeof *transport) : NULL;
    if (!transport)
        return;
    transport->wait_on = wait_at_begin;
    if (transport_mpi_init(transport, MPI_COMM_WORLD)) {
        part_services()->begin_job(&transport->base);
        transport_mpi_fini(transport);
    }
    if (!transport->broken)
        free(transport);
}

void job_mpi_started(void)
{
    int rank, size;
    if (!part_services() || !part_may_ask() || PMPI_Comm_rank(MPI_COMM_WORLD, &rank) != MPI_SUCCESS ||
        PMPI_Comm_size(MPI_COMM_WORLD, &size) != MPI_SUCCESS)
        return;
    table_aim();
    part_services()->set_rank(rank, size);
    table_catch();
    watch_self();
    begin_job();
}

#if MPI_VERSION >= 4
void job_mpi_session(MPI_Session session)
{
    MPI_Group world;
    int begun = 0, rank, size;
    if (!part_services() || PMPI_Initialized(&begun) != MPI_SUCCESS || begun)
        return;

    if (PMPI_Group_from_session_pset(session, "mpi://WORLD", &world) != MPI_SUCCESS)
        return;
    if (PMPI_Group_rank(world, &rank) == MPI_SUCCESS && PMPI_Group_size(world, &size) == MPI_SUCCESS &&
        rank != MPI_UNDEFINED)
        part_services()->number(rank, size);
    PMPI_Group_free(&world);
}
#endif

/* Returns the ranks that can be waited for; NULL if there are none. */
static unsigned char *ask_who_is_there(void)
{
    int size;
    unsigned char *present = PMPI_Comm_size(MPI_COMM_WORLD, &size) == MPI_SUCCESS ? malloc((size_t)size) : NULL;
    if (present && part_services()->roll(present))
        return present;
    free(present);
    return NULL;
}

/* Waits for all ranks, calling MPI, because messages of this rank move only then. Returns false if not all come. */
static bool wait_for_all(const unsigned char *present)
{
    enum { FIRST_STEP_US = 100, MOST_STEP_US = 20000 };
    int arrived;
    uint64_t since = transport_mpi_now();
    for (unsigned step = FIRST_STEP_US; !part_services()->has_come(present);
         step = step < MOST_STEP_US ? step * 2 : step) {
        PMPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_SELF, &arrived, MPI_STATUS_IGNORE);
        usleep(step);
        if (!part_services()->wait_on(transport_mpi_now() - since))
            return false;
    }
    return true;
}

static bool is_everybody(const unsigned char *present)
{
    int size;
    return PMPI_Comm_size(MPI_COMM_WORLD, &size) == MPI_SUCCESS && !memchr(present, 0, (size_t)size);
}

/* Opens a transport of all measured ranks of the job. */
static bool open_transport(struct transport_mpi *transport, const unsigned char *present)
{
    if (is_everybody(present))
        return transport_mpi_init(transport, MPI_COMM_WORLD);
    return wait_for_all(present) && transport_mpi_init_among(transport, MPI_COMM_WORLD, present);
}

/* Writes the job's profile. Each wait for other ranks is limited. */
static bool write_job(const unsigned char *present)
{
    struct transport_mpi *transport = calloc(1, sizeof *transport);
    bool done = false;
    if (!transport)
        return false;
    transport->wait_on = part_services()->wait_on;
    if (open_transport(transport, present)) {
        done = part_services()->write_job(&transport->base);
        transport_mpi_fini(transport);
    }
    if (!transport->broken)
        free(transport);
    return done;
}

void job_mpi_finishing(void)
{
    if (finishing || !part_may_ask())
        return;
    finishing = true;
    unsigned long long left_out = part_services() ? table_left_out() : 0;
    if (left_out)
        part_services()->count("calls of MPI that MPI_Pcontrol(0) left out", left_out);
    unsigned long long unknown = part_services() ? table_unknown() : 0;
    if (unknown)
        part_services()->count(OPERATIONS_UNKNOWN, unknown);
    job_mpi_started(); /* for the first time where the program's MPI_Init is not ours */
    int size = 1;
    if (part_services() && !table_saw() && PMPI_Comm_size(MPI_COMM_WORLD, &size) == MPI_SUCCESS && size > 1)
        part_services()->count("ranks of which no call of MPI was seen", 1);
    unsigned char *present = part_services() && part_services()->wants_job() ? ask_who_is_there() : NULL;
    job_written = present && write_job(present);
    if (present && !job_written)
        part_services()->give_up();
    free(present);
}

void job_mpi_finished(void)
{
    if (job_written)
        part_services()->written();
}

void job_mpi_aborting(void)
{
    if (part_services())
        part_services()->write_now();
}
