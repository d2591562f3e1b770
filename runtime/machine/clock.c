/* clock.c - see clock.h. */
#include "runtime/machine/clock.h"

#include "runtime/machine/wide.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#if defined(__x86_64__)
#include "runtime/machine/leaf.h"
#elif defined(__i386__)
#include <cpuid.h>
#endif

static const struct {
    const char *name;
    clockid_t system;
    const char *missing;
} clocks[] = {
#define CLOCK(kind, name, system, missing) {name, system, missing},
    CLOCK_ROWS(CLOCK)
#undef CLOCK
};

static enum clock_kind picked = CLOCK_MONO;
static struct clock_pair stopped; /* when it was; 0 ns: it was not */
static double (*mpi_wtime)(void); /* the MPI library's, which the runtime knows nothing of */

static uint64_t read_ns(clockid_t id)
{
    struct timespec now;
    clock_gettime(id, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Returns whether the time stamp counter has a constant rate. */
static bool tsc_is_even(void)
{
#if defined(__x86_64__)
    return leaf_find(LEAF_80000007).d & (1u << 8);
#elif defined(__i386__)
    unsigned a, b, c, d;
    return __get_cpuid(0x80000007u, &a, &b, &c, &d) && (d & (1u << 8));
#else
    return CLOCK_HAS_TSC;
#endif
}

/* Finds MPI_Wtime for Open MPI only, because MPICH ends a program that asks for the time before MPI_Init. MPI_Wtime may be the program's own
 * function with a probe. */
void clock_find(void)
{
    const char *wanted = getenv("INSTR_CLOCK");
    if (wanted && strcmp(wanted, clocks[CLOCK_MPI_WTIME].name) == 0 && dlsym(RTLD_DEFAULT, "ompi_mpi_comm_world"))
        mpi_wtime = (double (*)(void))(uintptr_t)dlsym(RTLD_DEFAULT, "PMPI_Wtime");
}

enum clock_kind clock_start(enum clock_kind wanted)
{
    bool there = wanted == CLOCK_TSC ? tsc_is_even() : wanted != CLOCK_MPI_WTIME || mpi_wtime;
    picked = there ? wanted : CLOCK_MONO;
    return picked;
}

/* Returns the least time of a few rounds of readings. */
static uint64_t time_readings(int (*read)(clockid_t, struct timespec *))
{
    enum { ROUNDS = 9, READINGS = 32 };
    uint64_t best = UINT64_MAX;
    struct timespec now;
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t start = read_ns(CLOCK_MONOTONIC);
        for (int i = 0; i < READINGS; i++)
            read(CLOCK_MONOTONIC, &now);
        uint64_t taken = read_ns(CLOCK_MONOTONIC) - start;
        if (taken < best)
            best = taken;
    }
    return best;
}

static int read_by_call(clockid_t id, struct timespec *now)
{
    return (int)syscall(SYS_clock_gettime, id, now);
}

/* Returns whether the C library reads the time without a system call. Only its speed shows this. */
bool clock_needs_no_call(void)
{
    bool by_library = picked == CLOCK_TSC || picked == CLOCK_MONO || picked == CLOCK_GETTIMEOFDAY;
    return by_library && time_readings(clock_gettime) < time_readings(read_by_call) / 4 * 3;
}

uint64_t clock_ns(void)
{
    return stopped.ns ? stopped.ns : read_ns(CLOCK_MONOTONIC);
}

void clock_stop(void)
{
    stopped = clock_pair_now();
}

void clock_go_on(void)
{
    stopped.ns = 0;
}

uint64_t clock_now(void)
{
    struct timeval day;
    if (stopped.ns)
        return stopped.ticks;
    switch (picked) {
    case CLOCK_TSC:
#if CLOCK_HAS_TSC
        return clock_tsc();
#endif
    case CLOCK_GETTIMEOFDAY:
        gettimeofday(&day, NULL);
        return ((uint64_t)day.tv_sec * 1000000u + (uint64_t)day.tv_usec) * 1000u;
    case CLOCK_MPI_WTIME:
        return (uint64_t)(mpi_wtime() * 1e9);
    default:
        return read_ns(clocks[picked].system);
    }
}

const char *clock_name(enum clock_kind kind)
{
    return clocks[kind].name;
}

const char *clock_missing(enum clock_kind kind)
{
    return clocks[kind].missing;
}

struct clock_pair clock_pair_now(void)
{
    if (stopped.ns)
        return stopped;
    /* Of a few tries the one whose two readings of the ticks lie closest together. */
    struct clock_pair best = {0, 0};
    uint64_t narrowest = UINT64_MAX;
    for (int i = 0; i < 5; i++) {
        uint64_t before = clock_now();
        uint64_t ns = read_ns(CLOCK_MONOTONIC);
        uint64_t width = clock_now() - before;
        if (width < narrowest) {
            narrowest = width;
            best = (struct clock_pair){before + width / 2, ns};
        }
    }
    return best;
}

struct clock_scale clock_scale_between(enum clock_kind clock, struct clock_pair from, struct clock_pair to)
{
    struct clock_scale scale = {(uint64_t)1000 << 40};
    if (clock == CLOCK_TSC && to.ticks > from.ticks && to.ns > from.ns) {
        wide numerator = (wide)(to.ns - from.ns) * 1000 << 40;
        scale.ps_fixed = wide_whole(wide_double(numerator) / (double)(to.ticks - from.ticks));
    }
    return scale;
}
