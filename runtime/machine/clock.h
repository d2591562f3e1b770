/*
 * clock.h - reads ticks, and finds the length of a tick.
 *
 * Probes read ticks only. The time stamp counter is read without fences: they would double its price, and the few instructions that slip across
 * are far below its granularity. The length of a tick is found by comparison with CLOCK_MONOTONIC at the start and whenever a profile is made;
 * the longer the program ran, the more exact it is. The other clocks tick in nanoseconds.
 */
#ifndef INSTR_CLOCK_H
#define INSTR_CLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "runtime/machine/settings.h"
#include "runtime/machine/wide.h"

/* One moment on both clocks. */
struct clock_pair {
    uint64_t ticks;
    uint64_t ns; /* CLOCK_MONOTONIC */
};

/* Picoseconds of a tick, times 2^40: whole numbers, so that parts never exceed their sum. */
struct clock_scale {
    uint64_t ps_fixed;
};

static inline double clock_ps(struct clock_scale scale)
{
    return (double)scale.ps_fixed * 0x1p-40;
}

static inline wide clock_ticks_ps(struct clock_scale scale, uint64_t ticks)
{
    return (wide)ticks * scale.ps_fixed >> 40;
}

#if defined(__x86_64__) || defined(__i386__)
#define CLOCK_HAS_TSC 1
static inline uint64_t clock_tsc(void)
{
    return __builtin_ia32_rdtsc();
}
#elif defined(__aarch64__)
#define CLOCK_HAS_TSC 1
static inline uint64_t clock_tsc(void)
{
    uint64_t ticks;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
}
#else
#define CLOCK_HAS_TSC 0
#endif

/* Asks the loader for symbols that clock_start may need. */
void clock_find(void);

/* Selects the clock; once. Returns CLOCK_MONO instead if the machine has no time stamp counter with a constant rate, or the program no Open
 * MPI. */
enum clock_kind clock_start(enum clock_kind wanted);

/* Reads the selected clock. */
uint64_t clock_now(void);

/* Reads CLOCK_MONOTONIC only. */
uint64_t clock_ns(void);

/* Returns whether the selected clock and CLOCK_MONOTONIC are read without a system call. */
bool clock_needs_no_call(void);

/* Stop time, so that no clock is read; and let it continue. */
void clock_stop(void);
void clock_go_on(void);

/* Returns the name used in `INSTR_CLOCK`. */
const char *clock_name(enum clock_kind kind);

/* Returns why clock_start selected another clock. */
const char *clock_missing(enum clock_kind kind);

struct clock_pair clock_pair_now(void);

/* Returns the scale from two moments of a process on that clock; if they are too close, the best guess. */
struct clock_scale clock_scale_between(enum clock_kind clock, struct clock_pair from, struct clock_pair to);

#endif
