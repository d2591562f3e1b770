/* print_e3sm.c - the file of E3SM's GPTL, which its readers parse by position. */
#include "runtime/timers/gptl/print.h"

#include "runtime/timers/gptl/options.h"
#include "runtime/timers/gptl/threads.h"
#include "runtime/timers/shared/mpi_any.h"

#include <string.h>

struct row {
    FILE *file;
    double clock; /* what one reading costs */
    int longest;  /* of the names */
    int deepest;
    bool indent;
};

static void print_row(const struct timer *timer, int depth, void *context)
{
    const struct row *row = context;
    const struct timer *first = print_first();
    const char *quote = options.quotes ? "\"" : "";
    FILE *file = row->file;
    if (row->indent)
        fputs(timer->parent_count > 1 ? "* " : "  ", file);
    print_fill(file, ' ', row->indent ? 2 * depth : 0);
    fprintf(file, "%s%s%s", quote, timer->name, quote);
    print_fill(file, ' ', row->longest - (int)strlen(timer->name));
    print_fill(file, ' ', row->indent ? 2 * (row->deepest - depth) : 0);
    fputs(timer->on ? "  y" : "  -", file);
    fprintf(file, timer->count < PRINT_EXACT ? "%8.0f" : "%8.1e", (double)timer->count);
    if (timer->recursive == 0)
        fputs("    -   ", file);
    else
        fprintf(file, timer->count < PRINT_EXACT ? " %6.0f " : " %6.0e ", (double)timer->recursive);
    if (options.cpu) {
        double user = print_cpu_seconds(timer->user_total), system = print_cpu_seconds(timer->system_total);
        fprintf(file, "%9.3f %9.3f %9.3f ", user, system, user + system);
    }
    if (options.wall) {
        fprintf(file, "%12.6f %12.6f %12.6f ", timer->total, timer->max, timer->min);
        if (options.percent && first)
            fprintf(file, " %9.2f ", first->total > 0 ? timer->total * 100 / first->total : 0);
        if (options.overhead)
            fprintf(file, "%16.6f ", (double)timer->count * 2 * row->clock);
    }
    fputc('\n', file);
}

static void print_titles(FILE *file)
{
    const struct timer *first = print_first();
    fputs(" On  Called Recurse", file);
    if (options.cpu)
        fputs("Usr       sys       usr+sys   ", file);
    if (options.wall) {
        fputs("   Wallclock          max          min", file);
        if (options.percent && first)
            fprintf(file, "%%_of_%5.5s ", first->name);
        if (options.overhead)
            fputs("     UTR Overhead ", file);
    }
    fputc('\n', file);
}

static int longest_name(const struct timers *timers)
{
    int longest = 0;
    for (const struct timer *timer = timers->root.next; timer; timer = timer->next)
        longest = (int)strlen(timer->name) > longest ? (int)strlen(timer->name) : longest;
    return longest;
}

static void print_of_thread(FILE *file, int thread, double clock)
{
    const struct timers *timers = print_thread(thread);
    struct row row = {file, clock, longest_name(timers), call_tree_depth(&timers->root, 0), true};
    double calls = print_calls_of(thread);
    if (thread > 0)
        fputc('\n', file);
    fprintf(file, "Stats for thread %d:\n", thread);
    print_fill(file, ' ', 2 * (row.deepest + 1) + row.longest + (options.quotes ? 2 : 0));
    print_titles(file);
    call_tree_visit(&timers->root, -1, print_row, &row);
    fputc('\n', file);
    if (options.wall && options.overhead)
        fprintf(file, "Overhead sum = %9.3g wallclock seconds\n", calls * 2 * clock);
    fprintf(file, calls < PRINT_EXACT ? "Total calls  = %.0f\n" : "Total calls  = %9.3e\n", calls);
}

static void print_by_timer(FILE *file, double clock)
{
    struct row row = {file, clock, timers_of(0) ? longest_name(timers_of(0)) : 0, 0, false};
    fputs("\nSame stats sorted by timer for threaded regions (for timers active on thread 0):\nThd ", file);
    print_fill(file, ' ', row.longest);
    print_titles(file);
    print_shared(file, print_row, &row, 2 * clock);
}

void print_e3sm(FILE *file)
{
    double clock = options_clock_cost();
    fprintf(file, "$Id: gptl.c,v 1.157 2011-03-28 20:55:18 rosinski Exp $\nGPTL was built with THREADED_%s\n",
            threads_kind());
    fprintf(file, mpi_any_running() ? "HAVE_MPI was true\n  HAVE_COMM_F2C was true\n  ENABLE_PMPI was false\n"
                                    : "HAVE_MPI was false\n");
    fprintf(file, "HAVE_PAPI was false\nUnderlying timing routine was %s.\n", options_clock_name());
    fprintf(file, "Per-call utr overhead est: %g sec.\n", clock);
    if (options.preamble)
        fprintf(file,
                "If overhead stats are printed, roughly half the estimated number is\n"
                "embedded in the wallclock stats for each timer.\n"
                "Print method was %s.\n"
                "If a '%%_of' field is present, it is w.r.t. the first timer for thread 0.\n"
                "If a 'e6_per_sec' field is present, it is in millions of PAPI counts per sec.\n\n"
                "A '*' in column 1 below means the timer had multiple parents, though the\n"
                "values printed are for all calls.\n"
                "Further down the listing may be more detailed information about multiple\n"
                "parents. Look for 'Multiple parent info'\n\n",
                options_method_name());
    for (int t = 0; t < threads_count(); t++)
        print_of_thread(file, t, clock);
    if (options.threadsort && threads_count() > 1)
        print_by_timer(file, clock);
    if (options.multparent)
        print_parents(file);
}
