/*
 * transport.h - how the reduction talks to other ranks, without knowing what MPI is.
 *
 * The MPI part (runtime/mpi/) supplies one over a duplicated communicator; the simulator in bench/ and
 * the unit tests supply others. Plain functions over bytes: a supplier needs nothing of this project
 * but this header. Every function returns false when the transport is broken; the caller then stops
 * using it and writes its own profile.
 */
#ifndef INSTR_TRANSPORT_H
#define INSTR_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is for one other rank. */
struct parcel {
    int to; /* its number in the job */
    const void *bytes;
    size_t size;
};

struct transport {
    int rank, size;
    /* Sends `size` bytes to rank `to`. */
    bool (*send)(struct transport *self, int to, const void *bytes, size_t size);
    /* What `from` sent next: first its size, then, unless that is 0, the bytes. Null for `bytes`
     * throws them away. */
    bool (*receive_size)(struct transport *self, int from, size_t *size);
    bool (*receive)(struct transport *self, int from, void *bytes, size_t size);
    /* Collective: *all becomes true when every rank passed true. */
    bool (*agree)(struct transport *self, bool mine, bool *all);
    /* Collective: each rank writes `size` bytes at `offset` of the file `path`, which is made. Null where there is no such
     * thing. */
    bool (*write_all)(struct transport *self, const char *path, uint64_t offset, const void *bytes, size_t size);
    /* Collective: each rank sends parcels, at most one to each rank, and takes those for it in any order. Those for ranks that are
     * not of the transport are lost. False: the bytes must stay for ever. Null where there is no such thing. */
    bool (*exchange)(struct transport *self, const struct parcel *parcels, size_t count,
                     bool (*take)(void *state, int from, const void *bytes, size_t size), void *state);
    void *state; /* the supplier's */
};

#endif
