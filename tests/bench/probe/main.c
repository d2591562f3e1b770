/*
 * main.c - what a probe costs: nanoseconds, or instructions, that enter and leave add to a call.
 *
 *     bench-probe                 nanoseconds of this thread's CPU time
 *     bench-probe beside          the same beside a program that spins on the same processor
 *     bench-probe metrics         of each group of metrics, and with none
 *     bench-probe instructions    as valgrind counts them, which is the same each time
 *
 * Each call shape exists four times: plain, with two bare clock reads (the floor of exact timing), with
 * probes as instr-cc inserts them, and with a count, which tells how many calls it makes. A round runs all
 * of them one after the other, so that what disturbs the machine disturbs all alike; the figures are
 * medians over the rounds. The ways of timing are runs of this program of their own, since a process has one.
 *
 * The runtime is found as in every instrumented program: by the boot code of instr_abi.h.
 */
#include "include/instr_abi.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

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
#define PROBE(region)                                                                                                  \
    static struct __instr_region descriptor                                                                            \
        __attribute__((__section__("instr_regions"), __aligned__(8))) = {__INSTR_MAGIC,                                \
                                                                         sizeof(struct __instr_region),                \
                                                                         1,                                            \
                                                                         1,                                            \
                                                                         __LINE__,                                     \
                                                                         0,                                            \
                                                                         #region,                                      \
                                                                         "shapes.h",                                   \
                                                                         0,                                            \
                                                                         0,                                            \
                                                                         0,                                            \
                                                                         &descriptor,                                  \
                                                                         0};                                           \
    struct __instr_frame *frame __attribute__((__cleanup__(__instr_leave))) = __instr_enter(&descriptor)
#include "shapes.h"
#undef SHAPE
#undef PROBE

enum { PLAIN, CLOCKS, PROBES, KINDS };
static unsigned (*const *const kinds[KINDS])(unsigned) = {plain_shapes, clock_shapes, probe_shapes};

/* Each a run of its own. */
struct way {
    const char *name, *variable, *value, *metrics; /* value: null for a trace, which is removed behind the run */
};
static const struct way ways[] = {{"off", "INSTR_LEVEL", "0", ""},
                                  {"adaptive", "INSTR_TIMING", "adaptive", ""},
                                  {"exact", "INSTR_TIMING", "exact", ""},
                                  {"traced", "INSTR_TRACE", NULL, ""}},
                        with_metrics[] = {{"adaptive", "INSTR_TIMING", "adaptive", ""},
                                          {"  heap", "INSTR_TIMING", "adaptive", "heap"},
                                          {"  cpu-time", "INSTR_TIMING", "adaptive", "cpu-time"},
                                          {"  os", "INSTR_TIMING", "adaptive", "os"},
                                          {"  memory", "INSTR_TIMING", "adaptive", "memory"},
                                          {"  task-clock", "INSTR_TIMING", "adaptive", "task-clock"},
                                          {"exact", "INSTR_TIMING", "exact", ""},
                                          {"  heap", "INSTR_TIMING", "exact", "heap"},
                                          {"  cpu-time", "INSTR_TIMING", "exact", "cpu-time"},
                                          {"  os", "INSTR_TIMING", "exact", "os"},
                                          {"  memory", "INSTR_TIMING", "exact", "memory"},
                                          {"  task-clock", "INSTR_TIMING", "exact", "task-clock"}};

enum { WAYS = sizeof ways / sizeof *ways, METRIC_WAYS = sizeof with_metrics / sizeof *with_metrics };

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

/* Runs this program again with the environment of a way. False when it failed. */
static bool run_again(char **words, const struct way *way)
{
    char trace[64], options[100];
    snprintf(trace, sizeof trace, "/tmp/bench-probe.%ld.trace", (long)getpid());
    snprintf(options, sizeof options, "size=16G,output=%s", trace);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        setenv(way->variable, way->value ? way->value : options, 1);
        setenv("INSTR_METRICS", way->metrics, 1);
        setenv("INSTR_OUTPUT", "/dev/null", 1);
        execvp(words[0], words);
        perror(words[0]);
        _exit(1);
    }
    int status = 1;
    bool done = child > 0 && waitpid(child, &status, 0) == child && status == 0;
    unlink(trace);
    return done;
}

