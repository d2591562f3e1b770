/*
 * requests_mpi.c - see requests_mpi.h.
 *
 * A table by handle. What was freed leaves its entry for the next one; so does what ended and is not persistent. The
 * communicator is kept as what the runtime knows of it, since the program may free its own handle before the request.
 */
#include "runtime/mpi/requests_mpi.h"

#include "common/hash.h"
#include "runtime/mpi/communicator_mpi.h"
#include "runtime/mpi/part.h"
#include "runtime/mpi/table.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { BUCKETS = 1024 };

struct known {
    MPI_Request request;
    uint64_t which; /* of those of its handle */
    bool persistent;
    bool other; /* its starts are no messages, and for whom they wait is not known */
    const struct communicator *communicator;
    int64_t bytes;
    struct meeting meetings[2]; /* of each start */
    uint32_t meeting_count;     /* 0: none is logged */
    int parts, ready;           /* of a message; 0: it is in one */
    struct expected expected;   /* without an operation: nothing */
    struct known *next;
};

/* Messages in parts, of one stream, find their receivers by how many were made before them. */
struct parted {
    struct meeting of;
    struct parted *next;
};

static struct known *buckets[BUCKETS], *unused;
static struct parted *all_parted;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t made;      /* so many were */
static atomic_int waiting; /* requests that expect something */

static struct known **bucket_of(MPI_Request request)
{
    uintptr_t handle = (uintptr_t)request; /* a pointer or a small number */
    return &buckets[(handle ^ handle >> 6 ^ handle >> 12) % BUCKETS];
}

/* Returns the address of the pointer to the request's entry, or of the null at the end. The caller holds the lock. */
static struct known **find(MPI_Request request)
{
    struct known **at = bucket_of(request);
    while (*at && (*at)->request != request)
        at = &(*at)->next;
    return at;
}

/* Returns the entry for a request that MPI has just returned, reusing one with the same handle; NULL if there is no memory. The
 * caller holds the lock. */
static struct known *entry_of(MPI_Request request)
{
    struct known **at = find(request), *known = *at ? *at : unused;
    if (!*at) {
        if (known)
            unused = known->next;
        else if (!(known = malloc(sizeof *known)))
            return NULL;
        *known = (struct known){.request = request, .bytes = -1};
        *at = known;
    }
    known->which = ++made;
    return known;
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
    expect(known, &(struct expected){.operation = NULL});
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
        expect(known, &(struct expected){.operation = NULL});
        known->persistent = known->other = true;
        known->communicator = communicator;
        known->bytes = bytes;
        known->meeting_count = 0;
        known->parts = 0;
    }
    pthread_mutex_unlock(&lock);
}

/* Adds the entry of a persistent request, with the meetings of its starts. The caller holds the lock. */
static struct known *made_for(MPI_Request request, const struct meeting *meetings, uint32_t count)
{
    struct known *known = *find(request);
    if (!known)
        return NULL;
    known->other = false;
    known->meeting_count = count;
    for (uint32_t i = 0; i < count; i++)
        known->meetings[i] = meetings[i];
    return known;
}

void requests_made_for(MPI_Request request, MPI_Comm comm, int peer, int tag, enum meeting_kind kind)
{
    struct meeting message;
    const struct members *members = messages_meeting(comm, peer, tag, kind, &message);
    pthread_mutex_lock(&lock);
    struct known *known = made_for(request, &message, members != NULL);
    if (known)
        known->expected.members = members;
    pthread_mutex_unlock(&lock);
}

/* Starts of several requests may be in any order, so each request is a stream. */
void requests_made_for_all(MPI_Request request, MPI_Comm comm, int root, enum meeting_kind kind)
{
    struct meeting meetings[2];
    uint32_t count = part_services() ? communicator_meeting(comm, kind, root, meetings) : 0;
    for (uint32_t i = 0; i < count; i++) {
        meetings[i].stream = hash_number(hash_number(meetings[i].stream, meetings[i].number), 'p');
        meetings[i].number = 0;
    }
    pthread_mutex_lock(&lock);
    if (count)
        made_for(request, meetings, count);
    pthread_mutex_unlock(&lock);
}

