/*
 * transport.h - how the reduction talks to other ranks, without knowing what MPI is.
 *
 * The MPI part (runtime/mpi/) supplies one over a duplicated communicator; the simulator in bench/ and
 * the unit tests supply others. Every function returns false when the transport is broken; the caller
 * then stops using it and writes its own profile.
 */
#ifndef INSTR_TRANSPORT_H
#define INSTR_TRANSPORT_H

#include "profile/profile.h"

#include <stdbool.h>
#include <stddef.h>

struct transport {
    int rank, size;
    /* Sends `size` bytes to rank `to`. */
    bool (*send)(struct transport *self, int to, const void *bytes, size_t size);
    /* Receives what `from` sent next; memory from `arena`. */
    bool (*receive)(struct transport *self, int from, void **bytes, size_t *size, struct arena *arena);
    /* Collective: *all becomes true when every rank passed true. */
    bool (*agree)(struct transport *self, bool mine, bool *all);
    void *state; /* the supplier's */
};

/*
 * Collective: merges the ranks' profiles along a binomial tree. On rank 0 *result is the reduced
 * profile (its strings in `arena`), elsewhere it is left alone. False on every rank when any rank
 * could not take part; each should then write its own.
 */
bool reduce_profiles(struct transport *transport, const struct profile *mine, struct profile *result,
                     struct arena *arena, struct error *error);

#endif
