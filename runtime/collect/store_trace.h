/*
 * store_trace.h - of a store that another process left: the events that were not in its trace yet.
 */
#ifndef INSTR_STORE_TRACE_H
#define INSTR_STORE_TRACE_H

#include "runtime/collect/store_image.h"

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