/* Returns the number of earlier messages in parts of that stream. The caller holds the lock. */
static uint32_t count_parted(const struct meeting *message)
{
    struct parted *at = all_parted;
    while (at && (at->of.stream != message->stream || at->of.peer != message->peer || at->of.tag != message->tag ||
                  at->of.kind != message->kind))
        at = at->next;
    if (!at && (at = malloc(sizeof *at))) {
        *at = (struct parted){*message, all_parted};
        all_parted = at;
    }
    return at ? at->of.number++ : 0;
}

void requests_made_of_parts(MPI_Request request, MPI_Comm comm, int peer, int tag, int parts, enum meeting_kind kind)
{
    struct meeting message;
    const struct members *members = messages_meeting(comm, peer, tag, kind, &message);
    pthread_mutex_lock(&lock);
    message.stream = members ? hash_number(hash_number(message.stream, count_parted(&message)), 'm') : 0;
    struct known *known = made_for(request, &message, members != NULL);
    if (known) {
        known->expected.members = members;
        known->parts = kind == MEETING_SEND ? parts : 0;
    }
    pthread_mutex_unlock(&lock);
}

struct noted requests_ready(const struct caller *caller, MPI_Request request, int parts)
{
    pthread_mutex_lock(&lock);
    struct known *known = *find(request);
    bool whole = known && known->parts && (known->ready += parts) >= known->parts && known->meeting_count;
    const struct meeting message = whole ? known->meetings[0] : (struct meeting){.kind = MEETING_NONE};
    pthread_mutex_unlock(&lock);
    return (struct noted){.operations = whole ? part_services()->meets(caller, &message, 1) : NULL, .count = 1};
}

/* Returns the number of meetings of a start. */
static uint32_t count_meetings(const struct known *known)
{
    return known && !known->parts ? known->meeting_count : 0;
}

/* Logs the meetings of the requests that are started. Returns their number. The caller holds the lock. */
static uint32_t note_starts(const struct caller *caller, int64_t count, const MPI_Request *requests,
                            struct meeting *meetings)
{
    uint32_t started = 0;
    for (int64_t i = 0; i < count; i++) {
        struct known *known = *find(requests[i]);
        for (uint32_t k = 0; k < count_meetings(known); k++) {
            meetings[started++] = known->meetings[k];
            known->meetings[k].number++;
        }
        if (!known)
            continue;
        known->ready = 0;
        if (known->other)
            table_not_known();
        if (caller->frame)
            part_services()->used(caller->frame, known->communicator, known->bytes);
    }
    return started;
}

/* Notes the meetings that this rank now waits for: the last one of each request, unless it is a send. The caller holds the lock. */
static void expect_starts(int64_t count, const MPI_Request *requests, struct operation *operations)
{
    for (int64_t i = 0; i < count; i++) {
        struct known *known = *find(requests[i]);
        uint32_t meetings = count_meetings(known);
        if (!meetings)
            continue;
        bool waits = known->meetings[meetings - 1].kind != MEETING_SEND;
        if (waits)
            expect(known, &(struct expected){operations + meetings - 1, known->expected.members, 0});
        if (meetings > waits)
            part_services()->met(operations, meetings - waits);
        operations += meetings;
    }
}

/* The lock is held. */
static void start(const struct caller *caller, int64_t count, const MPI_Request *requests)
{
    struct meeting meetings[2 * REQUESTS_FEW];
    uint32_t started = note_starts(caller, count, requests, meetings);
    struct operation *operations = started ? part_services()->meets(caller, meetings, started) : NULL;
    if (operations)
        expect_starts(count, requests, operations);
}

void requests_started(const struct caller *caller, int64_t count, const MPI_Request *requests)
{
    if (!part_services())
        return;
    pthread_mutex_lock(&lock);
    for (int64_t i = 0; i < count; i += REQUESTS_FEW)
        start(caller, count - i < REQUESTS_FEW ? count - i : REQUESTS_FEW, requests + i);
    pthread_mutex_unlock(&lock);
}

