/*
 * summary.c - GPTLpr_summary: the timers of all ranks of a communicator by name, in the form of GPTL's own file or in that of
 * E3SM's.
 *
 * Each rank sends one record for each of its names to the first rank. GPTL's own looks at the names of thread 0 only; here a
 * timer that only other threads have counts as well, as with E3SM's.
 */
#include "runtime/timers/gptl/errors.h"
#include "runtime/timers/gptl/options.h"
#include "runtime/timers/gptl/print.h"
#include "runtime/timers/gptl/threads.h"
#include "runtime/timers/gptl/timers.h"
#include "runtime/timers/shared/index.h"
#include "runtime/timers/shared/mpi_any.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* An extreme over ranks and threads. */
struct extreme {
    double seconds;
    int32_t rank, thread;
};

/* Data for one name, on one rank or on all. */
struct record {
    char name[TIMERS_NAME + 1];
    uint64_t calls;
    uint32_t on;      /* timers that are running now */
    uint32_t threads; /* that called it */
    uint32_t ranks, ranks_called;
    double total;
    struct extreme max, min;
    double mean,
        squares; /* over ranks, of the thread with most on each: mean, and sum of the squared differences to it */
};

struct summary {
    struct record *records;
    size_t count, room;
    struct index index;
    int threads; /* the most of a rank */
    int ranks;
    bool failed;
};

/* Hashes the name at the beginning of a record. */
static uint32_t hash_name(const void *name)
{
    return timers_hash(name);
}

static bool same_name(const void *a, const void *b)
{
    return strcmp(a, b) == 0;
}

/* Returns the record of that name, made if it is missing: then its `ranks` are 0. NULL if there is no memory. */
static struct record *record_of(struct summary *summary, const char *name)
{
    if (summary->count == summary->room) {
        size_t room = 2 * summary->room + 64;
        struct record *records = realloc(summary->records, room * sizeof *records);
        if (!records)
            return NULL;
        summary->records = records;
        summary->room = room;
    }
    size_t place = index_place(&summary->index, summary->records, summary->count, name);
    if (place == SIZE_MAX)
        return NULL;
    struct record *record = &summary->records[place];
    if (place == summary->count) {
        summary->count++;
        *record = (struct record){.ranks = 0};
        snprintf(record->name, sizeof record->name, "%s", name);
    }
    return record;
}

static void count_thread(struct record *record, const struct timer *timer, int rank, int thread)
{
    bool first = record->ranks == 0;
    record->ranks = 1;
    record->calls += timer->count;
    record->on += timer->on;
    record->threads += timer->count > 0;
    record->ranks_called = record->threads > 0;
    record->total += timer->total;
    if (first || timer->total > record->max.seconds)
        record->max = (struct extreme){timer->total, rank, thread};
    if (first || timer->total < record->min.seconds)
        record->min = (struct extreme){timer->total, rank, thread};
    record->mean = record->max.seconds;
}

/* Collects this process's data. Returns false if there is no memory. */
static bool collect(struct summary *summary, int rank)
{
    summary->threads = threads_count();
    for (int t = 0; t < THREADS_MOST; t++)
        for (const struct timer *timer = timers_of(t) ? timers_of(t)->root.next : NULL; timer; timer = timer->next) {
            struct record *record = record_of(summary, timer->name);
            if (!record)
                return false;
            count_thread(record, timer, rank, t);
        }
    return true;
}

/* Merges by Chan's formula for the mean and the squares of two samples. */
static void merge(struct record *into, const struct record *more)
{
    double ranks = (double)into->ranks + more->ranks, difference = more->mean - into->mean;
    into->squares += more->squares + difference * difference * into->ranks * more->ranks / ranks;
    into->mean += difference * more->ranks / ranks;
    into->ranks += more->ranks;
    into->ranks_called += more->ranks_called;
    into->calls += more->calls;
    into->on += more->on;
    into->threads += more->threads;
    into->total += more->total;
    if (more->max.seconds > into->max.seconds)
        into->max = more->max;
    if (more->min.seconds < into->min.seconds)
        into->min = more->min;
}

