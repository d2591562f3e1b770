/* source_usage.c - page faults, context switches and the high-water mark of memory, as the system counts them; and the CPU time of a thread. */
#include "runtime/metrics/sources.h"

#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

enum { MINOR, MAJOR, VOLUNTARY, INVOLUNTARY, PEAK };

static uint32_t start(uint32_t fields, char *why, unsigned size)
{
    struct rusage usage;
    if (getrusage(RUSAGE_THREAD, &usage) == 0)
        return fields;
    snprintf(why, size, "this system does not count them for a thread");
    return 0;
}

static void read_usage(void *thread, uint64_t fields[SOURCE_FIELDS])
{
    struct rusage usage = {.ru_minflt = 0};
    (void)thread;
    getrusage(RUSAGE_THREAD, &usage);
    fields[MINOR] = (uint64_t)usage.ru_minflt;
    fields[MAJOR] = (uint64_t)usage.ru_majflt;
    fields[VOLUNTARY] = (uint64_t)usage.ru_nvcsw;
    fields[INVOLUNTARY] = (uint64_t)usage.ru_nivcsw;
    fields[PEAK] = (uint64_t)usage.ru_maxrss * 1024; /* of the whole process, in kB */
}

const struct metric_source source_usage = {.start = start, .read = read_usage};

/* Starts CPU time, which beside wall time shows which threads wait. */
static uint32_t start_time(uint32_t fields, char *why, unsigned size)
{
    struct timespec time;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0)
        return fields;
    snprintf(why, size, "this system has no clock for the CPU time of a thread");
    return 0;
}

static void read_time(void *thread, uint64_t fields[SOURCE_FIELDS])
{
    struct timespec time = {0, 0};
    (void)thread;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    fields[0] = (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

const struct metric_source source_cpu = {.start = start_time, .read = read_time};