uint64_t requests_known(MPI_Request request)
{
    pthread_mutex_lock(&lock);
    const struct known *known = *find(request);
    uint64_t which = known ? known->which : 0;
    pthread_mutex_unlock(&lock);
    return which;
}

void requests_freed(MPI_Request request, uint64_t which)
{
    pthread_mutex_lock(&lock);
    struct known **at = find(request);
    if (*at && (*at)->which == which)
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
        known->meeting_count = 0;
        expect(known, expected);
    }
    pthread_mutex_unlock(&lock);
}

void requests_meet(MPI_Request request, struct operation *operations, uint32_t count)
{
    requests_expect(request, &(struct expected){operations, NULL, count - 1});
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
    if (!atomic_load_explicit(&waiting, memory_order_relaxed) || count < 1 || !requests)
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

/* Returns and removes what the request expected, which has come or failed; without an operation if that is nothing. */
static struct expected take_expected(MPI_Request request, bool failed, const MPI_Status *status)
{
    pthread_mutex_lock(&lock);
    struct known **at = find(request), *known = *at;
    struct expected came = known ? known->expected : (struct expected){.operation = NULL};
    for (uint32_t k = 0; came.operation && failed && k <= came.more; k++)
        noted_give_up(came.operation + k);
    if (came.operation && (failed || !messages_fill(&came, status)))
        came.operation = NULL;
    if (known && known->expected.operation && known->persistent)
        expect(known, &(struct expected){NULL, known->expected.members, 0});
    else if (known && known->expected.operation)
        forget(at);
    pthread_mutex_unlock(&lock);
    return came;
}

bool requests_say(int outcome)
{
    return outcome == MPI_SUCCESS || noted_class(outcome) == MPI_ERR_IN_STATUS;
}

/* Those that have ended, and what came with them. */
struct ends {
    const struct caller *caller;
    uint64_t enter;
    struct operation *some[REQUESTS_FEW];
    uint32_t count;
};

static void tell(struct ends *ends)
{
    if (ends->count)
        part_services()->waited(ends->caller, ends->enter, ends->some, ends->count);
    ends->count = 0;
}

/* Ends a request with its own `error`. Statuses that the program ignores have no content. */
static void end(struct ends *ends, MPI_Request request, int error, const MPI_Status *status)
{
    if (noted_class(error) == MPI_ERR_PENDING)
        return;
    struct expected came = take_expected(request, !noted_took_place(error), status);
    for (uint32_t k = 0; came.operation && k <= came.more; k++) {
        ends->some[ends->count++] = came.operation + k;
        if (ends->count == REQUESTS_FEW)
            tell(ends);
    }
}

/* If the call only tested, the messages had come before. */
void requests_ended(struct ending *ending, bool waited, int outcome, int ended, const int *which,
                    const MPI_Request *requests, const MPI_Status *statuses)
{
    if (!ending->count)
        return;
    struct ends ends = {ending->caller, waited ? ending->enter : part_services()->entered(NULL), {NULL}, 0};
    const int own =
        ending->count == 1 && !requests_say(outcome) ? outcome : MPI_SUCCESS; /* what is known of one's own */
    bool said = requests_say(outcome), ignored = statuses == MPI_STATUSES_IGNORE || statuses == MPI_STATUS_IGNORE;
    for (int i = 0; said && i < ended; i++)
        if (outcome == MPI_SUCCESS || !ignored)
            end(&ends, ending->requests[which ? which[i] : i],
                outcome == MPI_SUCCESS ? MPI_SUCCESS : statuses[i].MPI_ERROR, &statuses[i]);
    for (int i = 0; outcome != MPI_SUCCESS && !(said && !ignored) && i < ending->count; i++)
        if (ending->requests[i] != MPI_REQUEST_NULL && requests[i] == MPI_REQUEST_NULL)
            end(&ends, ending->requests[i], own, statuses);
    tell(&ends);
    close_ending(ending);
}
