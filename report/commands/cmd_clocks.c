/*
 * cmd_clocks.c - measures the cost and the resolution of this machine's clocks.
 *
 * Two tables for the values of INSTR_CLOCK, as in Kravchuk's thesis. The cost of starting and stopping a timer 10^3 to 10^6 times in a row:
 * without a call tree, which is a pair of readings as a probe takes them, and with it, which is a label of instr.h. And the smallest
 * interval other than 0 between two readings. The cost is this thread's CPU time, so other programs on the machine don't count.
 *
 * The tree is that of the installed runtime, in a process of its own for each clock, because a runtime never changes its clock.
 */
#include "include/instr.h"
#include "report/commands/command.h"
#include "runtime/machine/clock.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

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

/* Returns the smallest of many intervals, in ticks, because the processor may do something else in between. */
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

/* Loads the runtime installed with this program; instr.h uses the loaded one. */
static bool load_runtime(void)
{
    char program[PATH_MAX], path[PATH_MAX + sizeof INSTR_RELATIVE_LIBDIR + 32];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length > 0) {
        program[length] = '\0';
        *strrchr(program, '/') = '\0';
        snprintf(path, sizeof path, "%s/%s/libinstr.so.1", program, INSTR_RELATIVE_LIBDIR);
    }
    return (length > 0 && dlopen(path, RTLD_NOW | RTLD_GLOBAL)) || dlopen("libinstr.so.1", RTLD_NOW | RTLD_GLOBAL);
}

/* Removes the user's settings from the environment. */
static void clear_settings(void)
{
    for (char **entry = environ; *entry;) {
        char name[64];
        size_t length = strcspn(*entry, "=");
        if (strncmp(*entry, "INSTR_", 6) != 0 || length >= sizeof name || !strncmp(*entry, "INSTR_TMPDIR=", 13)) {
            entry++;
            continue;
        }
        *(char *)mempcpy(name, *entry, length) = '\0';
        unsetenv(name);
    }
}

/* Measures, in a process of its own, the ns of starting and stopping a label; nothing without a runtime. */
static void measure_tree(enum clock_kind kind, int to)
{
    double ns[POWERS];
    unsigned long pairs = 1000;
    clear_settings();
    setenv("INSTR_OUTPUT", "None", 1);
    setenv("INSTR_TIMING", "exact", 1);
    setenv("INSTR_CLOCK", clock_name(kind), 1);
    instr_label *label = load_runtime() ? instr_label_get("timer") : NULL;
    if (!label)
        exit(EXIT_FAILURE);
    for (int power = 0; power < POWERS; power++, pairs *= 10) {
        double start = spent_ns();
        for (unsigned long i = 0; i < pairs; i++) {
            instr_start_label(label);
            instr_stop_label(label);
        }
        ns[power] = (spent_ns() - start) / (double)pairs;
    }
    exit(write(to, ns, sizeof ns) == sizeof ns ? EXIT_SUCCESS : EXIT_FAILURE);
}

static bool tree_ns(enum clock_kind kind, double ns[POWERS])
{
    int ends[2], status;
    if (pipe(ends))
        return false;
    fflush(stdout);
    pid_t child = fork();
    if (!child)
        measure_tree(kind, ends[1]);
    close(ends[1]);
    bool read_all = child > 0 && read(ends[0], ns, POWERS * sizeof *ns) == (ssize_t)(POWERS * sizeof *ns);
    close(ends[0]);
    return child > 0 && waitpid(child, &status, 0) == child && read_all;
}

struct measured {
    bool there, has_tree;
    double plain[POWERS], tree[POWERS], interval;
};

static struct measured measure(enum clock_kind kind)
{
    struct measured measured = {.there = clock_start(kind) == kind};
    unsigned long pairs = 1000;
    if (!measured.there)
        return measured;
    struct clock_pair start = clock_pair_now();
    for (int power = 0; power < POWERS; power++, pairs *= 10)
        measured.plain[power] = pair_ns(kind, pairs);
    uint64_t interval = smallest_interval();
    double tick = clock_ps(clock_scale_between(kind, start, clock_pair_now())) / 1000;
    measured.interval = (double)interval * tick;
    measured.has_tree = tree_ns(kind, measured.tree);
    return measured;
}

static void show_costs(const char *name, const double ns[POWERS])
{
    printf("%-13s %8.1f %8.1f %8.1f %8.1f\n", name, ns[0], ns[1], ns[2], ns[3]);
}

static bool run_clocks(const struct options *options, struct arena *arena, struct error *error)
{
    static const char head[] = "INSTR_CLOCK       10^3     10^4     10^5     10^6";
    struct measured all[CLOCK_KINDS];
    (void)arena;
    if (options->file_count)
        return error_set(error, ERROR_USAGE, "clocks measures this machine and takes no file");
    for (int kind = CLOCK_TSC; kind < CLOCK_KINDS; kind++)
        all[kind] = measure((enum clock_kind)kind);
    printf("ns to start and stop a timer without a call tree (two clock readings), repeated 10^3 to 10^6 times\n%s\n",
           head);
    for (int kind = CLOCK_TSC; kind < CLOCK_KINDS; kind++)
        if (all[kind].there)
            show_costs(clock_name((enum clock_kind)kind), all[kind].plain);
        else
            printf("%-13s %s\n", clock_name((enum clock_kind)kind), clock_missing((enum clock_kind)kind));
    printf("\nns to start and stop a label in the call tree, repeated likewise\n%s\n", head);
    for (int kind = CLOCK_TSC; kind < CLOCK_KINDS; kind++)
        if (all[kind].has_tree)
            show_costs(clock_name((enum clock_kind)kind), all[kind].tree);
        else if (all[kind].there)
            printf("%-13s no runtime (libinstr.so.1) was found\n", clock_name((enum clock_kind)kind));
    printf("\nsmallest interval, ns\n");
    for (int kind = CLOCK_TSC; kind < CLOCK_KINDS; kind++)
        if (all[kind].there)
            printf("%-13s %8.2f\n", clock_name((enum clock_kind)kind), all[kind].interval);
    return true;
}

const struct command cmd_clocks = {
    {"clocks", "", "cost and resolution of the clocks of this machine", 0, "instr-report clocks"},
    SORT_INCLUSIVE,
    .run = run_clocks};
