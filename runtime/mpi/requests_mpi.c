/*
 * requests_mpi.c - see requests_mpi.h.
 *
 * A table by handle. What was freed leaves its entry for the next one; so does what ended and is not persistent. The
 * communicator is kept as what the runtime knows of it, since the program may free its own handle before the request.
 */
#include "runtime/mpi/requests_mpi.h"

#include "runtime/mpi/communicator_mpi.h"
#include "runtime/mpi/part.h"
#include "runtime/mpi/table.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { BUCKETS = 1024 };

struct known {
    MPI_Request request;
    bool persistent;
    bool other; /* its starts are no messages, and for whom they wait is not known */
    const struct communicator *communicator;
    int64_t bytes;
    struct meeting message;   /* of each start; without a kind: none that is logged */
    struct expected expected; /* without an operation: nothing */
    struct known *next;
};

static struct known *buckets[BUCKETS], *unused;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int waiting; /* requests that expect something */

static struct known **bucket_of(MPI_Request request)
{
    uintptr_t handle = (uintptr_t)request; /* a pointer or a small number */
    return &buckets[(handle ^ handle >> 6 ^ handle >> 12) % BUCKETS];
}

/* The lock is held. Where the entry of the request is pointed to, or the null at the end. */
static struct known **find(MPI_Request request)
{
    struct known **at = bucket_of(request);
    while (*at && (*at)->request != request)
        at = &(*at)->next;
    return at;
}

/* The lock is held. The entry of the request, found or made; null: no memory. */
static struct known *entry_of(MPI_Request request)
{
    struct known **at = find(request), *known = *at ? *at : unused;
    if (*at)
        return known;
    if (known)
        unused = known->next;
    else if (!(known = malloc(sizeof *known)))
        return NULL;
    *known = (struct known){.request = request, .bytes = -1};
    return *at = known;
}

/* The lock is held. */
static void expect(struct known *known, const struct expected *expected)
{
    atomic_fetch_add(&waiting, !!expected->operation - !!known->expected.operation);
    known->expected = *expected;
}

/* The lock is held. */
static void forget(struct known **at)
{
    struct known *known = *at;
    expect(known, &(struct expected){NULL, NULL});
    *at = known->next;
    known->next = unused;
    unused = known;
}

void requests_made(MPI_Request request, MPI_Comm comm, int64_t bytes)
{
    if (!part_services() || request == MPI_REQUEST_NULL)
        return;
    const struct communicator *communicator = communicator_of(comm);
    pthread_mutex_lock(&lock);
    struct known *known = entry_of(request);
    if (known) {
        expect(known, &(struct expected){NULL, NULL});
        known->persistent = known->other = true;
        known->communicator = communicator;
        known->bytes = bytes;
        known->message = (struct meeting){.kind = MEETING_NONE};
    }
    pthread_mutex_unlock(&lock);
}

void requests_made_for(MPI_Request request, MPI_Comm comm, int peer, int tag, enum meeting_kind kind)
{
    struct meeting message;
    const struct members *members = messages_meeting(comm, peer, tag, kind, &message);
    pthread_mutex_lock(&lock);
    struct known *known = *find(request);
    if (known) {
        known->other = false;
        known->message = message;
        known->expected.members = members;
    }
    pthread_mutex_unlock(&lock);
}

/* The lock is held. The messages of those that are started; returns how many. */
static uint32_t note_starts(const struct caller *caller, int64_t count, const MPI_Request *requests,
                            struct meeting *messages)
{
    uint32_t started = 0;
    for (int64_t i = 0; i < count; i++) {
        const struct known *known = *find(requests[i]);
        if (known && known->message.kind != MEETING_NONE)
            messages[started++] = known->message;
        if (known && known->other)
            table_not_known();
        if (known && caller->frame)
            part_services()->used(caller->frame, known->communicator, known->bytes);
    }
    return started;
}

/* The lock is held. A receive is expected from now on; a send is not waited for by this rank. */
static void expect_starts(int64_t count, const MPI_Request *requests, struct operation *operations)
{
    for (int64_t i = 0; i < count; i++) {
        struct known *known = *find(requests[i]);
        if (!known || known->message.kind == MEETING_NONE)
            continue;
        if (known->message.kind == MEETING_RECEIVE)
            expect(known, &(struct expected){operations, known->expected.members});
        else
            part_services()->met(operations, 1);
        operations++;
    }
}

