/* source_heap.c - whether allocations can be counted; who counts them is runtime/measure/beside/heap.c. */
#include "runtime/metrics/sources.h"

#include <stddef.h>
#include <stdio.h>

const char *source_heap_missing;

static uint32_t start(uint32_t fields, char *why, unsigned size)
{
    if (!source_heap_missing)
        return fields;
    snprintf(why, size, "%s", source_heap_missing);
    return 0;
}

const struct metric_source source_heap = {.start = start};
