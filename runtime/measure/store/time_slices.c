/* time_slices.c - see time_slices.h. */
#include "runtime/measure/store/time_slices.h"
#include "common/check.h"

#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    const struct stretch *x = a, *y = b;
    return (x->to > y->to) - (x->to < y->to);
}

/* Adds the stretches of a chunk behind the first `count`. */
static uint32_t add_chunk(struct stretch *stretches, uint32_t count, const struct stretch *chunk)
{
    for (uint32_t i = 0; i < TIME_SLICES_CHUNK; i++)
        if (chunk[i].length)
            stretches[count++] = chunk[i];
    return count;
}

struct stretch *time_slices_list(const struct time_slices_log *log, uint32_t *count, struct arena *arena)
{
    size_t chunks = 0;
    for (uint32_t i = 0; log && i < TIME_SLICES_CHUNKS; i++)
        chunks += log->chunks[i] != NULL;
    struct stretch *all = arena_array(arena, chunks * TIME_SLICES_CHUNK, sizeof *all);
    *count = 0;
    for (uint32_t i = 0; all && log && i < TIME_SLICES_CHUNKS; i++)
        if (log->chunks[i])
            *count = add_chunk(all, *count, log->chunks[i]);
    CHECK(*count <= chunks * TIME_SLICES_CHUNK);
    if (*count)
        qsort(all, *count, sizeof *all, compare);
    return all;
}

uint32_t time_slices_until(const struct stretch *stretches, uint32_t count, uint64_t when)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (stretches[middle].to <= when)
            low = middle + 1;
        else
            high = middle;
    }
    CHECK(low <= count && (!low || stretches[low - 1].to <= when));
    return low;
}
