/* source_cpu.c - processor time of the thread: beside wall time it shows who waits. */
#include "runtime/metrics/sources.h"

#include <stdio.h>
#include <time.h>

static uint32_t start(uint32_t fields, char *why, unsigned size)
{
    struct timespec time;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0)
        return fields;
    snprintf(why, size, "this system has no clock for the processor time of a thread");
    return 0;
}

static void read_time(void *thread, uint64_t fields[SOURCE_FIELDS])
{
    struct timespec time = {0, 0};
    (void)thread;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    fields[0] = (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

const struct metric_source source_cpu = {.start = start, .read = read_time};
