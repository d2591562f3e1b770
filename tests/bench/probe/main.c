/*
 * main.c - the calls that probe.py times.
 *
 *     bench-probe measure WAY     a row of each call shape: nanoseconds of this thread's CPU time
 *     bench-probe collect         each shape for each kind of probe, with `collect` around what valgrind is to count
 *     bench-probe calls           a row of each shape: how many calls it makes, and its name
 *
 * Each call shape exists four times: plain, with two bare clock reads (the floor of exact timing), with
 * probes as instr-cc inserts them, and with a count, which tells how many calls it makes. A round runs all
 * of them one after the other, so that what disturbs the machine disturbs all alike; the figures are
 * medians over the rounds.
 *
 * The runtime is found as in every instrumented program: by the boot code of instr_abi.h.
 */
#include "include/instr_abi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "runtime/machine/clock.h"

enum { SHAPES = 9, ROUNDS = 15, CALLS = 1 << 18 };

static const char *const shape_names[SHAPES] = {"leaf",
                                                "two leaves in turn",
                                                "six leaves in turn",
                                                "64 leaves in turn",
                                                "leaf shared by 64 parents",
                                                "1,000 regions",
                                                "fib",
                                                "five that call each other",
                                                "parser"};

/* Plain. */
#define SHAPE(name) plain_##name
#define PROBE(region) (void)0
#include "shapes.h"
#undef SHAPE
#undef PROBE

static unsigned calls_counted;

#define SHAPE(name) count_##name
#define PROBE(region) (void)calls_counted++
#include "shapes.h"
#undef SHAPE
#undef PROBE

/* Two clock reads and nothing else. */
static uint64_t clock_sum;

static inline void clock_close(uint64_t *start)
{
    clock_sum += clock_tsc() - *start;
}

#define SHAPE(name) clock_##name
#define PROBE(region) uint64_t start __attribute__((__cleanup__(clock_close))) = clock_tsc()
#include "shapes.h"
#undef SHAPE
#undef PROBE

/* As the edit of a function does it. */
#define SHAPE(name) probe_##name
#define LAYOUT(name, self)                                                                                             \
    {                                                                                                                  \
        __INSTR_MAGIC, sizeof(struct __instr_region), 1, 1, __LINE__, 0, name, "shapes.h", 0, 0, 0, self, 0            \
    }
#define PROBE(region)                                                                                                  \
    static struct __instr_region descriptor __attribute__((__section__("instr_regions"), __aligned__(8))) =            \
        LAYOUT(#region, &descriptor);                                                                                  \
    struct __instr_frame *frame __attribute__((__cleanup__(__instr_leave))) = __instr_enter(&descriptor)
#include "shapes.h"
#undef SHAPE
#undef PROBE

enum { PLAIN, CLOCKS, PROBES, KINDS };
static unsigned (*const *const kinds[KINDS])(unsigned) = {plain_shapes, clock_shapes, probe_shapes};

static volatile unsigned sink;

static unsigned calls_of(int shape)
{
    calls_counted = 0;
    sink += count_shapes[shape](CALLS);
    return calls_counted;
}

/* Of this thread, so that other programs on the machine don't count. */
static double now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static double time_one(unsigned (*shape)(unsigned), unsigned calls)
{
    double start = now_ns();
    sink += shape(CALLS);
    return (now_ns() - start) / calls;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values)
{
    qsort(values, ROUNDS, sizeof *values, compare);
    return values[ROUNDS / 2];
}

static void measure(const char *way)
{
    static double ns[SHAPES][KINDS][ROUNDS];
    for (int round = -1; round < ROUNDS; round++) /* the first one warms up */
        for (int shape = 0; shape < SHAPES; shape++)
            for (int kind = 0; kind < KINDS; kind++)
                ns[shape][kind][round < 0 ? 0 : round] = time_one(kinds[kind][shape], calls_of(shape));
    for (int shape = 0; shape < SHAPES; shape++) {
        double plain = median(ns[shape][PLAIN]);
        double floor = median(ns[shape][CLOCKS]) - plain;
        double added = median(ns[shape][PROBES]) - plain;
        printf("%-12s %-26s %7.2f %9.2f %9.2f %7.2f\n", way, shape_names[shape], plain, floor, added, added / floor);
    }
}

/* valgrind counts only what is done in here, and writes down what it was each time: see probe.py. */
void collect(int shape, int kind);
__attribute__((__noipa__, __noinline__)) void collect(int shape, int kind)
{
    sink += kinds[kind][shape](CALLS);
}

static void collect_all(void)
{
    for (int shape = 0; shape < SHAPES; shape++)
        for (int kind = 0; kind < KINDS; kind++) {
            sink += kinds[kind][shape](CALLS); /* what is done once is not the price of a call */
            collect(shape, kind);
        }
}

int main(int count, char **words)
{
    if (count == 3 && !strcmp(words[1], "measure"))
        measure(words[2]);
    else if (count == 2 && !strcmp(words[1], "collect"))
        collect_all();
    else if (count == 2 && !strcmp(words[1], "calls"))
        for (int shape = 0; shape < SHAPES; shape++)
            printf("%u %s\n", calls_of(shape), shape_names[shape]);
    else
        return fputs("usage: probe.py BENCH-PROBE [beside | metrics | instructions]\n", stderr), 2;
    return 0;
}
