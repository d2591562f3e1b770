/*
 * wrappers.c - see wrappers.h.
 *
 * A wrapper is reached in two ways. Linked into the program it bears the name MPI_X and passes on to the next MPI_X that
 * is loaded, or else to PMPI_X. Loaded by the runtime it is called from an edited call `MPI_X(...)`, and passes on to
 * what that call meant. Either way another tool may have put its own MPI_X there, which must go on working.
 *
 * Edited calls of functions that make a communicator are named "MPI_X@file:line".
 */
#include "runtime/mpi/wrappers.h"

#include "include/instr_abi.h"
#include "runtime/mpi/communicator_mpi.h"
#include "runtime/mpi/own.h"
#include "runtime/mpi/part.h"
#include "runtime/mpi/requests_mpi.h"
#include "runtime/mpi/traffic_mpi.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* MPI's own headers mark some of its functions as deprecated; a wrapper has no choice. */
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

typedef void any_fn(void);

/* The static identity of an MPI function, as instr-cc makes it for the user's functions, and what its
 * wrapper passes on to. */
#define DEFINE(name, parameters)                                                                                       \
    static struct __instr_region region_##name __attribute__((section("instr_regions"), aligned(8))) = {               \
        .__magic = __INSTR_MAGIC,                                                                                      \
        .__size = sizeof(struct __instr_region),                                                                       \
        .__kind = REGION_MPI,                                                                                          \
        .__level = 1,                                                                                                  \
        .__name = "MPI_" #name,                                                                                        \
        .__file = "",                                                                                                  \
    };                                                                                                                 \
    static int(*next_##name) parameters = PMPI_##name;

/* Whether calls are timed: not where another part does that, nor after MPI_Pcontrol(0); and those that it left out. */
enum { TIMED, LEFT_OUT, PASSED_ON };
static _Atomic int timing;
static _Atomic unsigned long long left_out;
static _Atomic bool saw;

static inline struct __instr_frame *enter(struct __instr_region *region)
{
    int now = atomic_load_explicit(&timing, memory_order_relaxed);
    if (!atomic_load_explicit(&saw, memory_order_relaxed))
        atomic_store_explicit(&saw, true, memory_order_relaxed);
    if (now == TIMED)
        return __instr_link6.__enter(region);
    if (now == LEFT_OUT)
        atomic_fetch_add_explicit(&left_out, 1, memory_order_relaxed);
    return NULL;
}

/* Where MPI begins and ends. */
static struct __instr_frame *enter_always(struct __instr_region *region)
{
    return atomic_load_explicit(&timing, memory_order_relaxed) == PASSED_ON ? NULL : __instr_link6.__enter(region);
}

/* The name MPI_X may be another's: in a library that holds the part, where a program or tool has its own. */
#define NAME(name, parameters) int MPI_##name parameters __attribute__((alias("wrap_" #name)));

DEFINE(Init, (int *, char ***))
DEFINE(Init_thread, (int *, char ***, int, int *))
DEFINE(Finalize, (void))
DEFINE(Abort, (MPI_Comm, int))

static int wrap_Init(int *argc, char ***argv)
{
    struct __instr_frame *frame = enter_always(&region_Init);
    part_starting();
    int outcome = next_Init(argc, argv);
    if (outcome == MPI_SUCCESS)
        part_started();
    __instr_link6.__leave(frame);
    return outcome;
}
NAME(Init, (int *argc, char ***argv))

static int wrap_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    struct __instr_frame *frame = enter_always(&region_Init_thread);
    part_starting();
    int outcome = next_Init_thread(argc, argv, required, provided);
    if (outcome == MPI_SUCCESS)
        part_started();
    __instr_link6.__leave(frame);
    return outcome;
}
NAME(Init_thread, (int *argc, char ***argv, int required, int *provided))

#if MPI_VERSION >= 4
DEFINE(Session_init, (MPI_Info, MPI_Errhandler, MPI_Session *))

static int wrap_Session_init(MPI_Info info, MPI_Errhandler errhandler, MPI_Session *session)
{
    struct __instr_frame *frame = enter_always(&region_Session_init);
    wrappers_aim();
    int outcome = next_Session_init(info, errhandler, session);
    if (outcome == MPI_SUCCESS)
        part_session(*session);
    __instr_link6.__leave(frame);
    return outcome;
}
NAME(Session_init, (MPI_Info info, MPI_Errhandler errhandler, MPI_Session *session))
#endif

static int wrap_Finalize(void)
{
    struct __instr_frame *frame = enter_always(&region_Finalize);
    part_finishing();
    int outcome = next_Finalize();
    part_finished();
    __instr_link6.__leave(frame);
    return outcome;
}
NAME(Finalize, (void))

static int wrap_Abort(MPI_Comm comm, int errorcode)
{
    struct __instr_frame *frame = enter_always(&region_Abort);
    part_aborting();
    int outcome = next_Abort(comm, errorcode);
    __instr_link6.__leave(frame);
    return outcome;
}
NAME(Abort, (MPI_Comm comm, int errorcode))

