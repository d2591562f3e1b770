/*
 * time_slices.h - a log in the store of how the time between two calls of MPI divides among call paths.
 *
 * A stretch is in the log once for each of its paths. A place is empty as long as its length is 0, which is written last. So whoever
 * recovers a killed process finds nothing half written.
 */
#ifndef INSTR_TIME_SLICES_H
#define INSTR_TIME_SLICES_H

#include "common/arena.h"
#include "profile/profile.h"

#include <stdatomic.h>
#include <stdint.h>

enum { TIME_SLICES_CHUNK = 4096, TIME_SLICES_CHUNKS = 64, TIME_SLICES_MOST = TIME_SLICES_CHUNK * TIME_SLICES_CHUNKS };

struct stretch {
    uint64_t to;     /* ticks: when it ended */
    uint64_t length; /* ticks; 0: the place is empty */
    uint32_t stand;  /* of the path, see wait_sums.h */
    uint16_t share;  /* of STRETCH_WHOLE: of the time, that the thread was in the path */
    uint16_t thread; /* as in an operation */
};

/* Chunks are in the store, or in ordinary memory if the store has little room; then they are lost with the process. */
struct time_slices_log {
    _Atomic(struct stretch *) chunks[TIME_SLICES_CHUNKS];
};

/* Returns the stretches of a log (may be NULL), sorted by their ends; NULL if there is no memory. */
struct stretch *time_slices_list(const struct time_slices_log *log, uint32_t *count, struct arena *arena);

/* Returns how many of the sorted stretches ended until then. */
uint32_t time_slices_until(const struct stretch *stretches, uint32_t count, uint64_t when);

#endif
