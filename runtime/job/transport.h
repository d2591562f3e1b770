/*
 * transport.h - how the reduction communicates with other ranks, independent of MPI.
 *
 * The MPI part (runtime/mpi/) supplies a transport over a duplicated communicator; the simulator in
 * bench/ and the unit tests supply others. Functions transfer bytes, so a supplier needs only this
 * header. Every function returns false if the transport is broken; the caller then stops using it
 * and writes its own profile.
 */
#ifndef INSTR_TRANSPORT_H
#define INSTR_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes for one other rank. */
struct parcel {
    int to; /* its number in the job */
    const void *bytes;
    size_t size;
};

struct transport {
    int rank, size;
    /* Sends `size` bytes to rank `to`. */
    bool (*send)(struct transport *self, int to, const void *bytes, size_t size);
    /* Receive the next message of `from`: first its size, then, unless that is 0, its bytes. NULL for
     * `bytes` discards them. */
    bool (*receive_size)(struct transport *self, int from, size_t *size);
    bool (*receive)(struct transport *self, int from, void *bytes, size_t size);
    /* Collective: sets *all to true if every rank passed true. */
    bool (*agree)(struct transport *self, bool mine, bool *all);
    /* Collective: creates the file `path`, in which each rank writes `size` bytes at `offset`. NULL if a transport lacks
     * it. */
    bool (*write_all)(struct transport *self, const char *path, uint64_t offset, const void *bytes, size_t size);
    /* Collective: each rank sends parcels, at most one to each rank, and takes its own in any order. Parcels for ranks outside the
     * transport are lost. If it returns false, the bytes must stay valid for ever. NULL if a transport lacks it. */
    bool (*exchange)(struct transport *self, const struct parcel *parcels, size_t count,
                     bool (*take)(void *state, int from, const void *bytes, size_t size), void *state);
    void *state; /* the supplier's */
};

#endif
