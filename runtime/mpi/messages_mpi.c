/* messages_mpi.c - see messages_mpi.h. */
#include "runtime/mpi/messages_mpi.h"

#include "runtime/mpi/communicator_mpi.h"
#include "runtime/mpi/part.h"

#include <stdatomic.h>

static atomic_bool cancelled;

/* On a communicator of these members, or (null) of none that is known. */
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
