/*
 * transport_mpi.c - see transport_mpi.h.
 *
 * A message is its size in 8 bytes and then its bytes in pieces of at most 1 GiB, since MPI counts in
 * int. Errors come back as return values, never through the program's own error handler.
 *
 * Each step is begun and then tested, so that a rank that never comes is not waited for beyond what wait_on() says. MPI can't
 * take back what was begun, a message to another rank least of all: so what it refers to is a copy that is left to it then.
 */
#include "runtime/mpi/transport_mpi.h"

#include <limits.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PIECE = 1 << 30, TAG = 1, EAGER_NS = 2000000, MOST_STEP_US = 1000 };

static struct transport_mpi *mpi_of(const struct transport *self)
{
    return self->state;
}

static int piece(size_t left)
{
    return left < PIECE ? (int)left : (int)PIECE;
}

uint64_t transport_mpi_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Waiting for `since` that began at transport_mpi_now(): pauses, longer and longer after a moment without any. */
static void pause_since(uint64_t since)
{
    uint64_t waited = transport_mpi_now() - since;
    if (waited < EAGER_NS)
        sched_yield();
    else
        usleep(waited / 10000 < MOST_STEP_US ? (useconds_t)(waited / 10000) : MOST_STEP_US);
}

/* Waits for the end of a request, if `begun` is MPI_SUCCESS. */
static bool finish(struct transport_mpi *transport, int begun, MPI_Request *request)
{
    int done = 0;
    if (begun != MPI_SUCCESS)
        return false;
    uint64_t since = transport_mpi_now();
    for (;;) {
        if (PMPI_Test(request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS)
            return false;
        if (done)
            return true;
        pause_since(since);
        if (transport->wait_on && !transport->wait_on(transport_mpi_now() - since)) {
            transport->broken = true;
            return false;
        }
    }
}

static bool send_piece(struct transport_mpi *transport, int to, const void *bytes, size_t size)
{
    MPI_Request request;
    return finish(transport, PMPI_Isend(bytes, (int)size, MPI_BYTE, to, TAG, transport->comm, &request), &request);
}

static bool receive_piece(struct transport_mpi *transport, int from, void *bytes, size_t size)
{
    MPI_Request request;
    return finish(transport, PMPI_Irecv(bytes, (int)size, MPI_BYTE, from, TAG, transport->comm, &request), &request);
}

/* Sends a message; an empty one if there was no memory for the bytes. */
static bool mpi_send(struct transport *self, int to, const void *bytes, size_t size)
{
    struct transport_mpi *transport = mpi_of(self);
    char *copy = size ? malloc(size) : NULL;
    if (copy)
        memcpy(copy, bytes, size);
    transport->announced = copy ? size : 0;
    bool ok = send_piece(transport, to, &transport->announced, sizeof transport->announced);
    for (size_t done = 0; copy && ok && done < size; done += PIECE)
        ok = send_piece(transport, to, copy + done, (size_t)piece(size - done));
    if (!transport->broken)
        free(copy);
    return ok;
}

static bool mpi_receive_size(struct transport *self, int from, size_t *size)
{
    struct transport_mpi *transport = mpi_of(self);
    bool ok = receive_piece(transport, from, &transport->announced, sizeof transport->announced);
    *size = ok ? (size_t)transport->announced : 0;
    return ok;
}

static bool mpi_receive(struct transport *self, int from, void *bytes, size_t size)
{
    struct transport_mpi *transport = mpi_of(self);
    char *copy = bytes ? malloc((size_t)piece(size)) : NULL;
    bool ok = true;
    for (size_t done = 0; ok && done < size; done += PIECE) {
        /* Into no room at all: MPI takes the message, drops it and says that it was cut off. */
        bool got = receive_piece(transport, from, copy, copy ? (size_t)piece(size - done) : 0);
        if (got && copy)
            memcpy((char *)bytes + done, copy, (size_t)piece(size - done));
        ok = (got && (copy || !bytes)) || (!bytes && !transport->broken);
    }
    if (!transport->broken)
        free(copy);
    return ok;
}

static bool mpi_agree(struct transport *self, bool mine, bool *all)
{
    struct transport_mpi *transport = mpi_of(self);
    MPI_Request request;
    transport->mine = mine;
    bool ok = finish(transport,
                     PMPI_Iallreduce(&transport->mine, &transport->all, 1, MPI_INT, MPI_MIN, transport->comm, &request),
                     &request);
    *all = ok && transport->all;
    return ok;
}

/* Writes together, after the ranks agreed that all could open the file. The time of the file system is not limited, as in any
 * write. */
static bool mpi_write_all(struct transport *self, const char *path, uint64_t offset, const void *bytes, size_t size)
{
    MPI_File file;
    bool open = PMPI_File_open(mpi_of(self)->comm, path, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file) ==
                MPI_SUCCESS;
    bool all = false, ok = mpi_agree(self, open && size <= INT_MAX, &all) && all;
    if (ok)
        ok = PMPI_File_write_at_all(file, (MPI_Offset)offset, bytes, (int)size, MPI_BYTE, MPI_STATUS_IGNORE) ==
             MPI_SUCCESS;
    if (open && PMPI_File_close(&file) != MPI_SUCCESS)
        ok = false;
    return ok;
}

/* Numbers in the job as those in the transport, or the other way; MPI_UNDEFINED for those that it has not got. */
static bool translate(struct transport_mpi *transport, int count, const int *ranks, int *to, bool back)
{
    MPI_Group all, own;
    bool done = false;
    if (PMPI_Comm_group(MPI_COMM_WORLD, &all) != MPI_SUCCESS)
        return false;
    if (PMPI_Comm_group(transport->comm, &own) == MPI_SUCCESS) {
        done = PMPI_Group_translate_ranks(back ? own : all, count, ranks, back ? all : own, to) == MPI_SUCCESS;
        PMPI_Group_free(&own);
    }
    PMPI_Group_free(&all);
    return done;
}

/* Takes one message that has come, if any. */
static bool take_one(struct transport_mpi *transport, int tag, bool (*take)(void *, int, const void *, size_t),
                     void *state)
{
    MPI_Status status;
    int here = 0, size = 0, from;
    if (PMPI_Iprobe(MPI_ANY_SOURCE, tag, transport->comm, &here, &status) != MPI_SUCCESS)
        return false;
    if (!here)
        return true;
    if (PMPI_Get_count(&status, MPI_BYTE, &size) != MPI_SUCCESS ||
        !translate(transport, 1, &status.MPI_SOURCE, &from, true))
        return false;
    void *bytes = malloc((size_t)size + 1);
    bool done = bytes && PMPI_Recv(bytes, size, MPI_BYTE, status.MPI_SOURCE, tag, transport->comm, MPI_STATUS_IGNORE) ==
                             MPI_SUCCESS;
    done = done && take(state, from, bytes, (size_t)size);
    free(bytes);
    return done;
}

/* Begins to send; each message counts as sent once it is being received. What was begun is at requests[*sent]. */
static bool send_parcels(struct transport_mpi *transport, int tag, const struct parcel *parcels, size_t count,
                         MPI_Request *requests, int *sent)
{
    int *ranks = malloc((count + 1) * 2 * sizeof *ranks), *to = ranks + count + 1;
    for (size_t i = 0; ranks && i < count; i++)
        ranks[i] = parcels[i].to;
    bool ok = ranks && translate(transport, (int)count, ranks, to, false);
    for (size_t i = 0; ok && i < count; i++)
        if (to[i] != MPI_UNDEFINED)
            ok = PMPI_Issend(parcels[i].bytes, (int)parcels[i].size, MPI_BYTE, to[i], tag, transport->comm,
                             &requests[(*sent)++]) == MPI_SUCCESS;
    free(ranks);
    return ok;
}

/* Exchanges parcels. When all parcels of this rank are being received, it enters a nonblocking barrier and continues to receive. When all
 * ranks have entered the barrier, nothing is under way any more (Hoefler, Siebert, Lumsdaine: Scalable Communication Protocols for Dynamic Sparse Data Exchange). */
static bool mpi_exchange(struct transport *self, const struct parcel *parcels, size_t count,
                         bool (*take)(void *state, int from, const void *bytes, size_t size), void *state)
{
    struct transport_mpi *transport = mpi_of(self);
    int tag = TAG + 1 + transport->exchanges++ % 2, sent = 0, gone = 0, flag, arrived = 0;
    MPI_Request *requests = malloc((count + 1) * sizeof *requests), all = MPI_REQUEST_NULL;
    bool ok = requests && send_parcels(transport, tag, parcels, count, requests, &sent);
    uint64_t since = transport_mpi_now();
    while (ok && !arrived) {
        ok = take_one(transport, tag, take, state);
        for (flag = 1; ok && flag && gone < sent; gone += flag)
            ok = PMPI_Test(&requests[gone], &flag, MPI_STATUS_IGNORE) == MPI_SUCCESS;
        if (ok && gone == sent && all == MPI_REQUEST_NULL)
            ok = PMPI_Ibarrier(transport->comm, &all) == MPI_SUCCESS;
        if (ok && gone == sent)
            ok = PMPI_Test(&all, &arrived, MPI_STATUS_IGNORE) == MPI_SUCCESS;
        if (!arrived)
            pause_since(since);
        ok = ok && (arrived || !transport->wait_on || transport->wait_on(transport_mpi_now() - since));
    }
    transport->broken = transport->broken || !ok;
    if (ok || !sent)
        free(requests);
    return ok;
}

/* transport->comm is new. */
static bool begin(struct transport_mpi *transport)
{
    PMPI_Comm_set_errhandler(transport->comm, MPI_ERRORS_RETURN);
    transport->base = (struct transport){.send = mpi_send,
                                         .receive_size = mpi_receive_size,
                                         .receive = mpi_receive,
                                         .agree = mpi_agree,
                                         .write_all = mpi_write_all,
                                         .exchange = mpi_exchange,
                                         .state = transport};
    if (PMPI_Comm_rank(transport->comm, &transport->base.rank) == MPI_SUCCESS &&
        PMPI_Comm_size(transport->comm, &transport->base.size) == MPI_SUCCESS)
        return true;
    transport_mpi_fini(transport);
    return false;
}

bool transport_mpi_init(struct transport_mpi *transport, MPI_Comm comm)
{
    MPI_Request request;
    transport->broken = false;
    return finish(transport, PMPI_Comm_idup(comm, &transport->comm, &request), &request) && begin(transport);
}

/* Makes the group of the present ranks of `comm`, which has `size` ranks. */
static bool make_group(MPI_Comm comm, int size, const unsigned char *present, MPI_Group *group)
{
    MPI_Group all;
    int *ranks = malloc((size_t)size * sizeof *ranks), count = 0;
    for (int i = 0; ranks && i < size; i++)
        if (present[i])
            ranks[count++] = i;
    bool done = ranks && PMPI_Comm_group(comm, &all) == MPI_SUCCESS;
    if (done) {
        done = PMPI_Group_incl(all, count, ranks, group) == MPI_SUCCESS;
        PMPI_Group_free(&all);
    }
    free(ranks);
    return done;
}

bool transport_mpi_init_among(struct transport_mpi *transport, MPI_Comm comm, const unsigned char *present)
{
    MPI_Group group;
    int size;
    transport->broken = false;
    if (PMPI_Comm_size(comm, &size) != MPI_SUCCESS)
        return false;
    if (!make_group(comm, size, present, &group))
        return false;
    bool done = PMPI_Comm_create_group(comm, group, TAG, &transport->comm) == MPI_SUCCESS;
    PMPI_Group_free(&group);
    return done && begin(transport);
}

void transport_mpi_fini(struct transport_mpi *transport)
{
    if (!transport->broken)
        PMPI_Comm_free(&transport->comm);
}
