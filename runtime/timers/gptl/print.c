/* print.c - see print.h. */
#include "runtime/timers/gptl/print.h"

#include "runtime/timers/gptl/errors.h"
#include "runtime/timers/gptl/options.h"
#include "runtime/timers/gptl/threads.h"

#include <string.h>
#include <unistd.h>

FILE *print_open(const char *path)
{
    FILE *file = strcmp(path, "stderr") == 0 ? stderr : fopen(path, options.append ? "a" : "w");
    if (!file)
        errors_warn("file=%s cannot be opened for writing. Using stderr instead\n", path);
    return file ? file : stderr;
}

void print_close(FILE *file)
{
    if (file != stderr && fclose(file) != 0)
        errors_warn("a file of timers could not be written to its end\n");
}

void print_fill(FILE *file, char c, int count)
{
    while (count-- > 0)
        fputc(c, file);
}

const struct timers *print_thread(int thread)
{
    static struct timers none = {.root = {.name = "GPTL_ROOT"}};
    struct timers *timers = timers_of(thread);
    if (timers && !call_tree_build(timers))
        errors_warn("no memory for the tree of thread %d: output will be incomplete\n", thread);
    return timers ? timers : &none;
}

static const struct timer *named(int thread, const char *name)
{
    const struct timers *timers = timers_of(thread);
    const struct timer *timer = timers ? timers->root.next : NULL;
    while (timer && strcmp(timer->name, name) != 0)
        timer = timer->next;
    return timer;
}

bool print_is_shared(const struct timer *timer)
{
    for (int t = 1; t < threads_count(); t++)
        if (named(t, timer->name))
            return true;
    return false;
}

static struct timer sum_of(const struct timer *timer)
{
    struct timer sum = *timer;
    for (int t = 1; t < threads_count(); t++) {
        const struct timer *more = named(t, timer->name);
        if (!more)
            continue;
        sum.count += more->count;
        sum.total += more->total;
        sum.max = more->max > sum.max ? more->max : sum.max;
        sum.min = more->min < sum.min ? more->min : sum.min;
        sum.user_total += more->user_total;
        sum.system_total += more->system_total;
    }
    return sum;
}

double print_calls_of(int thread)
{
    double calls = 0;
    for (const struct timer *timer = timers_of(thread) ? timers_of(thread)->root.next : NULL; timer;
         timer = timer->next)
        calls += (double)timer->count;
    return calls;
}

void print_shared(FILE *file, call_tree_visitor *row, void *context, double cost)
{
    double sum = 0;
    for (const struct timer *timer = print_first(); timer; timer = timer->next) {
        if (!print_is_shared(timer))
            continue;
        for (int t = 0; t < threads_count(); t++) {
            const struct timer *own = named(t, timer->name);
            if (!own)
                continue;
            fprintf(file, "%3.3d ", t);
            row(own, 0, context);
        }
        struct timer all = sum_of(timer);
        fputs("SUM ", file);
        row(&all, 0, context);
        fputc('\n', file);
    }
    if (!options.wall || !options.overhead)
        return;
    for (int t = 0; t < threads_count(); t++) {
        double overhead = print_calls_of(t) * cost;
        fprintf(file, "OVERHEAD.%3.3d (wallclock seconds) = %9.3g\n", t, overhead);
        sum += overhead;
    }
    fprintf(file, "OVERHEAD.SUM (wallclock seconds) = %9.3g\n", sum);
}

const struct timer *print_first(void)
{
    return timers_of(0) ? timers_of(0)->root.next : NULL;
}

double print_cpu_seconds(long ticks)
{
    return (double)ticks / (double)sysconf(_SC_CLK_TCK);
}

void print_calls(FILE *file, unsigned long calls)
{
    if (calls < PRINT_EXACT)
        fprintf(file, "%8lu", calls);
    else
        fprintf(file, "%8.1e", (double)calls);
}

static void print_parents_of(FILE *file, const struct timer *timer)
{
    for (int i = 0; i < timer->parent_count; i++) {
        print_calls(file, timer->parents[i].calls);
        fprintf(file, options_e3sm() ? " %-32s\n" : " %s\n", timer->parents[i].timer->name);
    }
    print_calls(file, timer->count);
    fprintf(file, options_e3sm() ? "   %-32s\n\n" : "   %s\n\n", timer->name);
}

void print_parents(FILE *file)
{
    for (int t = 0; t < threads_count(); t++) {
        bool begun = false;
        for (const struct timer *timer = timers_of(t) ? timers_of(t)->root.next : NULL; timer; timer = timer->next) {
            if (timer->parent_count < 2)
                continue;
            if (!begun) {
                fprintf(file, "\nMultiple parent info for thread %d:\n", t);
                if (options.preamble && t == 0)
                    fputs("Columns are count and name for the listed child\n"
                          "Rows are each parent, with their common child being the last entry, which is indented.\n"
                          "Count next to each parent is the number of times it called the child.\n"
                          "Count next to child is total number of times it was called by the listed parents.\n\n",
                          file);
            }
            begun = true;
            print_parents_of(file, timer);
        }
    }
}
