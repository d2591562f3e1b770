/* messages_mpi.c - see messages_mpi.h. */
#include "runtime/mpi/messages_mpi.h"

#include "common/hash.h"
#include "runtime/mpi/communicator_mpi.h"
#include "runtime/mpi/part.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

static atomic_bool cancelled;

/* Returns the meeting for a message on a communicator of these members; NULL: the communicator is unknown. */
static struct meeting meeting_of(const struct members *members, uint64_t stream, int peer, int tag,
                                 enum meeting_kind kind)
{
    if (!members || peer == MPI_PROC_NULL)
        return (struct meeting){.kind = MEETING_NONE};
    return (struct meeting){.stream = stream,
                            .peer = communicator_rank(members, peer),
                            .tag = tag == MPI_ANY_TAG ? MEETING_ANY_TAG : tag,
                            .kind = (uint8_t)kind};
}

const struct members *messages_meeting(MPI_Comm comm, int peer, int tag, enum meeting_kind kind,
                                       struct meeting *message)
{
    uint64_t stream = 0;
    const struct members *members = part_services() ? communicator_members(comm, &stream) : NULL;
    *message = meeting_of(members, stream, peer, tag, kind);
    return message->kind == MEETING_NONE ? NULL : members;
}

struct noted messages_send(const struct caller *caller, MPI_Comm comm, int to, int tag, bool blocks)
{
    struct meeting message;
    if (!messages_meeting(comm, to, tag, MEETING_SEND, &message))
        return (struct noted){.count = 0};
    message.blocks = blocks;
    return (struct noted){.operations = part_services()->meets(caller, &message, 1), .count = 1};
}

static struct expected expect(const struct caller *caller, MPI_Comm comm, int from, int tag, enum meeting_kind kind)
{
    struct meeting message;
    struct expected expected = {NULL, messages_meeting(comm, from, tag, kind, &message), 0};
    if (expected.members)
        expected.operation = part_services()->meets(caller, &message, 1);
    return expected;
}

struct expected messages_expect(const struct caller *caller, MPI_Comm comm, int from, int tag)
{
    return expect(caller, comm, from, tag, MEETING_RECEIVE);
}

struct expected messages_probe(const struct caller *caller, MPI_Comm comm, int from, int tag)
{
    return expect(caller, comm, from, tag, MEETING_PROBE);
}

struct expected messages_exchange(const struct caller *caller, MPI_Comm comm, int to, int sendtag, int from,
                                  int recvtag)
{
    uint64_t stream = 0;
    struct expected expected = {NULL, part_services() ? communicator_members(comm, &stream) : NULL, 0};
    if (!expected.members)
        return expected;
    const struct meeting both[2] = {meeting_of(expected.members, stream, to, sendtag, MEETING_SEND),
                                    meeting_of(expected.members, stream, from, recvtag, MEETING_RECEIVE)};
    struct operation *operations = part_services()->meets(caller, both, 2);
    if (operations)
        expected.operation = operations + 1;
    return expected;
}

struct noted messages_noted(const struct expected *expected, uint32_t count)
{
    return (struct noted){.operations = expected->operation ? expected->operation + 1 - count : NULL, .count = count};
}

static bool is_open(const struct meeting *message)
{
    bool named = message->kind == MEETING_RECEIVE || message->kind == MEETING_PROBE;
    return named && (message->peer < 0 || message->tag == MEETING_ANY_TAG);
}

bool messages_need(const struct expected *expected)
{
    return is_open(&expected->operation->meeting) || atomic_load_explicit(&cancelled, memory_order_relaxed);
}

void messages_came(const struct expected *expected, const MPI_Status *status)
{
    struct meeting *message = expected->operation ? &expected->operation->meeting : NULL;
    if (message && is_open(message)) {
        message->peer = communicator_rank(expected->members, status->MPI_SOURCE);
        message->tag = status->MPI_TAG;
    }
}

bool messages_fill(const struct expected *expected, const MPI_Status *status)
{
    int gone = 0;
    if (messages_need(expected) && PMPI_Test_cancelled(status, &gone) == MPI_SUCCESS && gone)
        noted_give_up(expected->operation);
    else
        messages_came(expected, status);
    return !gone;
}

struct noted messages_matched(const struct caller *caller, MPI_Comm comm, const MPI_Status *status)
{
    struct expected expected = messages_expect(caller, comm, status->MPI_SOURCE, status->MPI_TAG);
    return (struct noted){.operations = expected.operation, .count = 1};
}