/* Receives a rank's number of threads and its records, for instr_gather. */
static int receive(int rank, int ranks, const void *bytes, unsigned long size, void *context)
{
    struct summary *all = context;
    int32_t threads;
    (void)rank;
    all->ranks = ranks;
    if (size < sizeof threads)
        return INSTR_EARGUMENT;
    memcpy(&threads, bytes, sizeof threads);
    all->threads = threads > all->threads ? threads : all->threads;
    for (size_t at = sizeof threads; at + sizeof(struct record) <= size; at += sizeof(struct record)) {
        struct record more;
        memcpy(&more, (const char *)bytes + at, sizeof more);
        struct record *known = record_of(all, more.name);
        if (!known)
            return INSTR_EMEMORY;
        if (known->ranks)
            merge(known, &more);
        else
            *known = more;
    }
    return INSTR_OK;
}

static int longest_name(const struct summary *summary)
{
    size_t longest = 0;
    for (size_t i = 0; i < summary->count; i++) {
        size_t length = strlen(summary->records[i].name);
        longest = length > longest ? length : longest;
    }
    return (int)longest;
}

static void print_extreme(FILE *file, const struct extreme *extreme, bool threads)
{
    if (threads)
        fprintf(file, " %9.3f (%6d %5d)", extreme->seconds, extreme->rank, extreme->thread);
    else
        fprintf(file, " %9.3f (%6d)", extreme->seconds, extreme->rank);
}

static void print_record(FILE *file, const struct record *record, bool threads)
{
    double deviation = record->ranks > 1 ? sqrt(record->squares / (record->ranks - 1)) : 0;
    if (record->on > 0) {
        fprintf(file, " NOT PRINTED: timer is currently ON for %u threads\n", record->on);
        return;
    }
    fprintf(file, record->calls < PRINT_EXACT ? " %8.0f" : " %8.1e", (double)record->calls);
    fprintf(file, " %6u %9.3f %9.3f", record->ranks, record->mean, deviation);
    print_extreme(file, &record->max, threads);
    print_extreme(file, &record->min, threads);
    fputc('\n', file);
}

static void print_usual(FILE *file, const struct summary *all)
{
    int longest = longest_name(all);
    bool threads = all->threads > 1;
    const char *thread = threads ? "thread" : "";
    fprintf(file, "GPTL version info: interface of GPTL on instr " INSTR_VERSION "\n");
    if (GPTLnum_errors() > 0)
        fputs("WARNING: GPTLerror was called at least once during the run.\n"
              "Please examine your output for error messages beginning with GPTL...\n",
              file);
    fprintf(file, "Total ranks in communicator=%d\nnthreads on rank 0=%d\n", all->ranks, threads_count());
    fputs("'N' used for mean, std. dev. calcs.: 'ncalls'/'nthreads'\n"
          "'ncalls': number of times the region was invoked across tasks and threads.\n"
          "'nranks': number of ranks which invoked the region.\n"
          "mean, std. dev: computed using per-rank max time across all threads on each rank\n"
          "wallmax and wallmin: max, min time across tasks and threads.\n\nname",
          file);
    print_fill(file, ' ', longest - 4);
    fprintf(file, "   ncalls nranks mean_time   std_dev   wallmax (rank  %s)   wallmin (rank  %s)\n", thread, thread);
    for (size_t i = 0; i < all->count; i++) {
        fputs(all->records[i].name, file);
        print_fill(file, ' ', longest - (int)strlen(all->records[i].name));
        print_record(file, &all->records[i], threads);
    }
}