static int measure_all(const char *title, const struct way *first, size_t count)
{
    printf("ns a call, medians of %d rounds%s\n%-12s %-26s %7s %9s %9s %7s\n", ROUNDS, title, "timing", "shape",
           "plain", "2 clocks", "probe", "ratio");
    for (const struct way *way = first; way < first + count; way++)
        if (!run_again((char *[]){"/proc/self/exe", "measure", (char *)way->name, NULL}, way))
            return 1;
    return 0;
}

/* On one processor, with somebody else who wants it: whoever takes a time slice that was lost for the function's own
 * time looks bad here. */
static int measure_beside(void)
{
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET((size_t)sched_getcpu(), &one);
    if (sched_setaffinity(0, sizeof one, &one) != 0) {
        perror("sched_setaffinity");
        return 1;
    }
    pid_t spinner = fork();
    if (spinner == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (;;)
            sink++;
    }
    int status = spinner < 0 ? 1 : measure_all(", beside a spinner on the same processor", ways, WAYS);
    if (spinner > 0 && kill(spinner, SIGKILL) == 0)
        waitpid(spinner, NULL, 0);
    return status;
}

/* valgrind counts only what is done in here, and writes down what it was each time: see measure_instructions. */
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

/* What valgrind counted in the run of that number; 0 when there is no telling. */
static double read_instructions(const char *folder, int number)
{
    char path[64], line[4096];
    double count = 0;
    snprintf(path, sizeof path, "%s/out.%d", folder, number);
    FILE *in = fopen(path, "r");
    while (in && fgets(line, sizeof line, in))
        if (!strncmp(line, "summary: ", 9))
            count = strtod(line + 9, NULL);
    if (in)
        fclose(in);
    unlink(path);
    return count;
}

static int print_instructions(const char *way, const char *folder)
{
    for (int shape = 0; shape < SHAPES; shape++) {
        double each[KINDS], calls = calls_of(shape);
        for (int kind = 0; kind < KINDS; kind++) {
            each[kind] = read_instructions(folder, shape * KINDS + kind + 1) / calls;
            if (each[kind] <= 0) {
                fputs("valgrind left no counts: is it installed?\n", stderr);
                return 1;
            }
        }
        printf("%-9s %-26s %7.1f %9.1f %9.1f\n", way, shape_names[shape], each[PLAIN], each[CLOCKS] - each[PLAIN],
               each[PROBES] - each[PLAIN]);
    }
    return 0;
}

static int measure_instructions(void)
{
    char folder[] = "/tmp/bench-probe-XXXXXX", out[64], program[4096] = "";
    if (!mkdtemp(folder) || readlink("/proc/self/exe", program, sizeof program - 1) < 0) {
        perror(folder);
        return 1;
    }
    snprintf(out, sizeof out, "--callgrind-out-file=%s/out", folder);
    printf("instructions a call\n%-9s %-26s %7s %9s %9s\n", "timing", "shape", "plain", "2 clocks", "probe");
    int status = 0;
    for (const struct way *way = ways; status == 0 && way < ways + WAYS; way++) {
        if (!run_again((char *[]){"valgrind", "-q", "--tool=callgrind", "--toggle-collect=collect",
                                  "--dump-after=collect", out, program, "collect", NULL},
                       way))
            status = 1;
        else
            status = print_instructions(way->name, folder);
    }
    char last[64];
    snprintf(last, sizeof last, "%s/out", folder);
    unlink(last);
    if (rmdir(folder) != 0)
        perror(folder);
    return status;
}

int main(int count, char **words)
{
    if (count == 1)
        return measure_all("", ways, WAYS);
    if (count == 2 && !strcmp(words[1], "metrics"))
        return measure_all(", with metrics", with_metrics, METRIC_WAYS);
    if (count == 2 && !strcmp(words[1], "beside"))
        return measure_beside();
    if (count == 2 && !strcmp(words[1], "instructions"))
        return measure_instructions();
    if (count == 3 && !strcmp(words[1], "measure")) {
        measure(words[2]);
        return 0;
    }
    if (count == 2 && !strcmp(words[1], "collect")) {
        collect_all();
        return 0;
    }
    fputs("usage: bench-probe [beside | metrics | instructions]\n", stderr);
    return 2;
}