/* What follows the level is another tool's business: a few words, as long as they are no floating-point numbers. */
static int (*next_Pcontrol)(const int, ...) = PMPI_Pcontrol;

static int wrap_Pcontrol(const int level, ...)
{
    void *rest[4];
    va_list list;
    va_start(list, level);
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
        rest[i] = va_arg(list, void *);
    va_end(list);
    int other = level == 0 ? TIMED : LEFT_OUT;
    if (level == 0 || level == 1)
        atomic_compare_exchange_strong(&timing, &other, level == 0 ? LEFT_OUT : TIMED);
    return next_Pcontrol(level, rest[0], rest[1], rest[2], rest[3]);
}
NAME(Pcontrol, (const int level, ...))

unsigned long long wrappers_left_out(void)
{
    return atomic_exchange(&left_out, 0);
}

DEFINE(Comm_set_name, (MPI_Comm, const char *))

static int wrap_Comm_set_name(MPI_Comm comm, const char *comm_name)
{
    struct __instr_frame *frame = enter(&region_Comm_set_name);
    int outcome = next_Comm_set_name(comm, comm_name);
    if (outcome == MPI_SUCCESS)
        communicator_named(comm);
    __instr_link6.__leave(frame);
    return outcome;
}
NAME(Comm_set_name, (MPI_Comm comm, const char *comm_name))

/* Where the edited call stands that is about to be made; null elsewhere. */
static _Thread_local const char *next_line;

static const char *take_line(void)
{
    const char *line = next_line;
    next_line = NULL;
    return line;
}

/* The others differ in nothing but their names and what they send, which is asked before the call: MPI
 * may free what a request or a file needs. */
#define WRAPPER(name, parameters, arguments, before, after)                                                            \
    DEFINE(name, parameters)                                                                                           \
    static int wrap_##name parameters                                                                                  \
    {                                                                                                                  \
        struct __instr_frame *frame = enter(&region_##name);                                                           \
        before int outcome = next_##name arguments;                                                                    \
        after __instr_link6.__leave(frame);                                                                            \
        return outcome;                                                                                                \
    }                                                                                                                  \
    NAME(name, parameters)
#define COUNT_SENT(traffic)                                                                                            \
    int64_t sent = frame ? (traffic) : TRAFFIC_NONE;                                                                   \
    if (sent != TRAFFIC_NONE)                                                                                          \
        part_used(frame, MPI_COMM_NULL, sent);
#define COUNT_ON(comm, traffic)                                                                                        \
    if (frame)                                                                                                         \
        part_used(frame, comm, traffic);
#define TELL_MADE(made, name)                                                                                          \
    const char *line = take_line();                                                                                    \
    if (outcome == MPI_SUCCESS)                                                                                        \
        communicator_made(*(made), frame, "MPI_" #name, line);

#define W(name, parameters, arguments, traffic) WRAPPER(name, parameters, arguments, COUNT_SENT(traffic), )
#define ON(comm, name, parameters, arguments, traffic) WRAPPER(name, parameters, arguments, COUNT_ON(comm, traffic), )
#define LATER(comm, request, name, parameters, arguments, traffic)                                                     \
    WRAPPER(name, parameters, arguments, int64_t sent = part_services() ? (traffic) : TRAFFIC_NONE;                    \
            , if (outcome == MPI_SUCCESS) requests_made(request, comm, sent);)
#define START(n, requests, name, parameters, arguments, traffic)                                                       \
    WRAPPER(name, parameters, arguments, if (frame) requests_started(frame, n, requests);, )
#define FORGET(request, name, parameters, arguments, traffic)                                                          \
    WRAPPER(name, parameters, arguments, requests_freed(request);, )
#define READ(status, name, parameters, arguments, traffic)                                                             \
    WRAPPER(name, parameters, arguments, MPI_Status own; if (status == MPI_STATUS_IGNORE) status = &own;               \
            , if (frame && outcome == MPI_SUCCESS) part_used(frame, MPI_COMM_NULL, traffic_read(status));)
#define NEW(comm, made, name, parameters, arguments, traffic)                                                          \
    WRAPPER(name, parameters, arguments, COUNT_ON(comm, traffic), TELL_MADE(made, name))
#include "runtime/mpi/functions.h"

struct wrapper {
    const char *name;
    any_fn *function;
    any_fn **next;
    bool pointed;        /* a call has said what it means */
    any_fn *passed_over; /* another part's, which a call meant */
};

/* A P stands before each name. */
#define W(name, parameters, arguments, traffic)                                                                        \
    {&"PMPI_" #name[1], (any_fn *)wrap_##name, (any_fn **)(void *)&next_##name, false, NULL},
static struct wrapper table[] = {W(Init, , , ) W(Init_thread, , , ) W(Finalize, , , ) W(Abort, , , )
                                     W(Comm_set_name, , , ) W(Pcontrol, , , )
#if MPI_VERSION >= 4
                                         W(Session_init, , , )
#endif
#include "runtime/mpi/functions.h"
};
enum { TABLE_SIZE = sizeof table / sizeof table[0] };

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const struct wrapper *)a)->name, ((const struct wrapper *)b)->name);
}

