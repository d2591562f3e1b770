/* print_gptl.c - the file of GPTL itself. */
#include "runtime/timers/gptl/print.h"

#include "runtime/timers/gptl/options.h"
#include "runtime/timers/gptl/threads.h"
#include "runtime/timers/shared/mpi_any.h"

#include <string.h>

enum { INDENT = 2 };

/* The cost of one timer: the clock reading in its own time, and the pair of calls in its parent's. */
struct costs {
    double clock, pair;
};

/* One line of GPTL's own form. */
struct row {
    FILE *file;
    struct costs costs;
    int width;   /* of names with their indentation */
    bool indent; /* a mark in front and blanks for each level */
};

static void print_seconds(FILE *file, double seconds)
{
    fprintf(file, seconds < 0.01 ? " %8.2e" : " %8.3f", seconds);
}

static void print_wall(const struct row *row, const struct timer *timer)
{
    const struct timer *first = print_first();
    print_seconds(row->file, timer->total);
    print_seconds(row->file, timer->max);
    print_seconds(row->file, timer->min);
    if (options.percent && first)
        fprintf(row->file, " %8.2f", first->total > 0 ? timer->total * 100 / first->total : 0);
    if (options.overhead)
        fprintf(row->file, " %8.3f %8.3f", (double)timer->count * row->costs.clock,
                (double)timer->count * row->costs.pair);
}

static void print_row(const struct timer *timer, int depth, void *context)
{
    const struct row *row = context;
    FILE *file = row->file;
    if (row->indent)
        fputs(timer->on ? "! " : timer->parent_count > 1 ? "* " : "  ", file);
    print_fill(file, ' ', row->indent ? depth * INDENT : 0);
    fputs(timer->name, file);
    print_fill(file, ' ', row->width - depth * INDENT - (int)strlen(timer->name));
    fputc(' ', file);
    print_calls(file, timer->count);
    if (timer->recursive == 0)
        fputs("     -   ", file);
    else if (timer->count < PRINT_EXACT)
        fprintf(file, " %8lu", timer->recursive);
    else
        fprintf(file, " %8.0e", (double)timer->recursive);
    if (options.cpu) {
        double user = print_cpu_seconds(timer->user_total), system = print_cpu_seconds(timer->system_total);
        fprintf(file, " %8.1e %8.1e %8.1e", user, system, user + system);
    }
    if (options.wall)
        print_wall(row, timer);
    fputc('\n', file);
}

static void print_titles(FILE *file, int blanks)
{
    const struct timer *first = print_first();
    print_fill(file, ' ', blanks);
    fputs("  Called  Recurse", file);
    if (options.cpu)
        fputs("     usr       sys  usr+sys", file);
    if (options.wall) {
        fputs("     Wall      max      min", file);
        if (options.percent && first)
            fprintf(file, " %%_of_%4.4s", first->name);
        if (options.overhead)
            fputs("   selfOH parentOH", file);
    }
    fputc('\n', file);
}

static void print_of_thread(FILE *file, int thread, struct costs costs)
{
    const struct timers *timers = print_thread(thread);
    struct row row = {file, costs, 0, !timers_imperfect};
    if (thread > 0)
        fputc('\n', file);
    fprintf(file, "Stats for thread %d:\n", thread);
    if (timers_imperfect) {
        for (const struct timer *timer = &timers->root; timer; timer = timer->next)
            row.width = (int)strlen(timer->name) > row.width ? (int)strlen(timer->name) : row.width;
        print_titles(file, row.width + 1);
        for (const struct timer *timer = timers->root.next; timer; timer = timer->next)
            print_row(timer, 0, &row);
    } else {
        row.width = call_tree_width(&timers->root, -1, INDENT);
        print_titles(file, INDENT + row.width + 1);
        call_tree_visit(&timers->root, -1, print_row, &row);
    }
    if (options.wall && options.overhead)
        fputc('\n', file);
    double calls = print_calls_of(thread);
    fprintf(file, "Overhead sum = %9.3g wallclock seconds\n", calls * (costs.clock + costs.pair));
    fprintf(file, calls < PRINT_EXACT ? "Total calls  = %.0f\n" : "Total calls  = %9.3e\n", calls);
}

