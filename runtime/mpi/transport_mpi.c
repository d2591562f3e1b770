/*
 * transport_mpi.c - see transport_mpi.h.
 *
 * A message is its size in 8 bytes and then its bytes in pieces of at most 1 GiB, since MPI counts in
 * int. Errors come back as return values, never through the program's own error handler.
 */
#include "runtime/mpi/transport_mpi.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

enum { PIECE = 1 << 30, TAG = 1 };

static MPI_Comm comm_of(const struct transport *self)
{
    return ((const struct transport_mpi *)self->state)->comm;
}

static int piece(size_t left)
{
    return left < PIECE ? (int)left : (int)PIECE;
}

static bool mpi_send(struct transport *self, int to, const void *bytes, size_t size)
{
    uint64_t announced = size;
    bool ok = PMPI_Send(&announced, (int)sizeof announced, MPI_BYTE, to, TAG, comm_of(self)) == MPI_SUCCESS;
    for (size_t done = 0; ok && done < size; done += PIECE)
        ok = PMPI_Send((const char *)bytes + done, piece(size - done), MPI_BYTE, to, TAG, comm_of(self)) == MPI_SUCCESS;
    return ok;
}

static bool mpi_receive_size(struct transport *self, int from, size_t *size)
{
    uint64_t announced;
    if (PMPI_Recv(&announced, (int)sizeof announced, MPI_BYTE, from, TAG, comm_of(self), MPI_STATUS_IGNORE) !=
        MPI_SUCCESS)
        return false;
    *size = (size_t)announced;
    return true;
}

static bool mpi_receive(struct transport *self, int from, void *bytes, size_t size)
{
    bool ok = true;
    for (size_t done = 0; ok && done < size; done += PIECE) {
        /* Into no room at all: MPI takes the message, drops it and says that it was cut off. */
        int got = PMPI_Recv(bytes ? (char *)bytes + done : NULL, bytes ? piece(size - done) : 0, MPI_BYTE, from, TAG,
                            comm_of(self), MPI_STATUS_IGNORE);
        ok = got == MPI_SUCCESS || !bytes;
    }
    return ok;
}

static bool mpi_agree(struct transport *self, bool mine, bool *all)
{
    int in = mine, out = 0;
    bool ok = PMPI_Allreduce(&in, &out, 1, MPI_INT, MPI_MIN, comm_of(self)) == MPI_SUCCESS;
    *all = ok && out;
    return ok;
}

/* The ranks agree before they write: who could not open the file must not be waited for. */
static bool mpi_write_all(struct transport *self, const char *path, uint64_t offset, const void *bytes, size_t size)
{
    MPI_File file;
    bool open =
        PMPI_File_open(comm_of(self), path, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file) == MPI_SUCCESS;
    bool all = false, ok = mpi_agree(self, open && size <= INT_MAX, &all) && all;
    if (ok)
        ok = PMPI_File_write_at_all(file, (MPI_Offset)offset, bytes, (int)size, MPI_BYTE, MPI_STATUS_IGNORE) ==
             MPI_SUCCESS;
    if (open && PMPI_File_close(&file) != MPI_SUCCESS)
        ok = false;
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
                                         .state = transport};
    if (PMPI_Comm_rank(transport->comm, &transport->base.rank) == MPI_SUCCESS &&
        PMPI_Comm_size(transport->comm, &transport->base.size) == MPI_SUCCESS)
        return true;
    transport_mpi_fini(transport);
    return false;
}

bool transport_mpi_init(struct transport_mpi *transport, MPI_Comm comm)
{
    return PMPI_Comm_dup(comm, &transport->comm) == MPI_SUCCESS && begin(transport);
}

/* Of `comm` with `size` ranks. */
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
    PMPI_Comm_free(&transport->comm);
}