static void sort_table(void)
{
    qsort(table, TABLE_SIZE, sizeof table[0], compare_names);
}

static struct wrapper *search(const char *name)
{
    static pthread_once_t sorted = PTHREAD_ONCE_INIT;
    struct wrapper key = {.name = name};
    pthread_once(&sorted, sort_table);
    return bsearch(&key, table, TABLE_SIZE, sizeof table[0], compare_names);
}

static bool is_other_part(const char *name, any_fn *function)
{
    char question[64] = "?";
    strncpy(question + 1, name, sizeof question - 2);
    return part_services()->is_wrapper(question, function);
}

/* Another tool's, or MPI's own; not the wrapper of another object's part, which would count the call once more. */
static void aim(const struct wrapper *wrapper)
{
    any_fn *found = (any_fn *)(uintptr_t)__instr_ref_dlsym(RTLD_NEXT, wrapper->name);
    if (found && found != wrapper->function && !wrapper->pointed && !is_other_part(wrapper->name, found))
        *wrapper->next = found;
}

void wrappers_aim(void)
{
    static atomic_flag aimed = ATOMIC_FLAG_INIT;
    if (!part_services() || !__instr_ref_dlsym || __instr_ref_static || atomic_flag_test_and_set(&aimed))
        return;
    search("");
    for (size_t i = 0; i < TABLE_SIZE; i++)
        aim(&table[i]);
}

void wrappers_catch(void)
{
    static atomic_flag caught = ATOMIC_FLAG_INIT;
    static struct mpi_call calls[TABLE_SIZE];
    static struct wrapper *callee[TABLE_SIZE];
    size_t count = 0;
    if (!part_services() || __instr_ref_static || atomic_flag_test_and_set(&caught))
        return;
    search("");
    for (size_t i = 0; i < TABLE_SIZE; i++) {
        if (table[i].function == (any_fn *)wrap_Init || table[i].function == (any_fn *)wrap_Init_thread)
            continue; /* the runtime looks for these itself */
        calls[count] = (struct mpi_call){.name = table[i].name, .wrapper = table[i].function};
        callee[count++] = &table[i];
    }
    part_services()->catch_calls(calls, count);

    for (size_t i = 0; i < count; i++) {
        any_fn *meant = calls[i].original;
        if (meant && meant != callee[i]->function && !callee[i]->pointed && !is_other_part(callee[i]->name, meant))
            *callee[i]->next = meant;
    }
}

bool wrappers_saw(void)
{
    return atomic_load(&saw);
}

void wrappers_follow(any_fn *(*leading)(const char *, any_fn *))
{
    char question[64] = "?";
    search("");
    for (size_t i = 0; i < TABLE_SIZE; i++) {
        strncpy(question + 1, table[i].name, sizeof question - 2);
        any_fn *found = leading(question, NULL);
        if (found)
            *table[i].next = found;
    }
    atomic_store(&timing, PASSED_ON);
}

/* What the call meant may be the wrapper of a part in the object that makes it, which would come back here. */
static void point_to(struct wrapper *wrapper, any_fn *original)
{
    if (original == wrapper->function || original == *wrapper->next || original == wrapper->passed_over)
        return;
    if (is_other_part(wrapper->name, original)) {
        wrapper->passed_over = original;
        return;
    }
    *wrapper->next = original;
    wrapper->pointed = true;
}

/* A name that is not in the table by itself. */
static any_fn *find_other(const char *name, any_fn *original)
{
    char function[64];
    const char *line = strchr(name, '@');
    if (*name == '?') {
        struct wrapper *asked = search(name + 1);
        return asked ? asked->function : NULL;
    }
    if (!line || (size_t)(line - name) >= sizeof function)
        return own_find(name);
    memcpy(function, name, (size_t)(line - name));
    function[line - name] = 0;
    struct wrapper *found = search(function);
    if (!found)
        return NULL;
    next_line = line + 1;
    point_to(found, original);
    return found->function;
}

/* Runs before every edited call of MPI, with the same few pointers to names: what was found for one is
 * tried first. */
any_fn *wrappers_find(const char *name, any_fn *original)
{
    enum { RECENT = 256 };
    static _Atomic(struct wrapper *) recent[RECENT];
    _Atomic(struct wrapper *) *slot = &recent[(uintptr_t)name / 4 % RECENT];
    struct wrapper *found = atomic_load_explicit(slot, memory_order_acquire);
    if (!found || strcmp(found->name, name) != 0) {
        found = search(name);
        if (!found)
            return find_other(name, original);
        atomic_store_explicit(slot, found, memory_order_release);
    }
    point_to(found, original);
    return found->function;
}