/* All begin at the same moment. */
void requests_started(const struct caller *caller, int64_t count, const MPI_Request *requests)
{
    struct meeting few[REQUESTS_FEW], *messages = count <= REQUESTS_FEW ? few : calloc((size_t)count, sizeof *messages);
    pthread_mutex_lock(&lock);
    uint32_t started = part_services() && messages ? note_starts(caller, count, requests, messages) : 0;
    struct operation *operations = started ? part_services()->meets(caller, messages, started) : NULL;
    if (operations)
        expect_starts(count, requests, operations);
    pthread_mutex_unlock(&lock);
    if (messages != few)
        free(messages);
}

void requests_freed(MPI_Request request)
{
    pthread_mutex_lock(&lock);
    struct known **at = find(request);
    if (*at)
        forget(at);
    pthread_mutex_unlock(&lock);
}

void requests_expect(MPI_Request request, const struct expected *expected)
{
    if (!expected->operation)
        return;
    pthread_mutex_lock(&lock);
    struct known *known = entry_of(request);
    if (known) {
        known->persistent = false;
        known->message = (struct meeting){.kind = MEETING_NONE};
        expect(known, expected);
    }
    pthread_mutex_unlock(&lock);
}

void requests_meet(MPI_Request request, struct operation *operation)
{
    requests_expect(request, &(struct expected){operation, NULL});
}

/* Copies the handles, which MPI may take away. Whether a status is needed for one of them. */
static bool copy_requests(struct ending *ending, const MPI_Request *requests)
{
    bool any = false, need = false;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < ending->count; i++) {
        const struct known *known = *find(ending->requests[i] = requests[i]);
        if (!known || !known->expected.operation)
            continue;
        any = true;
        need = need || messages_need(&known->expected);
    }
    pthread_mutex_unlock(&lock);
    if (!any)
        ending->count = 0;
    return need;
}

static void close_ending(struct ending *ending)
{
    if (ending->requests != ending->few)
        free(ending->requests);
    if (ending->statuses != ending->few_statuses)
        free(ending->statuses);
    ending->count = 0;
}

void requests_ending(struct ending *ending, const struct caller *caller, int count, const MPI_Request *requests,
                     MPI_Status **statuses)
{
    ending->count = 0;
    if (!atomic_load_explicit(&waiting, memory_order_relaxed) || count < 1)
        return;
    bool few = count <= REQUESTS_FEW;
    ending->caller = caller;
    ending->requests = few ? ending->few : malloc((size_t)count * sizeof *ending->requests);
    ending->statuses = few ? ending->few_statuses : malloc((size_t)count * sizeof *ending->statuses);
    ending->count = ending->requests && ending->statuses ? count : 0;
    if (copy_requests(ending, requests) && (*statuses == MPI_STATUSES_IGNORE || *statuses == MPI_STATUS_IGNORE))
        *statuses = ending->statuses;
    if (ending->count)
        ending->enter = part_services()->entered(caller->frame);
    else
        close_ending(ending);
}

/* The lock is held. What the request expected, which has come; null: nothing. */
static struct operation *take(MPI_Request request, const MPI_Status *status)
{
    struct known **at = find(request), *known = *at;
    struct operation *operation = known ? known->expected.operation : NULL;
    if (!operation)
        return NULL;
    if (!messages_fill(&known->expected, status))
        operation = NULL;
    if (known->persistent)
        expect(known, &(struct expected){NULL, known->expected.members});
    else
        forget(at);
    return operation;
}

/* Where it only looked, what came has come before. */
void requests_ended(struct ending *ending, bool waited, int ended, const int *which, const MPI_Status *statuses)
{
    struct operation *some[REQUESTS_FEW];
    uint32_t count = 0;
    uint64_t enter = !ending->count || waited ? ending->enter : part_services()->entered(NULL);
    for (int i = 0; ending->count && i < ended; i++) {
        pthread_mutex_lock(&lock);
        some[count] = take(ending->requests[which ? which[i] : i], &statuses[i]);
        pthread_mutex_unlock(&lock);
        count += some[count] != NULL;
        if (count == REQUESTS_FEW || (count && i + 1 == ended)) {
            part_services()->waited(ending->caller, enter, some, count);
            count = 0;
        }
    }
    if (ending->count)
        close_ending(ending);
}
