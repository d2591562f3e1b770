/*
 * api_gather.c - what each rank of a communicator has, for one of them: see api_reduce.c for how ranks are reached.
 *
 * The root takes one rank after the other, so it holds no more than what one of them sent.
 */
#include "runtime/api/api.h"

#include "runtime/job/mpi_load.h"
#include "runtime/job/transport.h"

#include <errno.h>
#include <stdlib.h>

struct gathering {
    int root;
    const void *bytes;
    unsigned long size;
    instr_receiver receiver;
    void *context;
};

/* What `rank` sent, to the receiver unless `result` is an error already. Returns an error or what the receiver returned. */
static int take_in(struct transport *transport, const struct gathering *gathering, int rank, int result)
{
    size_t size = 0;
    if (rank == transport->rank)
        return result
                   ? result
                   : gathering->receiver(rank, transport->size, gathering->bytes, gathering->size, gathering->context);
    if (!transport->receive_size(transport, rank, &size))
        return INSTR_ENONE;
    char *bytes = result ? NULL : malloc(size ? size : 1);
    if (size && !transport->receive(transport, rank, bytes, size))
        result = INSTR_ENONE;
    else if (!result)
        result = bytes ? gathering->receiver(rank, transport->size, bytes, size, gathering->context) : INSTR_EMEMORY;
    free(bytes);
    return result;
}

/* For instr_collective of the MPI part. */
static int gather(struct transport *transport, void *state)
{
    const struct gathering *gathering = state;
    bool all = false;
    bool fits = gathering->root >= 0 && gathering->root < transport->size && (gathering->bytes || !gathering->size);
    if (!transport->agree(transport, fits && gathering->receiver, &all))
        return INSTR_ENONE;
    if (!all)
        return INSTR_EARGUMENT;
    int result = INSTR_OK;
    if (transport->rank == gathering->root)
        for (int rank = 0; rank < transport->size; rank++)
            result = take_in(transport, gathering, rank, result);
    else if (!transport->send(transport, gathering->root, gathering->bytes, gathering->size))
        result = INSTR_ENONE;
    if (!transport->agree(transport, result == INSTR_OK, &all))
        return INSTR_ENONE;
    return result == INSTR_OK && !all ? INSTR_ENONE : result;
}

int instr_gather_at(const void *comm, unsigned long comm_size, int root, const void *bytes, unsigned long size,
                    instr_receiver receiver, void *context)
{
    typedef int collective_fn(const void *, unsigned long, int (*)(struct transport *, void *), void *);
    struct gathering gathering = {root, bytes, size, receiver, context};
    int saved = errno;
    int result = INSTR_EARGUMENT;
    collective_fn *collective = (collective_fn *)mpi_load_own("instr_collective");
    if (collective)
        result = collective(comm, comm_size, gather, &gathering);
    else if (root == 0 && receiver && (bytes || !size))
        result = receiver(0, 1, bytes, size, context);
    errno = saved;
    return result;
}