static void print_of_e3sm(FILE *file, const struct summary *all)
{
    int longest = longest_name(all);
    const char *quote = options.quotes ? "\"" : "";
    fputs("$Id: gptl.c,v 1.157 2011-03-28 20:55:18 rosinski Exp $\n"
          "'count' is cumulative. All other stats are max/min\n"
          "'on' indicates whether the timer was active during output, and so stats are lower or upper bounds.\n\nname",
          file);
    print_fill(file, ' ', longest + (options.quotes ? 2 : 0) - 4);
    fputs(" on  processes  threads        count      walltotal   wallmax (proc   thrd  )   wallmin (proc   thrd  )\n",
          file);
    for (size_t i = 0; i < all->count; i++) {
        const struct record *record = &all->records[i];
        fprintf(file, "%s%s%s", quote, record->name, quote);
        print_fill(file, ' ', longest - (int)strlen(record->name));
        fprintf(file, "  %c   %8u %8u %12.6e   %12.6e %9.3f (%6d %6d) %9.3f (%6d %6d)\n", record->on ? 'y' : '-',
                record->ranks_called, record->threads, (double)record->calls, record->total, record->max.seconds,
                record->max.rank, record->max.thread, record->min.seconds, record->min.rank, record->min.thread);
    }
    fputc('\n', file);
}

static void print(const char *path, const struct summary *all)
{
    FILE *file = print_open(path);
    if (options_e3sm())
        print_of_e3sm(file, all);
    else
        print_usual(file, all);
    print_close(file);
}

/* Packs threads and records into one piece; NULL if there is no memory. */
static char *pack(const struct summary *own, unsigned long *size)
{
    int32_t threads = own->threads;
    *size = sizeof threads + own->count * sizeof(struct record);
    char *bytes = malloc(*size);
    if (!bytes)
        return NULL;
    memcpy(bytes, &threads, sizeof threads);
    if (own->count)
        memcpy(bytes + sizeof threads, own->records, own->count * sizeof(struct record));
    return bytes;
}

static int summarize(mpi_any_comm comm, const char *path)
{
    const struct index by_name = {.size = sizeof(struct record), .hash = hash_name, .same = same_name};
    struct summary own = {.index = by_name}, all = {.ranks = 1, .index = by_name};
    unsigned long size = 0;
    int rank = mpi_any_rank(comm);
    char *bytes = collect(&own, rank) ? pack(&own, &size) : NULL;
    int result = mpi_any_running() ? instr_gather_at(&comm, mpi_any_comm_size(), 0, bytes, size, receive, &all)
                 : bytes           ? receive(0, 1, bytes, size, &all)
                                   : INSTR_EMEMORY;
    if (result == INSTR_OK && rank == 0)
        print(path, &all);
    index_free(&own.index);
    index_free(&all.index);
    free(own.records);
    free(all.records);
    free(bytes);
    return result == INSTR_OK ? 0 : errors_add("GPTLpr_summary_file: %s\n", instr_error(result));
}

/* In C the parameter is no MPI_Comm: see mpi_any.h. E3SM passes 0 for all ranks. */
int GPTLpr_summary_file(mpi_any_comm comm, const char *outfile);
int GPTLpr_summary_file(mpi_any_comm comm, const char *outfile)
{
    if (!timers_initialized())
        return errors_add("GPTLpr_summary_file: GPTLinitialize() has not been called\n");
    return summarize((unsigned)comm == 0 && comm >> 32 == 0 ? mpi_any_world() : comm, outfile);
}

int GPTLpr_summary(mpi_any_comm comm);
int GPTLpr_summary(mpi_any_comm comm)
{
    return GPTLpr_summary_file(comm, "timing.summary");
}

int GPTLbarrier(mpi_any_comm comm, const char *name);
int GPTLbarrier(mpi_any_comm comm, const char *name)
{
    int result = GPTLstart(name);
    if (!mpi_any_barrier((unsigned)comm == 0 && comm >> 32 == 0 ? mpi_any_world() : comm))
        return errors_add("GPTLbarrier: Bad return from MPI_Barrier\n");
    int stopped = GPTLstop(name);
    return result ? result : stopped;
}
