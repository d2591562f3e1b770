/* threads.c - see threads.h. */
#include "runtime/timers/gptl/threads.h"

#include "runtime/timers/gptl/errors.h"
#include "runtime/timers/gptl/options.h"

#include <stdatomic.h>

#define WEAK __attribute__((__weak__))

int omp_get_thread_num(void) WEAK;
int omp_get_level(void) WEAK;
int omp_get_active_level(void) WEAK;
int omp_get_max_threads(void) WEAK;
int omp_get_team_size(int level) WEAK;
int omp_get_ancestor_thread_num(int level) WEAK;

static bool has_openmp(void)
{
    return omp_get_thread_num && omp_get_level && omp_get_active_level && omp_get_max_threads && omp_get_team_size &&
           omp_get_ancestor_thread_num;
}

static atomic_int next_number = 1, highest, generation = 1;
static int team; /* what OpenMP may start, when GPTL was initialized */

/* This thread's number, and the generation of the library in which it is valid. */
static _Thread_local int own_number, own_generation;

bool threads_begin(void)
{
    if (has_openmp() && omp_get_thread_num() != 0)
        return false;
    team = has_openmp() ? omp_get_max_threads() : 1;
    if (team < 1)
        team = 1;
    atomic_store(&next_number, team);
    atomic_store(&highest, 0);
    own_generation = atomic_fetch_add(&generation, 1) + 1;
    own_number = 0;
    return true;
}

int threads_limit(void)
{
    return options.max_threads > 0 && options.max_threads < THREADS_MOST ? options.max_threads : THREADS_MOST;
}

int threads_count(void)
{
    int count = atomic_load(&highest) + 1;
    int expected = options.max_threads > 0 ? options.max_threads : team;
    return has_openmp() && expected > count ? expected : count;
}

/* Returns the number in nested teams: in two nested regions an outer thread keeps its number if it is the first of the inner team. */
static int number_in_team(void)
{
    int self = omp_get_thread_num();
    if (omp_get_active_level() < 2)
        return self;
    int parent = omp_get_ancestor_thread_num(1);
    return self == 0 ? parent : omp_get_team_size(1) - 1 + parent * (omp_get_team_size(2) - 1) + self;
}

static int number_outside(void)
{
    if (own_generation != atomic_load(&generation)) {
        own_generation = atomic_load(&generation);
        own_number = atomic_fetch_add(&next_number, 1);
    }
    return own_number;
}

static void note(int number)
{
    int before = atomic_load_explicit(&highest, memory_order_relaxed);
    while (number > before && !atomic_compare_exchange_weak(&highest, &before, number)) {
    }
}

int threads_self(void)
{
    int number = has_openmp() && omp_get_active_level() > 0 ? number_in_team() : number_outside();
    if (number >= threads_limit())
        return errors_add("GPTLget_thread_num: returned id=%d exceeds GPTLmax_threads=%d\n", number, threads_limit());
    note(number);
    return number;
}

bool threads_serial(void)
{
    return !has_openmp() || omp_get_active_level() == 0;
}

const char *threads_kind(void)
{
    return has_openmp() ? "OMP" : "PTHREADS";
}
