/*
 * store_image.h - maps the store of a process that has ended, as if this process had made it.
 *
 * A pure reader of bytes that trusts none of them: it shares the store's layout and collect.c with the runtime, and
 * needs nothing else of it. Who finds the files and opens them is write/recover.c.
 */
#ifndef INSTR_STORE_IMAGE_H
#define INSTR_STORE_IMAGE_H

#include "common/arena.h"
#include "common/error.h"
#include "profile/profile.h"
#include "runtime/collect/take.h"
#include "runtime/machine/clock.h"

/* The header of a store, or of its first part, with its texts: they are stored first of all. All its other pointers are
 * the other process's. `name` is for messages. Null: it is none that can be read. */
const struct store_header *store_image_open(struct store_image *image, const unsigned char *bytes, size_t size,
                                            const char *name, struct arena *arena, struct error *error);

/* The profile, with frames that were open closed at `*end`, the last time that is known; of a living process that is now,
 * where its clock can be read here. Once. */
bool store_image_profile(struct store_image *image, const char *name, bool living, struct profile *profile,
                         struct clock_pair *end, struct arena *arena, struct error *error);

/* --- store_trace.c: of a store that another process left: the events that were not in its trace yet. --- */

/* Chunks as profile/trace_format.h has them, one behind the other, with sequences from 1 on; `size` 0: none. */
struct store_trace {
    char *chunks;
    size_t size;
    int32_t pid;
    uint64_t start; /* ticks: by which, and by the pid, its file is known */
};

/* Behind store_image_profile, which checked what is asked here; `end` is what that said. */
bool store_trace_rest(const struct store_image *image, struct clock_pair end, struct store_trace *rest,
                      struct arena *arena);

#endif
