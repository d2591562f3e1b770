/*
 * main.c - what a probe costs: nanoseconds that enter and leave add to a call.
 *
 * Each call shape exists four times: plain, with two bare clock reads (the floor of exact timing), with
 * probes as instr-cc inserts them, and as a function that does nothing but be called. A round runs all
 * of them one after the other, so that what disturbs the machine disturbs all alike; the figures are
 * medians over the rounds. The two timing modes are two runs of this program, since a process has one.
 *
 * The runtime is found as in every instrumented program: by the boot code of instr_abi.h.
 */
#include "include/instr_abi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "runtime/machine/clock.h"

enum { SHAPES = 5, ROUNDS = 15, CALLS = 1 << 18, FIB_CALLS = 2692537 };

static const char *const shape_names[SHAPES] = {"leaf", "two leaves in turn", "64 leaves in turn",
                                                "leaf shared by 64 parents", "fib"};

/* Plain. */
#define SHAPE(name) plain_##name
#define PROBE(region) (void)0
#include "shapes.h"
#undef SHAPE
#undef PROBE

/* Two clock reads and nothing else. */
static uint64_t clock_sum;

static inline void clock_close(uint64_t *start)
{
    clock_sum += clock_counter() - *start;
}

#define SHAPE(name) clock_##name
#define PROBE(region) uint64_t start __attribute__((__cleanup__(clock_close))) = clock_counter()
#include "shapes.h"
#undef SHAPE
#undef PROBE

/* As the edit of a function does it. */
#define SHAPE(name) probe_##name
#define PROBE(region)                                                                                                  \
    static struct __instr_region descriptor __attribute__((__section__("instr_regions"), __aligned__(8))) = {          \
        __INSTR_MAGIC, sizeof(struct __instr_region), 1, 1, __LINE__, 0, #region, "shapes.h", 0, 0, 0, 0, 0};          \
    struct __instr_frame *frame __attribute__((__cleanup__(__instr_leave))) = __instr_enter(&descriptor)
#include "shapes.h"
#undef SHAPE
#undef PROBE

enum { PLAIN, CLOCKS, PROBES, KINDS };

/* Of this thread, so that other programs on the machine don't count. */
static double now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static volatile unsigned sink;

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

static void measure(const char *timing)
{
    static double ns[SHAPES][KINDS][ROUNDS];
    unsigned (*const *kinds[KINDS])(unsigned) = {plain_shapes, clock_shapes, probe_shapes};
    for (int round = -1; round < ROUNDS; round++) /* the first one warms up */
        for (int shape = 0; shape < SHAPES; shape++)
            for (int kind = 0; kind < KINDS; kind++)
                ns[shape][kind][round < 0 ? 0 : round] = time_one(kinds[kind][shape], shape == 4 ? FIB_CALLS : CALLS);
    for (int shape = 0; shape < SHAPES; shape++) {
        double plain = median(ns[shape][PLAIN]);
        double floor = median(ns[shape][CLOCKS]) - plain;
        double added = median(ns[shape][PROBES]) - plain;
        printf("%-9s %-26s %7.2f %9.2f %9.2f %7.2f\n", timing, shape_names[shape], plain, floor, added, added / floor);
    }
}

int main(int count, char **words)
{
    if (count > 1) {
        measure(words[1]);
        return 0;
    }
    printf("ns a call, medians of %d rounds\n%-9s %-26s %7s %9s %9s %7s\n", ROUNDS, "timing", "shape", "plain",
           "2 clocks", "probe", "ratio");
    static const char *const timings[] = {"exact", "adaptive"};
    for (size_t i = 0; i < 2; i++) {
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            setenv("INSTR_TIMING", timings[i], 1);
            setenv("INSTR_OUTPUT", "/dev/null", 1);
            execl("/proc/self/exe", words[0], timings[i], (char *)NULL);
            _exit(1);
        }
        int status = 1;
        if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
            return 1;
    }
    return 0;
}
