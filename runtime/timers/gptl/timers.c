/* timers.c - see timers.h. */
#include "runtime/timers/gptl/timers.h"
#include "runtime/timers/gptl/errors.h"
#include "runtime/timers/gptl/options.h"
#include "runtime/timers/gptl/threads.h"
#include "runtime/timers/shared/mpi_any.h"

#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/times.h>
#include <unistd.h>

/* --- GPTL's messages about the process's memory --- */

static float largest; /* MB, when it was last said */
static FILE *rank_file;

static int resident(float *rss)
{
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage) < 0)
        return errors_add("GPTLget_memusage: Failure from getrusage\n");
    *rss = (float)usage.ru_maxrss / 1024;
    return 0;
}

/* Reads the pages of /proc/self/statm: total, resident, shared, code, library, data and stack. */
static int read_pages(long pages[6])
{
    FILE *file = fopen("/proc/self/statm", "r");
    int got =
        file ? fscanf(file, "%ld %ld %ld %ld %ld %ld", &pages[0], &pages[1], &pages[2], &pages[3], &pages[4], &pages[5])
             : 0;
    if (file)
        fclose(file);
    return got == 6 ? 0 : errors_add("GPTLget_procsiz: /proc/self/statm can't be read\n");
}

int GPTLget_procsiz(float *procsiz, float *rss)
{
    long pages[6];
    if (read_pages(pages) != 0)
        return -1;
    float page = (float)sysconf(_SC_PAGESIZE) / (1024 * 1024);
    *procsiz = (float)pages[0] * page;
    *rss = (float)pages[1] * page;
    return 0;
}

/* Converts to kB. An int holds 2 TB; a larger reservation, as by sanitizers, gives that maximum. */
static int kilobytes(long pages)
{
    long page = sysconf(_SC_PAGESIZE) / 1024;
    return pages > INT_MAX / page ? INT_MAX : (int)(pages * page);
}

/* A name of its own in C: the two GPTLs declare it with different parameters, E3SM's in kB. */
int memory_usage(void *first, int *rss, int *share, int *text, int *datastack) __asm__("GPTLget_memusage");
int memory_usage(void *first, int *rss, int *share, int *text, int *datastack)
{
    long pages[6];
    if (!options_e3sm())
        return resident(first);
    if (read_pages(pages) != 0)
        return -1;
    *(int *)first = kilobytes(pages[0]);
    *rss = kilobytes(pages[1]);
    *share = kilobytes(pages[2]);
    *text = kilobytes(pages[3]);
    *datastack = kilobytes(pages[5]);
    return 0;
}

int GPTLprint_memusage(const char *str)
{
    float rss;
    if (resident(&rss) != 0)
        return -1;
    printf("GPTLprint_memusage: %s rss=%f MB\n", str, (double)rss);
    return 0;
}

int GPTLprint_rusage(const char *str)
{
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage) < 0)
        return errors_add("GPTLprint_rusage: Failure from getrusage\n");
    printf("GPTLprint_rusage: %s maxrss=%f MB\n", str, (double)usage.ru_maxrss / 1024);
    return 0;
}

static FILE *where(void)
{
    if (!rank_file && mpi_any_running()) {
        char name[32];
        snprintf(name, sizeof name, "procsiz.%6.6d", mpi_any_rank(mpi_any_world()));
        rank_file = fopen(name, "w");
    }
    return rank_file ? rank_file : stderr;
}

/* Reports, under GPTLdopr_memusage, memory that grew by more than GPTLmem_growth since the last report. `when` is "Begin" or "End" of the
 * timer `name`. */
static void memory_watch(const char *when, const char *name)
{
    float rss;
    if (!options.memusage || threads_self() != 0 || resident(&rss) != 0 ||
        rss <= largest * (1 + (float)options.memory_growth))
        return;
    largest = rss;
    FILE *file = where();
    fprintf(file, "%s %s RSS grew to %8.2f MB\n", when, name, (double)rss);
    fflush(file);
}

/* --- */

bool timers_imperfect;

static struct timers *_Atomic threads[THREADS_MOST];
static atomic_bool initialized, disabled;
static instr_groups group;

bool timers_initialized(void)
{
    return atomic_load_explicit(&initialized, memory_order_acquire);
}

struct timers *timers_of(int thread)
{
    return thread >= 0 && thread < THREADS_MOST ? atomic_load_explicit(&threads[thread], memory_order_acquire) : NULL;
}

int timers_longest(void)
{
    return options_e3sm() ? TIMERS_NAME : 63;
}

