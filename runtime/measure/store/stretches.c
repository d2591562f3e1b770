/* stretches.c - see stretches.h. */
#include "runtime/measure/store/stretches.h"
#include "base/check.h"

#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    const struct stretch *x = a, *y = b;
    return (x->to > y->to) - (x->to < y->to);
}

/* Those of a chunk, behind the first `count`. */
static uint32_t add_chunk(struct stretch *stretches, uint32_t count, const struct stretch *chunk)
{
    for (uint32_t i = 0; i < STRETCHES_CHUNK; i++)
        if (chunk[i].length)
            stretches[count++] = chunk[i];
    return count;
}

struct stretch *stretches_list(const struct stretches_log *log, uint32_t *count, struct arena *arena)
{
    size_t chunks = 0;
    for (uint32_t i = 0; log && i < STRETCHES_CHUNKS; i++)
        chunks += log->chunks[i] != NULL;
    struct stretch *all = arena_array(arena, chunks * STRETCHES_CHUNK, sizeof *all);
    *count = 0;
    for (uint32_t i = 0; all && log && i < STRETCHES_CHUNKS; i++)
        if (log->chunks[i])
            *count = add_chunk(all, *count, log->chunks[i]);
    CHECK(*count <= chunks * STRETCHES_CHUNK);
    if (*count)
        qsort(all, *count, sizeof *all, compare);
    return all;
}

uint32_t stretches_until(const struct stretch *stretches, uint32_t count, uint64_t when)
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
