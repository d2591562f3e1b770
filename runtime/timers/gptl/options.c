/* options.c - see options.h. */
#include "runtime/timers/gptl/options.h"

#include "runtime/timers/shared/mpi_any.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#define DEFAULTS                                                                                                       \
    {                                                                                                                  \
        .wall = true, .overhead = true, .preamble = true, .threadsort = true, .multparent = true,                      \
        .depth_limit = 99999, .method = GPTLmost_frequent                                                              \
    }

struct options options = DEFAULTS;
static int utr = GPTLclockgettime;
static bool e3sm;

void options_reset(void)
{
    options = (struct options)DEFAULTS;
    utr = GPTLclockgettime;
    e3sm = false;
}

void options_choose_clock(int clock)
{
    utr = clock;
}

void options_say_e3sm(void)
{
    e3sm = true;
}

bool options_e3sm(void)
{
    return e3sm;
}

static double now_by(int clock)
{
    struct timeval time;
    struct timespec precise;
    double seconds;
    if (clock == GPTLplacebo)
        return 0;
    if (clock == GPTLmpiwtime && mpi_any_wtime(&seconds))
        return seconds;
    if (clock == GPTLgettimeofday) {
        gettimeofday(&time, NULL);
        return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
    }
    clock_gettime(CLOCK_MONOTONIC, &precise);
    return (double)precise.tv_sec + 1e-9 * (double)precise.tv_nsec;
}

double options_now(void)
{
    return now_by(utr);
}

const char *options_clock_name(void)
{
    switch (utr) {
    case GPTLplacebo:
        return "placebo";
    case GPTLmpiwtime:
        return "MPI_Wtime";
    case GPTLgettimeofday:
        return "gettimeofday";
    default:
        return "clock_gettime";
    }
}

double options_clock_cost(void)
{
    enum { READINGS = 1000 };
    double start = now_by(GPTLclockgettime);
    for (int i = 0; i < READINGS; i++)
        (void)options_now();
    return (now_by(GPTLclockgettime) - start) / READINGS;
}

const char *options_method_name(void)
{
    static const char *const names[] = {"unknown", "first_parent", "last_parent", "most_frequent", "full_tree"};
    return names[options.method >= GPTLfirst_parent && options.method <= GPTLfull_tree ? options.method : 0];
}