static void print_by_timer(FILE *file, struct costs costs)
{
    struct row row = {file, costs, 0, false};
    for (const struct timer *timer = print_first(); timer; timer = timer->next)
        if (print_is_shared(timer) && (int)strlen(timer->name) > row.width)
            row.width = (int)strlen(timer->name);
    fputs("\nSame stats sorted by timer for threaded regions:\nThd ", file);
    print_titles(file, row.width + 1);
    print_shared(file, print_row, &row, costs.clock + costs.pair);
}

/* Measures the cost of this library, on a timer that is not listed: the pair of calls without the label. */
static struct costs measure_costs(void)
{
    enum { PAIRS = 1000 };
    static struct timers scratch;
    static struct timer *stack[4];
    static struct timer timer = {.name = "GPTL_overhead", .count = 1};
    struct costs costs = {options_clock_cost(), 0};
    scratch.stack = stack;
    scratch.room = 4;
    stack[0] = &scratch.root;
    double start = options_now();
    for (int i = 0; i < PAIRS; i++) {
        (void)timers_start(&scratch, &timer, timer.name, timer.hash, NULL);
        (void)timers_stop(&scratch, &timer, timers_stamp());
    }
    costs.pair = (options_now() - start) / PAIRS;
    return costs;
}

static void print_preamble(FILE *file, struct costs costs)
{
    fprintf(file, "GPTL version info: interface of GPTL on instr " INSTR_VERSION "\n");
    if (GPTLnum_errors() > 0)
        fputs("WARNING: GPTLerror was called at least once during the run.\n"
              "Please examine your output for error messages beginning with GPTL...\n",
              file);
    if (timers_imperfect)
        fputs("WARNING: SOME TIMER CALLS WERE DETECTED TO HAVE IMPERFECT NESTING.\n"
              "TIMING RESULTS WILL BE PRINTED WITHOUT INDENTING AND NO PARENT-CHILD\n"
              "INDENTING WILL BE DONE.\n"
              "ALSO: NO MULTIPLE PARENT INFORMATION WILL BE PRINTED SINCE IT MAY CONTAIN ERRORS\n",
              file);
    fprintf(file, "GPTL was built with UNDERLYING_%s\nHAVE_LIBMPI was %s\nHAVE_PAPI was false\n", threads_kind(),
            mpi_any_running() ? "true" : "false");
    fprintf(file, "Underlying timing routine was %s.\n", options_clock_name());
    fprintf(file, "Total overhead of 1 GPTL start or GPTLstop call=%g seconds\n", costs.pair / 2);
    fprintf(file, "Underlying timing routine: %7.1e seconds\n", costs.clock);
    fputs("NOTE: without the cost of the label in instr's call tree, which instr-report shows\n", file);
    if (options.preamble)
        fprintf(file,
                "\nIf overhead stats are printed, they are the columns labeled selfOH and parentOH\n"
                "selfOH is the cost of a single call to the underlying timing routine.\n"
                "parentOH is the cost of a single GPTLstart()/GPTLstop() pair.\n"
                "Print method was %s.\n"
                "\nIf a '%%_of' field is present, it is w.r.t. the first timer for thread 0.\n\n"
                "A '*' in column 1 below means the timer had multiple parents, though the values\n"
                "printed are for all calls. Multiple parent stats appear later in the file in the\n"
                "section titled 'Multiple parent info'\n"
                "A '!' in column 1 means the timer is currently ON and the printed timings are only\n"
                "valid as of the previous GPTLstop. '!' overrides '*' if the region had multiple\n"
                "parents and was currently ON.\n\n",
                options_method_name());
}

void print_gptl(FILE *file)
{
    struct costs costs = measure_costs();
    float size = 0, resident = 0;
    print_preamble(file, costs);
    if (GPTLget_procsiz(&size, &resident) == 0)
        fprintf(file, "Process size=%f MB rss=%f MB\n\n", (double)size, (double)resident);
    for (int t = 0; t < threads_count(); t++)
        print_of_thread(file, t, costs);
    if (options.threadsort && threads_count() > 1)
        print_by_timer(file, costs);
    if (options.multparent && !timers_imperfect)
        print_parents(file);
}
