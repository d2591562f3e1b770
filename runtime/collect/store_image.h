/*
 * store_image.h - maps the store of a process that has ended, as if this process had made it.
 *
 * It reads bytes and trusts none of them. It shares the store's layout and collect.c with the runtime, and needs nothing else of it. The files
 * are found and opened by write/recover.c.
 */
#ifndef INSTR_STORE_IMAGE_H
#define INSTR_STORE_IMAGE_H

#include "common/arena.h"
#include "common/error.h"
#include "profile/profile.h"
#include "runtime/collect/take.h"
#include "runtime/machine/clock.h"

/* Opens a store, or its first part, and returns its header with its texts, which are stored first. All other pointers are still those of the
 * other process. `name` is for messages. NULL if the store can't be read. */
const struct store_header *store_image_open(struct store_image *image, const unsigned char *bytes, size_t size,
                                            const char *name, struct arena *arena, struct error *error);

/* Makes the profile, once. Open calls are closed at `*end`, the last known time; for a living process that is now, if its clock can be read
 * here. */
bool store_image_profile(struct store_image *image, const char *name, bool living, struct profile *profile,
                         struct clock_pair *end, struct arena *arena, struct error *error);

/* --- store_trace.c: events in another process's store that its trace does not have yet --- */

/* Chunks of profile/trace_format.h one behind the other, with sequences from 1 on; `size` 0: none. */
struct store_trace {
    char *chunks;
    size_t size;
    int32_t pid;
    uint64_t start; /* ticks: by which, and by the pid, its file is known */
};

/* Collects these events, after store_image_profile checked the store; `end` is its result. */
bool store_trace_rest(const struct store_image *image, struct clock_pair end, struct store_trace *rest,
                      struct arena *arena);

#endif
