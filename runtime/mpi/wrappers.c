/*
 * wrappers.c - see wrappers.h.
 *
 * A wrapper is reached in two ways. Linked into the program it bears the name MPI_X and passes on to
 * PMPI_X. Loaded by the runtime it is called from an edited call `MPI_X(...)`, and passes on to what
 * that call meant: another tool may have put its own MPI_X there, which must go on working.
 *
 * Edited calls of functions that make a communicator are named "MPI_X@file:line".
 */
#include "runtime/mpi/wrappers.h"

#include "include/instr_abi.h"
#include "runtime/mpi/communicator_mpi.h"
#include "runtime/mpi/own.h"
#include "runtime/mpi/part.h"
#include "runtime/mpi/traffic_mpi.h"

#include <pthread.h>
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

DEFINE(Init, (int *, char ***))
DEFINE(Init_thread, (int *, char ***, int, int *))
DEFINE(Finalize, (void))
DEFINE(Abort, (MPI_Comm, int))

int MPI_Init(int *argc, char ***argv)
{
    struct __instr_frame *frame = __instr_link1.__enter(&region_Init);
    int outcome = next_Init(argc, argv);
    if (outcome == MPI_SUCCESS)
        part_started();
    __instr_link1.__leave(frame);
    return outcome;
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    struct __instr_frame *frame = __instr_link1.__enter(&region_Init_thread);
    int outcome = next_Init_thread(argc, argv, required, provided);
    if (outcome == MPI_SUCCESS)
        part_started();
    __instr_link1.__leave(frame);
    return outcome;
}

int MPI_Finalize(void)
{
    struct __instr_frame *frame = __instr_link1.__enter(&region_Finalize);
    part_finishing();
    int outcome = next_Finalize();
    part_finished();
    __instr_link1.__leave(frame);
    return outcome;
}

int MPI_Abort(MPI_Comm comm, int errorcode)
{
    struct __instr_frame *frame = __instr_link1.__enter(&region_Abort);
    part_aborting();
    int outcome = next_Abort(comm, errorcode);
    __instr_link1.__leave(frame);
    return outcome;
}

DEFINE(Comm_set_name, (MPI_Comm, const char *))

int MPI_Comm_set_name(MPI_Comm comm, const char *comm_name)
{
    struct __instr_frame *frame = __instr_link1.__enter(&region_Comm_set_name);
    int outcome = next_Comm_set_name(comm, comm_name);
    if (outcome == MPI_SUCCESS)
        communicator_named(comm);
    __instr_link1.__leave(frame);
    return outcome;
}

/* Where the edited call stands that is about to be made; null elsewhere. */
static _Thread_local const char *next_line;

static const char *take_line(void)
{
    const char *line = next_line;
    next_line = NULL;
    return line;
}

static struct __instr_region region_wait __attribute__((section("instr_regions"), aligned(8))) = {
    .__magic = __INSTR_MAGIC,
    .__size = sizeof(struct __instr_region),
    .__kind = REGION_MPI,
    .__level = 1,
    .__name = "(wait for the last rank)",
    .__file = "",
};

/* Before a collective call, where the user wants to know how long it only waits. Every rank has to come here,
 * whether it measures or not. */
static void wait_for_last(MPI_Comm comm)
{
    int inter = 1;
    if (!part_waits() || comm == MPI_COMM_NULL || PMPI_Comm_test_inter(comm, &inter) != MPI_SUCCESS || inter)
        return;
    struct __instr_frame *frame = __instr_link1.__enter(&region_wait);
    PMPI_Barrier(comm);
    __instr_link1.__leave(frame);
}

/* The others differ in nothing but their names and what they send, which is asked before the call: MPI
 * may free what a request or a file needs. */
#define WRAPPER(name, parameters, arguments, before, after)                                                            \
    DEFINE(name, parameters)                                                                                           \
    int MPI_##name parameters                                                                                          \
    {                                                                                                                  \
        struct __instr_frame *frame = __instr_link1.__enter(&region_##name);                                           \
        before int outcome = next_##name arguments;                                                                    \
        after __instr_link1.__leave(frame);                                                                            \
        return outcome;                                                                                                \
    }
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
#define ALL(comm, name, parameters, arguments, traffic)                                                                \
    WRAPPER(name, parameters, arguments, COUNT_ON(comm, traffic) wait_for_last(comm);, )
#define NEW(comm, made, name, parameters, arguments, traffic)                                                          \
    WRAPPER(name, parameters, arguments, COUNT_ON(comm, traffic), TELL_MADE(made, name))
#include "runtime/mpi/functions.h"

struct wrapper {
    const char *name;
    any_fn *function;
    any_fn **next;
};

#define W(name, parameters, arguments, traffic) {"MPI_" #name, (any_fn *)MPI_##name, (any_fn **)(void *)&next_##name},
static struct wrapper table[] = {W(Init, , , ) W(Init_thread, , , ) W(Finalize, , , ) W(Abort, , , )
                                     W(Comm_set_name, , , )
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

static void point_to(const struct wrapper *wrapper, any_fn *original)
{
    if (original != wrapper->function && original != *wrapper->next)
        *wrapper->next = original;
}

/* A name that is not in the table by itself. */
static any_fn *find_other(const char *name, any_fn *original)
{
    char function[64];
    const char *line = strchr(name, '@');
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
