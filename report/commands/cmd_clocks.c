/*
 * cmd_clocks.c - what the clocks of this machine cost, and how fine they are.
 *
 * Two tables for the values of INSTR_CLOCK: the cost of a pair of readings, as a probe takes them, for
 * 10^3 to 10^6 pairs in a row; and the smallest interval other than 0 between two readings. The cost is
 * this thread's processor time, so that other programs on the machine don't count.
 */
#include "report/commands/command.h"
#include "runtime/machine/clock.h"

#include <time.h>

enum { POWERS = 4, INTERVALS = 1000 };

static volatile uint64_t sink;

static double spent_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static double pair_ns(enum clock_kind kind, unsigned long pairs)
{
    double start = spent_ns();
    for (unsigned long i = 0; i < pairs; i++) {
#if CLOCK_HAS_TSC
        if (kind == CLOCK_TSC) { /* in line, as in a probe */
            uint64_t first = clock_tsc();
            sink = clock_tsc() - first;
            continue;
        }
#endif
        uint64_t first = clock_now();
        sink = clock_now() - first;
    }
    return (spent_ns() - start) / (double)pairs;
}

/* In ticks; the least of many, since the processor may do something else in between. */
static uint64_t smallest_interval(void)
{
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < INTERVALS; i++) {
        uint64_t first = clock_now(), next = first;
        while (next == first)
            next = clock_now();
        if (next - first < least)
            least = next - first;
    }
    return least;
}

static void show(enum clock_kind kind)
{
    struct clock_pair start = clock_pair_now();
    double ns[POWERS];
    unsigned long pairs = 1000;
    for (int power = 0; power < POWERS; power++, pairs *= 10)
        ns[power] = pair_ns(kind, pairs);
    uint64_t interval = smallest_interval();
    double tick = clock_ps(clock_scale_between(kind, start, clock_pair_now())) / 1000;
    printf("%-13s %8.1f %8.1f %8.1f %8.1f %14.2f\n", clock_name(kind), ns[0], ns[1], ns[2], ns[3],
           (double)interval * tick);
}

static bool run_clocks(const struct options *options, struct arena *arena, struct error *error)
{
    (void)arena;
    if (options->file_count)
        return error_set(error, ERROR_USAGE, "clocks measures this machine and takes no file");
    printf("ns               cost of a pair of readings, for so many pairs   smallest\n"
           "INSTR_CLOCK       10^3     10^4     10^5     10^6       interval\n");
    for (int kind = CLOCK_TSC; kind < CLOCK_KINDS; kind++) {
        if (clock_start((enum clock_kind)kind) == (enum clock_kind)kind)
            show((enum clock_kind)kind);
        else
            printf("%-13s %s\n", clock_name((enum clock_kind)kind), clock_missing((enum clock_kind)kind));
        fflush(stdout);
    }
    return true;
}

const struct command cmd_clocks = {
    "clocks", "", "what the clocks of this machine cost, and how fine they are", 0, SORT_INCLUSIVE, run_clocks};