void messages_cancel(void)
{
    atomic_store(&cancelled, true);
}

/* Ranks of a communicator: those that a rank receives from, and behind them those that it sends to. */
struct neighbors {
    int *ranks;
    int sources, targets;
};

static bool make_room(struct neighbors *neighbors, int sources, int targets)
{
    neighbors->sources = sources;
    neighbors->targets = targets;
    neighbors->ranks = malloc(((size_t)sources + (size_t)targets + 1) * sizeof(int));
    return neighbors->ranks;
}

/* On either side of each dimension. */
static bool of_grid(struct neighbors *neighbors, MPI_Comm comm)
{
    int dimensions;
    if (PMPI_Cartdim_get(comm, &dimensions) != MPI_SUCCESS || !make_room(neighbors, 2 * dimensions, 2 * dimensions))
        return false;
    for (int i = 0; i < dimensions; i++) {
        int *both = &neighbors->ranks[2 * i], *to = &both[neighbors->sources];
        if (PMPI_Cart_shift(comm, i, 1, &both[0], &both[1]) != MPI_SUCCESS)
            return false;
        to[0] = both[0];
        to[1] = both[1];
    }
    return true;
}

static bool of_graph(struct neighbors *neighbors, MPI_Comm comm)
{
    int rank, count;
    if (PMPI_Comm_rank(comm, &rank) != MPI_SUCCESS || PMPI_Graph_neighbors_count(comm, rank, &count) != MPI_SUCCESS ||
        !make_room(neighbors, count, count))
        return false;
    return PMPI_Graph_neighbors(comm, rank, count, neighbors->ranks) == MPI_SUCCESS &&
           PMPI_Graph_neighbors(comm, rank, count, neighbors->ranks + count) == MPI_SUCCESS;
}

static bool of_directed(struct neighbors *neighbors, MPI_Comm comm)
{
    int in, out, weighted;
    if (PMPI_Dist_graph_neighbors_count(comm, &in, &out, &weighted) != MPI_SUCCESS || !make_room(neighbors, in, out))
        return false;
    int *weights = malloc(((size_t)in + (size_t)out + 1) * sizeof *weights);
    bool asked = weights && PMPI_Dist_graph_neighbors(comm, in, neighbors->ranks, weights, out, neighbors->ranks + in,
                                                      weights + in) == MPI_SUCCESS;
    free(weights);
    return asked;
}

static bool find(struct neighbors *neighbors, MPI_Comm comm)
{
    int topology = MPI_UNDEFINED;
    *neighbors = (struct neighbors){.ranks = NULL};
    if (PMPI_Topo_test(comm, &topology) != MPI_SUCCESS)
        return false;
    return topology == MPI_CART         ? of_grid(neighbors, comm)
           : topology == MPI_GRAPH      ? of_graph(neighbors, comm)
           : topology == MPI_DIST_GRAPH ? of_directed(neighbors, comm)
                                        : false;
}

/* Adds a meeting at the end. */
static void add_meeting(struct meeting *meetings, uint32_t *count, uint64_t stream, int rank, enum meeting_kind kind)
{
    if (rank >= 0)
        meetings[(*count)++] = (struct meeting){.stream = stream, .peer = rank, .kind = (uint8_t)kind};
}

struct noted neighbors_meet(const struct caller *caller, MPI_Comm comm, uint32_t *receives)
{
    struct neighbors neighbors = {.ranks = NULL};
    struct noted noted = {.count = 0};
    uint64_t stream = 0;
    const struct members *members = part_services() ? communicator_members(comm, &stream) : NULL;
    bool found = members && find(&neighbors, comm);
    struct meeting *meetings =
        found ? calloc((size_t)neighbors.sources + (size_t)neighbors.targets + 1, sizeof *meetings) : NULL;
    stream = hash_number(stream, 'n');
    for (int i = 0; meetings && i < neighbors.targets; i++)
        add_meeting(meetings, &noted.count, stream, communicator_rank(members, neighbors.ranks[neighbors.sources + i]),
                    MEETING_SEND);
    uint32_t sends = noted.count;
    for (int i = 0; meetings && i < neighbors.sources; i++)
        add_meeting(meetings, &noted.count, stream, communicator_rank(members, neighbors.ranks[i]), MEETING_RECEIVE);
    if (noted.count)
        noted.operations = part_services()->meets(caller, meetings, noted.count);
    noted.unknown = members && !meetings;
    *receives = noted.operations ? noted.count - sends : 0;
    free(meetings);
    free(neighbors.ranks);
    return noted;
}
