/*
 * mpi_join.c - see mpi_join.h.
 *
 * Who joins loads the MPI part, which then does all the rest. That takes memory and locks, so it is not done where a
 * signal handler may have come into the middle of something: a thread that blocks no signal is in none. Nor in a
 * thread that may not call MPI.
 */
#include "runtime/job/mpi_join.h"

#include "runtime/job/mpi_load.h"
#include "runtime/job/roll.h"
#include "runtime/machine/objects.h"
#include "runtime/machine/sandbox.h"
#include "runtime/measure/probe.h"
#include "runtime/measure/store_header.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

enum { PAUSE_NS = 1000000 }; /* between two looks, so that a program with many paths pays little */

typedef int join_fn(void);

/* By the part, which knows MPI. From then on nothing need be looked for. */
static void join(void)
{
    join_fn *ask = (join_fn *)mpi_load_own("instr_join");
    if (!ask || ask())
        probe_new_path = (void (*)(void))0;
}

static bool in_handler_perhaps(void)
{
    sigset_t blocked;
    return pthread_sigmask(SIG_BLOCK, NULL, &blocked) != 0 || !sigisemptyset(&blocked);
}

#ifndef INSTR_STATIC_RUNTIME

typedef int init_fn(int *, char ***);
typedef int init_thread_fn(int *, char ***, int, int *);
typedef int ask_fn(int *);

static ask_fn *initialized, *finalized, *is_main_thread;
static unsigned long long known; /* objects, when those were looked for */

static void begins(void)
{
    int saved = errno;
    if (mpi_load_part())
        roll_announce();
    errno = saved;
}

static void begun(int outcome)
{
    int saved = errno;
    if (outcome == 0)
        join();
    else
        roll_withdraw();
    errno = saved;
}

/* One for each name, since each has its own original. */
enum { INIT, PINIT, INIT_THREAD, PINIT_THREAD, REDIRECTS };
static struct redirect redirects[REDIRECTS];

static int init(int *argc, char ***argv, int which)
{
    begins();
    int outcome = ((init_fn *)redirects[which].original)(argc, argv);
    begun(outcome);
    return outcome;
}

static int init_thread(int *argc, char ***argv, int wanted, int *provided, int which)
{
    begins();
    int outcome = ((init_thread_fn *)redirects[which].original)(argc, argv, wanted, provided);
    begun(outcome);
    return outcome;
}

static int mpi_init(int *argc, char ***argv)
{
    return init(argc, argv, INIT);
}

static int pmpi_init(int *argc, char ***argv)
{
    return init(argc, argv, PINIT);
}

static int mpi_init_thread(int *argc, char ***argv, int wanted, int *provided)
{
    return init_thread(argc, argv, wanted, provided, INIT_THREAD);
}

static int pmpi_init_thread(int *argc, char ***argv, int wanted, int *provided)
{
    return init_thread(argc, argv, wanted, provided, PINIT_THREAD);
}

static struct redirect redirects[REDIRECTS] = {
    [INIT] = {"MPI_Init", 0, (uintptr_t)mpi_init, false},
    [PINIT] = {"PMPI_Init", 0, (uintptr_t)pmpi_init, false},
    [INIT_THREAD] = {"MPI_Init_thread", 0, (uintptr_t)mpi_init_thread, false},
    [PINIT_THREAD] = {"PMPI_Init_thread", 0, (uintptr_t)pmpi_init_thread, false},
};

void (*mpi_join_original(void (*function)(void)))(void)
{
    for (size_t i = 0; i < REDIRECTS; i++)
        if (redirects[i].replacement == (uintptr_t)function)
            return (void (*)(void))redirects[i].original;
    return function;
}

/* Objects have been loaded: MPI perhaps, or who calls it. */
static void find_mpi(void)
{
    initialized = (ask_fn *)objects_find("PMPI_Initialized");
    if (!initialized)
        return;
    finalized = (ask_fn *)objects_find("PMPI_Finalized");
    is_main_thread = (ask_fn *)objects_find("PMPI_Is_thread_main");
    for (size_t i = 0; i < REDIRECTS; i++)
        if (!redirects[i].original)
            redirects[i].original = objects_find(redirects[i].name);
    objects_redirect(redirects, REDIRECTS);
}

static bool says(ask_fn *ask)
{
    int answer = 0;
    return ask && ask(&answer) == 0 && answer;
}

static void look(void)
{
    unsigned long long loaded = objects_loaded();
    bool changed = loaded != known;
    if ((!changed && !initialized) || in_handler_perhaps())
        return;
    known = loaded;
    if (changed)
        find_mpi();
    if (says(initialized) && (says(finalized) || store->forked))
        probe_new_path = (void (*)(void))0; /* over, or another process's */
    else if (says(initialized) && says(is_main_thread))
        join();
}

#else

void (*mpi_join_original(void (*function)(void)))(void)
{
    return function;
}

/* The part is linked in and has MPI_Init, or there is none. */
static void look(void)
{
    if (!in_handler_perhaps())
        join();
}

#endif

static uint64_t looked_at;

static bool has_passed(uint64_t ns)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    uint64_t at = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec, since = at - looked_at;
    if (since >= ns)
        looked_at = at;
    return since >= ns;
}

static void look_after(uint64_t ns)
{
    static atomic_flag looking = ATOMIC_FLAG_INIT;
    int saved = errno;
    if (sandbox_is_entered() || atomic_flag_test_and_set(&looking))
        return;
    if (has_passed(ns))
        look();
    atomic_flag_clear(&looking);
    errno = saved;
}

void mpi_join_look(void)
{
    look_after(PAUSE_NS);
}

void mpi_join_watch(void)
{
    static atomic_flag watched = ATOMIC_FLAG_INIT;
    if (!atomic_flag_test_and_set(&watched))
        probe_new_path = mpi_join_look;
    if (probe_new_path)
        look_after(0);
}
