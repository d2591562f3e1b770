/*
 * timing.c - MACSio's timers.
 *
 * Each is a label in the call tree of instr's runtime as well. Its own sums are kept here, because an iteration may be stopped and continued any
 * number of times. Only the next iteration shows that it is over, so it is counted then, or when its figures are requested.
 */
#include "include/instr.h"
#include "include/macsio_timing.h"
#include "runtime/timers/shared/index.h"
#include "runtime/timers/shared/mpi_any.h"

#include <float.h>
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

/* --- the figures of MACSio's timers over iterations, on one rank or over many --- */

enum { FIGURES_LABEL = 256, FIGURES_FILE = 128 };

struct figures {
    /* Which timer it is. */
    char label[FIGURES_LABEL], file[FIGURES_FILE];
    uint64_t groups;
    int32_t line;
    uint32_t id;

    int64_t iterations;
    double total, min, max, mean; /* s; of an iteration */
    double squares;               /* sum of the squared differences to the mean (Welford) */
    int32_t min_iteration, max_iteration, min_rank, max_rank;
    int32_t last_iteration, depth;
    double start;
};

/* Counts one more iteration. */
static void figures_count(struct figures *figures, double seconds, int iteration, int rank)
{
    double difference = seconds - figures->mean;
    bool first = figures->iterations++ == 0;
    figures->total += seconds;
    figures->mean += difference / (double)figures->iterations;
    figures->squares += difference * (seconds - figures->mean);
    if (first || seconds < figures->min) {
        figures->min = seconds;
        figures->min_iteration = iteration;
        figures->min_rank = rank;
    }
    if (first || seconds > figures->max) {
        figures->max = seconds;
        figures->max_iteration = iteration;
        figures->max_rank = rank;
    }
}

/* Merges those of another rank; the sums are as if all iterations had been counted in one place (Chan). */
static void figures_merge(struct figures *into, const struct figures *more)
{
    if (more->iterations == 0)
        return;
    double own = (double)into->iterations, other = (double)more->iterations, difference = more->mean - into->mean;
    if (own == 0 || more->min < into->min) {
        into->min = more->min;
        into->min_iteration = more->min_iteration;
        into->min_rank = more->min_rank;
    }
    if (own == 0 || more->max > into->max) {
        into->max = more->max;
        into->max_iteration = more->max_iteration;
        into->max_rank = more->max_rank;
    }
    into->total += more->total;
    into->mean += difference * other / (own + other);
    into->squares += more->squares + difference * difference * own * other / (own + other);
    into->iterations += more->iterations;
}

static double variance(const struct figures *figures)
{
    return figures->iterations > 1 ? figures->squares / (double)(figures->iterations - 1) : 0;
}

