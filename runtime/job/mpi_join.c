/*
 * mpi_join.c - see mpi_join.h.
 *
 * Who joins loads the MPI part, which then does all the rest.
 */
#include "runtime/job/mpi_join.h"

#include "runtime/job/mpi_load.h"
#include "runtime/job/roll.h"
#include "runtime/job/services.h"
#include "runtime/machine/objects.h"
#include "runtime/machine/sandbox.h"
#include "runtime/measure/store/store_header.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef int join_fn(void);

static atomic_bool joined; /* or there is nothing to join */

/* Joins the job by the part, which knows MPI. After that no search is necessary. */
static void join(void)
{
    join_fn *ask = (join_fn *)mpi_load_own("instr_join");
    if (!ask || ask())
        joined = true;
}

#ifndef INSTR_STATIC_RUNTIME

typedef int init_fn(int *, char ***);
typedef int init_thread_fn(int *, char ***, int, int *);
typedef int ask_fn(int *);
typedef struct __instr_frame *mpi_init_enter_fn(bool threads);
typedef void mpi_init_leave_fn(struct __instr_frame *frame);

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

/* Not as it was found: that library may have gone, and come again elsewhere. */
static uintptr_t plain(int which)
{
    uintptr_t found = objects_find(redirects[which].name);
    return found ? found : redirects[which].original;
}

/* Begins the call as a region of the part; NULL if a wrapper of the part times the call. */
static struct __instr_frame *enter(bool threads)
{
    mpi_init_enter_fn *ask = (mpi_init_enter_fn *)mpi_load_own("instr_init_enter");
    return ask ? ask(threads) : NULL;
}

static void leave(struct __instr_frame *frame)
{
    mpi_init_leave_fn *tell = frame ? (mpi_init_leave_fn *)mpi_load_own("instr_init_leave") : NULL;
    if (tell)
        tell(frame);
}

static int init(int *argc, char ***argv, int which)
{
    begins();
    struct __instr_frame *frame = enter(false);
    int outcome = ((init_fn *)plain(which))(argc, argv);
    begun(outcome);
    leave(frame);
    return outcome;
}

static int init_thread(int *argc, char ***argv, int wanted, int *provided, int which)
{
    begins();
    struct __instr_frame *frame = enter(true);
    int outcome = ((init_thread_fn *)plain(which))(argc, argv, wanted, provided);
    begun(outcome);
    leave(frame);
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
    [INIT] = {"MPI_Init", (uintptr_t)mpi_init, 0},
    [PINIT] = {"PMPI_Init", (uintptr_t)pmpi_init, 0},
    [INIT_THREAD] = {"MPI_Init_thread", (uintptr_t)mpi_init_thread, 0},
    [PINIT_THREAD] = {"PMPI_Init_thread", (uintptr_t)pmpi_init_thread, 0},
};

void (*mpi_join_original(void (*function)(void)))(void)
{
    for (size_t i = 0; i < REDIRECTS; i++)
        if (redirects[i].replacement == (uintptr_t)function)
            return (void (*)(void))redirects[i].original;
    return function;
}

void *mpi_join_asked(const char *name, void *found)
{
    for (size_t i = 0; i < REDIRECTS; i++)
        if (redirects[i].original == (uintptr_t)found && strcmp(name, redirects[i].name) == 0)
            return (void *)redirects[i].replacement;
    return found;
}

static bool says(const char *question)
{
    int answer = 0;
    ask_fn *ask = (ask_fn *)objects_find(question);
    return ask && ask(&answer) == 0 && answer;
}

static void look(void)
{
    static struct objects_watch watch = {.redirects = redirects, .count = REDIRECTS};
    static atomic_flag watched = ATOMIC_FLAG_INIT;
    if (!atomic_flag_test_and_set(&watched))
        objects_redirect(&watch);
    if (!redirects[PINIT].original || !says("PMPI_Initialized"))
        return;
    if (says("PMPI_Finalized") || store->forked)
        joined = true; /* over, or another process's */
    else if (says("PMPI_Is_thread_main"))
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
    join();
}

#endif

void mpi_join_look(void)
{
    static atomic_flag looking = ATOMIC_FLAG_INIT;
    int saved = errno;
    if (joined || sandbox_is_entered() || atomic_flag_test_and_set(&looking))
        return;
    look();
    atomic_flag_clear(&looking);
    errno = saved;
}

/*
 * --- They are caught where a loaded object keeps whom it calls (objects.h). Calls from Fortran, whichever of its three interfaces
 * they use, become calls of C's functions in MPI's own bindings, which is where they are caught: so one table of functions
 * serves both languages, and no name or convention of a Fortran compiler. With Open MPI bindings call PMPI_X, with MPICH
 * mostly MPI_X. What tools call by PMPI_X is theirs, and so are the calls of MPI's plug-ins.
 *
 * Not seen: what an object asks dlsym for, and an MPI that is linked in without us.
 */

#ifndef INSTR_STATIC_RUNTIME

/* Redirects each of `calls` by its name from `letter` on: MPI_X has a P in front. */
static void redirect(struct objects_watch *watch, const struct mpi_call *calls, size_t count, int letter)
{
    if (watch->redirects || !(watch->redirects = calloc(count, sizeof *watch->redirects)))
        return;
    for (size_t i = 0; i < count; i++)
        if (calls[i].original)
            watch->redirects[watch->count++] =
                (struct redirect){calls[i].name + letter, (uintptr_t)calls[i].wrapper, (uintptr_t)calls[i].original};
    objects_redirect(watch);
}

#endif

void mpi_calls_catch(struct mpi_call *calls, size_t count)
{
#ifndef INSTR_STATIC_RUNTIME
    static struct objects_watch callers = {.path_lacks = "/mca_"};
    static struct objects_watch bindings = {.has = "mpi_send_", .lacks = "MPI_Send", .path_lacks = "/mca_"};
    for (size_t i = 0; i < count; i++)
        calls[i].original = (void (*)(void))objects_find(calls[i].name);
    redirect(&callers, calls, count, 0);
    redirect(&bindings, calls, count, -1);
#else
    (void)calls, (void)count;
#endif
}
