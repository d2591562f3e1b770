/*
 * api_reduce.c - reduces the measurements of many ranks so far to a profile or a text.
 *
 * The MPI part calls back with a way to talk to the ranks of the communicator. A rank that fails still takes part in all steps, so that the
 * others learn of the failure.
 */
#include "runtime/api/api.h"

#include "runtime/job/job.h"
#include "runtime/job/mpi_load.h"
#include "runtime/job/reduce.h"
#include "runtime/job/transport.h"
#include "runtime/machine/floats.h"

#include <errno.h>
#include <stdlib.h>

/* The request: a profile, or with `print` its text. */
struct request {
    bool print;
    const char *where;
};

/* Returns an INSTR_E*. */
static int print(struct transport *transport, const struct profile *mine, const char *where, struct arena *arena)
{
    struct profile reduced;
    bool all = false;
    if (!reduce_profiles(transport, mine, &reduced, arena, NULL))
        return INSTR_ENONE;
    int result = transport->rank == 0 ? results_print(&reduced, where, arena) : INSTR_OK;
    if (!transport->agree(transport, result == INSTR_OK, &all) || (!all && result == INSTR_OK))
        result = INSTR_EFILE;
    return result;
}

/* Reduces; called by instr_collective of the MPI part. */
static int reduce(struct transport *transport, void *state)
{
    const struct request *request = state;
    struct arena arena = {0};
    struct profile collected;
    const struct profile *mine = results_collect(INSTR_PROCESS, &collected, &arena) == INSTR_OK ? &collected : NULL;
    int result = request->print                                        ? print(transport, mine, request->where, &arena)
                 : job_reduce(transport, mine, request->where, &arena) ? INSTR_OK
                                                                       : INSTR_EFILE;
    arena_free(&arena);
    return result;
}

static int reduce_alone(const struct request *request)
{
    struct arena arena = {0};
    struct profile mine;
    int result = results_collect(INSTR_PROCESS, &mine, &arena);
    if (result == INSTR_OK && request->print)
        result = results_print(&mine, request->where, &arena);
    else if (result == INSTR_OK)
        result = job_put(&mine, request->where, &arena) ? INSTR_OK : INSTR_EFILE;
    arena_free(&arena);
    return result;
}

static int reduce_over(const void *comm, unsigned long size, struct request request)
{
    FLOATS_OF_OUR_OWN;
    typedef int collective_fn(const void *, unsigned long, int (*)(struct transport *, void *), void *);
    int saved = errno;
    collective_fn *collective = (collective_fn *)mpi_load_own("instr_collective");
    int result = collective ? collective(comm, size, reduce, &request) : reduce_alone(&request);
    errno = saved;
    return result;
}

int instr_reduce_at(const void *comm, unsigned long size, const char *where)
{
    return reduce_over(comm, size, (struct request){false, where});
}

int instr_print_ranks_at(const void *comm, unsigned long size, const char *where)
{
    return reduce_over(comm, size, (struct request){true, where});
}

/*
 * --- gathering the data of each rank of a communicator on one rank, reached as above. The root takes one rank after the other, so it holds the
 * data of only one. ---
 */

struct gathering {
    int root;
    const void *bytes;
    unsigned long size;
    instr_receiver receiver;
    void *context;
};

/* Receives the data of `rank` and passes it to the receiver, unless `result` is an error already. Returns an error or the receiver's result. */
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

/* Gathers; called by instr_collective of the MPI part. */
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