/* Returns false if there is no such field. */
static bool figures_get(const struct figures *figures, const char *field, double *value)
{
    const struct {
        const char *name;
        double value;
    } fields[] = {
        {"__line__", figures->line},
        {"start_time", figures->start},
        {"iter_count", (double)figures->iterations},
        {"iter_time", figures->total},
        {"min_iter", figures->min_iteration},
        {"max_iter", figures->max_iteration},
        {"min_rank", figures->min_rank},
        {"max_rank", figures->max_rank},
        {"iter_num", figures->last_iteration},
        {"depth", figures->depth},
        {"total_time", figures->total},
        {"min_time", figures->min},
        {"max_time", figures->max},
        {"running_mean", figures->mean},
        {"running_var", variance(figures)},
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (strcmp(field, fields[i].name) == 0) {
            *value = fields[i].value;
            return true;
        }
    return false;
}

/* Returns a line of a dump, to be freed; NULL if there is no memory. */
static char *figures_line(const struct figures *figures)
{
    double deviation = sqrt(variance(figures));
    double below = deviation > 0 ? (figures->mean - figures->min) / deviation : 0;
    double above = deviation > 0 ? (figures->max - figures->mean) / deviation : 0;
    char *line = NULL;
    int length =
        asprintf(&line,
                 "TOT=%10.5f,CNT=%04lld,MIN=%8.5f(%4.2f):%06d,AVG=%8.5f,MAX=%8.5f(%4.2f):%06d,DEV=%8.8f:"
                 "FILE=%s:LINE=%d:LAB=%s",
                 figures->total, (long long)figures->iterations, figures->min, below, figures->min_rank, figures->mean,
                 figures->max, above, figures->max_rank, deviation, figures->file, figures->line, figures->label);
    return length < 0 ? NULL : line;
}

static bool figures_in(const struct figures *figures, uint64_t groups)
{
    return groups == ~(uint64_t)0 || (figures->groups & groups) != 0;
}

/* --- */

/* The two clocks of MACSio's timers, between which the program may switch at any time. */

enum clock { CLOCK_OF_DAY, CLOCK_OF_MPI };

int MACSIO_TIMING_UseMPI_Wtime = 1;

static double first_reading[2];
static bool was_read[2];
static pthread_mutex_t clock_lock = PTHREAD_MUTEX_INITIALIZER;

/* Returns the clock chosen by MACSIO_TIMING_UseMPI_Wtime: MPI's only while MPI runs. */
static enum clock clock_chosen(void)
{
    return MACSIO_TIMING_UseMPI_Wtime && mpi_any_running() ? CLOCK_OF_MPI : CLOCK_OF_DAY;
}

static double now_by(enum clock clock)
{
    struct timeval time;
    double seconds;
    if (clock == CLOCK_OF_MPI && mpi_any_wtime(&seconds))
        return seconds;
    gettimeofday(&time, 0);
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

/* Returns the seconds since that clock was first read. */
static double clock_read(enum clock clock)
{
    double now = now_by(clock);
    if (!__atomic_load_n(&was_read[clock], __ATOMIC_ACQUIRE)) {
        pthread_mutex_lock(&clock_lock);
        if (!was_read[clock])
            first_reading[clock] = now;
        __atomic_store_n(&was_read[clock], true, __ATOMIC_RELEASE);
        pthread_mutex_unlock(&clock_lock);
    }
    return now - first_reading[clock];
}

double MACSIO_TIMING_GetCurrentTime(void)
{
    return clock_read(clock_chosen());
}

enum { GROUPS = 64, BUCKETS = 1 << 16 };

struct timer {
    struct figures figures; /* of the iterations that are over */
    bool used;              /* not cleared since it was last started */
    bool running, has_iteration;
    enum clock clock;
    int iteration;
    double iteration_time, start;
    instr_label *label;
    struct timer *next;  /* in order of first start */
    struct timer *chain; /* of the bucket */
};

static struct timer *first, **end = &first;
static struct timer *buckets[BUCKETS];
/* Of all ranks. */
struct reduction {
    struct figures *figures;
    size_t count;
    struct index index; /* while it is made */
};
static struct reduction reduced;
static char *group_names[GROUPS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local int depth; /* timers of this thread that run */

MACSIO_TIMING_GroupMask_t MACSIO_TIMING_GroupMask(char const *grpName)
{
    MACSIO_TIMING_GroupMask_t mask = 0;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < GROUPS && !mask; i++) {
        if (!grpName) {
            free(group_names[i]);
            group_names[i] = NULL;
        } else if (!group_names[i]) {
            if ((group_names[i] = strdup(grpName)))
                mask = 1ull << i;
            break;
        } else if (strcmp(group_names[i], grpName) == 0) {
            mask = 1ull << i;
        }
    }
    pthread_mutex_unlock(&lock);
    return mask;
}

/* Returns the groups of the call tree with the same names. */
static instr_groups groups_of_label(uint64_t mask)
{
    instr_groups groups = 0;
    for (int i = 0; i < GROUPS; i++)
        if (mask >> i & 1 && group_names[i])
            groups |= instr_group(group_names[i]);
    return groups;
}

static uint32_t hash_bytes(uint32_t hash, const void *bytes, size_t size)
{
    for (const unsigned char *c = bytes; size > 0; size--, c++)
        hash = (hash ^ *c) * 16777619u;
    return hash;
}

static struct timer *find(uint32_t id)
{
    struct timer *timer = buckets[id % BUCKETS];
    while (timer && timer->figures.id != id)
        timer = timer->chain;
    return timer;
}

static bool is_of(const struct figures *figures, const char *label, uint64_t groups, const char *file, int line)
{
    return figures->line == line && figures->groups == groups &&
           strncmp(figures->label, label, FIGURES_LABEL - 1) == 0 &&
           strncmp(figures->file, file, FIGURES_FILE - 1) == 0;
}

static struct timer *add(const char *label, uint64_t groups, const char *file, int line, uint32_t id)
{
    struct timer *timer = calloc(1, sizeof *timer);
    if (!timer)
        return NULL;
    strncpy(timer->figures.label, label, FIGURES_LABEL - 1);
    strncpy(timer->figures.file, file, FIGURES_FILE - 1);
    timer->figures.groups = groups;
    timer->figures.line = line;
    timer->figures.id = id;
    timer->label = instr_label_make(label, 1, groups_of_label(groups), file, line);
    timer->chain = buckets[id % BUCKETS];
    buckets[id % BUCKETS] = timer;
    *end = timer;
    end = &timer->next;
    return timer;
}

/* Finds or adds a timer. Of two timers with one hash the second has the next free number. NULL if there is no memory. */
static struct timer *find_or_add(const char *label, uint64_t groups, const char *file, int line)
{
    uint32_t id = hash_bytes(2166136261u, label, strlen(label));
    id = hash_bytes(id, &groups, sizeof groups);
    id = hash_bytes(id, file, strlen(file));
    id = hash_bytes(id, &line, sizeof line);
    for (;; id++) {
        struct timer *timer = id == MACSIO_TIMING_INVALID_TIMER ? NULL : find(id);
        if (timer && is_of(&timer->figures, label, groups, file, line))
            return timer;
        if (!timer && id != MACSIO_TIMING_INVALID_TIMER)
            return add(label, groups, file, line, id);
    }
}

/* Returns the figures with the iteration that may still run, and their rank. */
static struct figures figures_of(const struct timer *timer, int rank)
{
    struct figures figures = timer->figures;
    figures.min_rank = figures.max_rank = rank;
    if (timer->has_iteration)
        figures_count(&figures, timer->iteration_time, timer->iteration, rank);
    figures.last_iteration = timer->iteration;
    figures.start = timer->start;
    return figures;
}

static void end_iteration(struct timer *timer)
{
    if (timer->has_iteration)
        figures_count(&timer->figures, timer->iteration_time, timer->iteration, 0);
    timer->has_iteration = false;
    timer->iteration_time = 0;
}

static void begin(struct timer *timer, int number)
{
    bool again = timer->used && timer->has_iteration && number >= 0 && number == timer->iteration;
    if (!timer->used) {
        timer->iteration = MACSIO_TIMING_ITER_AUTO;
        timer->used = true;
    }
    if (!again) {
        end_iteration(timer);
        if (number != MACSIO_TIMING_ITER_AUTO)
            timer->iteration = number;
        else
            timer->iteration = timer->iteration < 0 ? 0 : timer->iteration + 1;
    }
    timer->running = true;
    timer->figures.depth = depth;
}

MACSIO_TIMING_TimerId_t MACSIO_TIMING_StartTimer(char const *label, MACSIO_TIMING_GroupMask_t gmask, int iter_num,
                                                 char const *file, int line)
{
    if (!label || !file)
        return MACSIO_TIMING_INVALID_TIMER;
    pthread_mutex_lock(&lock);
    struct timer *timer = find_or_add(label, gmask, file, line);
    bool ran = timer && timer->running;
    if (timer)
        begin(timer, iter_num);
    pthread_mutex_unlock(&lock);
    if (!timer)
        return MACSIO_TIMING_INVALID_TIMER;
    if (ran) /* started twice: it runs from now on */
        instr_stop_label_at(timer->label, NULL, file, line);
    else
        depth++;
    instr_start_label_at(timer->label, timer->iteration < 0 ? INSTR_IGNORE : timer->iteration, file, line);
    timer->clock = clock_chosen();
    timer->start = clock_read(timer->clock);
    return timer->figures.id;
}

double MACSIO_TIMING_StopTimer(MACSIO_TIMING_TimerId_t id)
{
    double now[2] = {clock_read(CLOCK_OF_DAY), clock_read(clock_chosen())}, seconds = DBL_MAX;
    pthread_mutex_lock(&lock);
    struct timer *timer = find(id);
    if (timer && timer->running) {
        timer->running = false;
        timer->has_iteration = true;
        timer->iteration_time += (timer->clock == clock_chosen() ? now[1] : clock_read(timer->clock)) - timer->start;
        seconds = timer->iteration_time;
    } else {
        timer = NULL;
    }
    pthread_mutex_unlock(&lock);
    if (timer) {
        depth -= depth > 0;
        instr_stop_label(timer->label);
    }
    return seconds;
}

double MACSIO_TIMING_GetTimerDatum(MACSIO_TIMING_TimerId_t tid, char const *field)
{
    double value = -1;
    pthread_mutex_lock(&lock);
    const struct timer *timer = find(tid);
    if (timer && timer->used && field) {
        struct figures figures = figures_of(timer, mpi_any_rank(mpi_any_world()));
        if (!figures_get(&figures, field, &value))
            value = -1;
    }
    pthread_mutex_unlock(&lock);
    return value;
}

double MACSIO_TIMING_GetReducedTimerDatum(MACSIO_TIMING_TimerId_t tid, char const *field)
{
    double value = -1;
    pthread_mutex_lock(&lock);
    size_t i = 0;
    while (i < reduced.count && reduced.figures[i].id != tid)
        i++;
    if (i < reduced.count && field && !figures_get(&reduced.figures[i], field, &value))
        value = -1;
    pthread_mutex_unlock(&lock);
    return value;
}

/* Returns all timers in use, to be freed; NULL if there are none, or no memory. */
static struct figures *collect(int rank, size_t *count)
{
    size_t used = 0;
    for (const struct timer *timer = first; timer; timer = timer->next)
        used += timer->used;
    struct figures *all = used ? malloc(used * sizeof *all) : NULL;
    *count = 0;
    for (const struct timer *timer = first; timer && all; timer = timer->next)
        if (timer->used)
            all[(*count)++] = figures_of(timer, rank);
    return all;
}

static void dump(const struct figures *all, size_t count, uint64_t groups, char ***strs, int *nstrs, int *maxlen)
{
    char **lines = malloc((count + 1) * sizeof *lines);
    int longest = 0, made = 0;
    for (size_t i = 0; i < count && lines; i++) {
        char *line = figures_in(&all[i], groups) ? figures_line(&all[i]) : NULL;
        if (!line)
            continue;
        lines[made++] = line;
        longest = (int)strlen(line) > longest ? (int)strlen(line) : longest;
    }
    *strs = lines;
    *nstrs = made;
    *maxlen = longest;
}

void MACSIO_TIMING_DumpTimersToStrings(MACSIO_TIMING_GroupMask_t gmask, char ***strs, int *nstrs, int *maxlen)
{
    size_t count;
    pthread_mutex_lock(&lock);
    struct figures *all = collect(mpi_any_rank(mpi_any_world()), &count);
    pthread_mutex_unlock(&lock);
    dump(all, count, gmask, strs, nstrs, maxlen);
    free(all);
}

void MACSIO_TIMING_DumpReducedTimersToStrings(MACSIO_TIMING_GroupMask_t gmask, char ***strs, int *nstrs, int *maxlen)
{
    pthread_mutex_lock(&lock);
    dump(reduced.figures, reduced.count, gmask, strs, nstrs, maxlen);
    pthread_mutex_unlock(&lock);
}

static uint32_t hash_figures(const void *figures)
{
    const struct figures *of = figures;
    uint32_t hash = hash_bytes(2166136261u, of->label, strlen(of->label));
    return hash_bytes(hash, &of->line, sizeof of->line);
}

static bool same_figures(const void *a, const void *b)
{
    const struct figures *of = b;
    return is_of(a, of->label, of->groups, of->file, of->line);
}

/* For instr_gather. */
static int receive(int rank, int ranks, const void *bytes, unsigned long size, void *context)
{
    struct reduction *reduction = context;
    (void)rank, (void)ranks;
    for (size_t at = 0; at + sizeof(struct figures) <= size; at += sizeof(struct figures)) {
        struct figures more;
        memcpy(&more, (const char *)bytes + at, sizeof more);
        size_t place = index_place(&reduction->index, reduction->figures, reduction->count, &more);
        if (place < reduction->count) {
            figures_merge(&reduction->figures[place], &more);
            continue;
        }
        struct figures *room =
            place == SIZE_MAX ? NULL : realloc(reduction->figures, (reduction->count + 1) * sizeof *room);
        if (!room)
            return INSTR_EMEMORY;
        reduction->figures = room;
        room[reduction->count++] = more;
    }
    return INSTR_OK;
}

/* Replaces reduced timers. The lock is not held while ranks wait for each other. */
static void replace_reduced(struct reduction made)
{
    pthread_mutex_lock(&lock);
    struct figures *before = reduced.figures;
    reduced = made;
    pthread_mutex_unlock(&lock);
    free(before);
}

/* A name of its own in C, because the original takes an MPI_Comm: see mpi_any.h. */
void timing_reduce(mpi_any_comm comm, int root) __asm__("MACSIO_TIMING_ReduceTimers");
void timing_reduce(mpi_any_comm comm, int root)
{
    struct reduction made = {.index = {.size = sizeof(struct figures), .hash = hash_figures, .same = same_figures}};
    size_t count = 0;
    int result = INSTR_OK;
    if (root >= 0) {
        int rank = mpi_any_rank(comm);
        pthread_mutex_lock(&lock);
        struct figures *own = collect(rank, &count);
        pthread_mutex_unlock(&lock);
        unsigned long size = count * sizeof *own;
        result = mpi_any_running() ? instr_gather_at(&comm, mpi_any_comm_size(), root, own, size, receive, &made)
                                   : receive(0, 1, own, size, &made);
        free(own);
    }
    index_free(&made.index);
    if (result != INSTR_OK)
        fprintf(stderr, "MACSIO_TIMING_ReduceTimers: %s\n", instr_error(result));
    replace_reduced(made);
}

void MACSIO_TIMING_ClearTimers(MACSIO_TIMING_GroupMask_t gmask)
{
    pthread_mutex_lock(&lock);
    for (struct timer *timer = first; timer; timer = timer->next) {
        if (!timer->used || !figures_in(&timer->figures, gmask))
            continue;
        struct figures none = {.groups = timer->figures.groups, .line = timer->figures.line, .id = timer->figures.id};
        memcpy(none.label, timer->figures.label, sizeof none.label);
        memcpy(none.file, timer->figures.file, sizeof none.file);
        timer->figures = none;
        timer->used = timer->running = timer->has_iteration = false;
        timer->iteration_time = 0;
    }
    pthread_mutex_unlock(&lock);
    replace_reduced((struct reduction){.count = 0});
}