unsigned timers_hash(const char *name)
{
    unsigned hash = 2166136261u;
    for (const char *c = name; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619u;
    hash = (hash ^ hash >> 16) & 0x7fffffffu;
    return hash ? hash : 1;
}

struct timer *timers_find(const struct timers *timers, const char *name, unsigned hash)
{
    struct timer *timer = timers->buckets[hash % TIMERS_BUCKETS];
    while (timer && (timer->hash != hash || timer->address || strcmp(timer->name, name) != 0))
        timer = timer->chain;
    return timer;
}

struct timers *timers_own(void)
{
    int self = threads_self();
    if (self < 0)
        return NULL;
    struct timers *timers = timers_of(self);
    if (timers)
        return timers;
    timers = calloc(1, sizeof *timers);
    if (!timers || !(timers->stack = malloc(sizeof(struct timer *)))) {
        free(timers);
        errors_add("no memory for the timers of thread %d\n", self);
        return NULL;
    }
    strcpy(timers->root.name, "GPTL_ROOT");
    timers->root.on = true;
    timers->newest = timers->stack[0] = &timers->root;
    timers->room = 1;
    atomic_store_explicit(&threads[self], timers, memory_order_release);
    return timers;
}

static struct timer *add(struct timers *timers, const char *name, unsigned hash, const void *address)
{
    struct timer *timer = calloc(1, sizeof *timer);
    if (!timer)
        return NULL;
    snprintf(timer->name, sizeof timer->name, "%s", name);
    timer->hash = hash;
    timer->address = address;
    timer->label = instr_label_make(timer->name, 1, group, NULL, 0);
    timer->chain = timers->buckets[hash % TIMERS_BUCKETS];
    timers->buckets[hash % TIMERS_BUCKETS] = timer;
    timers->newest->next = timer;
    timers->newest = timer;
    return timer;
}

static bool push(struct timers *timers, struct timer *timer)
{
    if (timers->depth + 1 >= timers->room) {
        int room = 2 * timers->room + 16;
        struct timer **stack = realloc(timers->stack, (size_t)room * sizeof(struct timer *));
        if (!stack)
            return false;
        timers->stack = stack;
        timers->room = room;
    }
    timers->stack[++timers->depth] = timer;
    return true;
}

static bool count_parent(struct timer *timer, struct timer *parent)
{
    for (int i = 0; i < timer->parent_count; i++)
        if (timer->parents[i].timer == parent) {
            timer->parents[i].calls++;
            return true;
        }
    struct parent *parents = realloc(timer->parents, (size_t)(timer->parent_count + 1) * sizeof *parents);
    if (!parents)
        return false;
    timer->parents = parents;
    parents[timer->parent_count++] = (struct parent){parent, 1};
    return true;
}

int timers_before_start(const char *name, struct timers **timers)
{
    if (atomic_load_explicit(&disabled, memory_order_relaxed))
        return 1;
    if (!timers_initialized())
        return options_e3sm() ? 1 : errors_add("GPTLstart timername=%s: GPTLinitialize has not been called\n", name);
    *timers = timers_own();
    if (!*timers)
        return -1;
    if ((*timers)->depth >= options.depth_limit) {
        (*timers)->depth++;
        return 1;
    }
    return 0;
}

int timers_before_stop(const char *name, struct timers **timers)
{
    if (atomic_load_explicit(&disabled, memory_order_relaxed))
        return 1;
    if (!timers_initialized())
        return options_e3sm() ? 1 : errors_add("GPTLstop timername=%s: GPTLinitialize has not been called\n", name);
    *timers = timers_own();
    if (!*timers)
        return -1;
    if ((*timers)->depth > options.depth_limit) {
        (*timers)->depth--;
        return 1;
    }
    return 0;
}

struct stamp timers_stamp(void)
{
    struct stamp stamp = {0, 0, 0};
    struct tms times_now;
    if (options.wall)
        stamp.wall = options_now();
    if (options.cpu && times(&times_now) != (clock_t)-1) {
        stamp.user = times_now.tms_utime;
        stamp.system = times_now.tms_stime;
    }
    return stamp;
}

int timers_start(struct timers *timers, struct timer *found, const char *name, unsigned hash, const void *address)
{
    struct timer *timer = found ? found : add(timers, name, hash, address);
    if (!timer)
        return errors_add("GPTLstart: no memory for timer %s\n", name);
    if (instr_start_label(timer->label) == INSTR_OK)
        timer->labels_open++;
    if (timer->on) {
        timer->recursion++;
        return 0;
    }
    int depth = timers->depth;
    if (depth < 0)
        timers->depth = depth = 0;
    if (!push(timers, timer) || !count_parent(timer, timers->stack[depth]))
        return errors_add("GPTLstart: no memory to start timer %s\n", name);
    timer->on = true;
    memory_watch("Begin", timer->name);
    struct stamp stamp = timers_stamp();
    timer->last = stamp.wall;
    timer->user_last = stamp.user;
    timer->system_last = stamp.system;
    return 0;
}

static void count_time(struct timer *timer, struct stamp stamp)
{
    double time = stamp.wall - timer->last;
    if (time < 0)
        errors_warn("GPTLstop: negative delta=%g of timer %s\n", time, timer->name);
    timer->latest = time;
    timer->total += time;
    if (timer->count == timer->recursive + 1 || time > timer->max)
        timer->max = time;
    if (timer->count == timer->recursive + 1 || time < timer->min)
        timer->min = time;
    timer->user_total += stamp.user - timer->user_last;
    timer->system_total += stamp.system - timer->system_last;
}

static void check_nest(const struct timers *timers, const struct timer *timer)
{
    const struct timer *expected = timers->depth > 0 ? timers->stack[timers->depth] : NULL;
    if (timers_imperfect || timer == expected)
        return;
    timers_imperfect = true;
    errors_warn("GPTLstop thread %d: Imperfect nest detected: Got timer %s, expected %s\n", threads_self(), timer->name,
                expected ? expected->name : "none");
}

int timers_stop(struct timers *timers, struct timer *timer, struct stamp stamp)
{
    if (timer->labels_open > 0) {
        timer->labels_open--;
        instr_stop_alone(timer->label);
    }
    if (!timer->on)
        return errors_add("GPTLstop: timer %s was already off.\n", timer->name);
    timer->count++;
    if (timer->recursion > 0) {
        timer->recursion--;
        timer->recursive++;
        return 0;
    }
    timer->on = false;
    count_time(timer, stamp);
    check_nest(timers, timer);
    timers->depth--;
    memory_watch("End", timer->name);
    return 0;
}

int timers_add_time(struct timers *timers, const char *name, double seconds, int calls)
{
    unsigned hash = timers_hash(name);
    struct timer *timer = timers_find(timers, name, hash);
    if (!timer) {
        timer = add(timers, name, hash, NULL);
        if (!timer || !count_parent(timer, timers->stack[timers->depth > 0 ? timers->depth : 0]))
            return errors_add("GPTLstartstop_val: no memory for timer %s\n", name);
    }
    if (calls > 0)
        (void)instr_add(timer->label, seconds);
    bool first = timer->count == timer->recursive;
    timer->count += calls > 0 ? (unsigned long)calls : 0;
    timer->total += seconds;
    timer->latest = seconds;
    timer->last = options_now();
    double one = calls > 1 ? seconds / calls : seconds;
    if (first || one > timer->max)
        timer->max = one;
    if (first || one < timer->min)
        timer->min = one;
    return 0;
}

int GPTLis_initialized(void)
{
    return timers_initialized();
}

int GPTLinitialize(void)
{
    if (timers_initialized())
        return errors_add("GPTLinitialize: has already been called\n");
    if (!threads_begin())
        return errors_add("GPTLinitialize: MUST only be called by the master thread\n");
    (void)instr_initialize();
    group = instr_group("GPTL");
    timers_imperfect = false;
    if (!timers_own())
        return -1;
    atomic_store_explicit(&initialized, true, memory_order_release);
    if (options.verbose)
        printf("Underlying wallclock timing routine is %s\n", options_clock_name());
    return 0;
}

static void free_timers(struct timers *timers)
{
    for (struct timer *timer = timers->root.next, *next; timer; timer = next) {
        next = timer->next;
        free(timer->parents);
        free(timer->children);
        free(timer);
    }
    free(timers->root.children);
    free(timers->stack);
    free(timers);
}

int GPTLfinalize(void)
{
    if (!timers_initialized())
        return errors_add("GPTLfinalize: initialization was not completed\n");
    for (int t = 0; t < THREADS_MOST; t++) {
        struct timers *timers = atomic_exchange(&threads[t], NULL);
        if (timers)
            free_timers(timers);
    }
    atomic_store(&initialized, false);
    atomic_store(&disabled, false);
    options_reset();
    errors_reset();
    return 0;
}

int GPTLenable(void)
{
    atomic_store(&disabled, false);
    return 0;
}

int GPTLdisable(void)
{
    atomic_store(&disabled, true);
    return 0;
}

static void clear(struct timer *timer)
{
    timer->on = false;
    timer->count = timer->recursive = 0;
    timer->recursion = 0;
    timer->last = timer->latest = timer->total = timer->max = timer->min = 0;
    timer->user_last = timer->system_last = timer->user_total = timer->system_total = 0;
}

int GPTLreset(void)
{
    if (!timers_initialized())
        return errors_add("GPTLreset: GPTLinitialize has not been called\n");
    for (int t = 0; t < THREADS_MOST; t++)
        for (struct timer *timer = timers_of(t) ? timers_of(t)->root.next : NULL; timer; timer = timer->next)
            clear(timer);
    if (options.verbose)
        printf("GPTLreset: accumulators for all timers set to zero\n");
    return 0;
}

int GPTLreset_timer(const char *name)
{
    if (!timers_initialized())
        return errors_add("GPTLreset_timer: GPTLinitialize has not been called\n");
    if (threads_self() != 0)
        return errors_add("GPTLreset_timer: Must be called by the master thread\n");
    unsigned hash = timers_hash(name);
    struct timer *timer = NULL;
    for (int t = 0; t < THREADS_MOST; t++)
        if (timers_of(t) && (timer = timers_find(timers_of(t), name, hash)))
            clear(timer);
    return 0;
}
