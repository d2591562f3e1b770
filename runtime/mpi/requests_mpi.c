/*
 * requests_mpi.c - see requests_mpi.h.
 *
 * A table by handle. What was freed leaves its entry for the next one; a request that is not persistent is in none. The
 * communicator is kept as what the runtime knows of it, since the program may free its own handle before the request.
 */
#include "runtime/mpi/requests_mpi.h"

#include "runtime/mpi/communicator_mpi.h"
#include "runtime/mpi/part.h"

#include <pthread.h>
#include <stdlib.h>

enum { BUCKETS = 1024 };

struct known {
    MPI_Request request;
    const struct communicator *communicator;
    int64_t bytes;
    struct known *next;
};

static struct known *buckets[BUCKETS], *unused;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

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

void requests_made(MPI_Request request, MPI_Comm comm, int64_t bytes)
{
    if (!part_services() || request == MPI_REQUEST_NULL)
        return;
    const struct communicator *communicator = communicator_of(comm);
    pthread_mutex_lock(&lock);
    struct known **at = find(request), *known = *at ? *at : unused;
    if (!known)
        known = malloc(sizeof *known);
    else if (known == unused)
        unused = known->next;
    if (known) {
        *known = (struct known){request, communicator, bytes, *at ? (*at)->next : NULL};
        *at = known;
    }
    pthread_mutex_unlock(&lock);
}

void requests_started(const struct __instr_frame *frame, int64_t count, const MPI_Request *requests)
{
    for (int64_t i = 0; i < count; i++) {
        pthread_mutex_lock(&lock);
        const struct known *found = *find(requests[i]);
        struct known known = found ? *found : (struct known){.bytes = -1};
        pthread_mutex_unlock(&lock);
        if (found)
            part_services()->used(frame, known.communicator, known.bytes);
    }
}

void requests_freed(MPI_Request request)
{
    pthread_mutex_lock(&lock);
    struct known **at = find(request), *known = *at;
    if (known) {
        *at = known->next;
        known->next = unused;
        unused = known;
    }
    pthread_mutex_unlock(&lock);
}
