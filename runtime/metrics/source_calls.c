/* source_calls.c - tells whether calls of the C library can be counted; runtime/measure/beside/heap.c and io.c count them. */
#include "runtime/metrics/sources.h"

#include <stddef.h>
#include <stdio.h>

const char *source_calls_missing;

static uint32_t start(uint32_t fields, char *why, unsigned size)
{
    if (!source_calls_missing)
        return fields;
    snprintf(why, size, "%s", source_calls_missing);
    return 0;
}

const struct metric_source source_calls = {.start = start};
