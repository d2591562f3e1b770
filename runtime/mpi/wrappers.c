/*
 * wrappers.c - see wrappers.h.
 *
 * A wrapper is reached in two ways. Linked into the program it bears the name MPI_X and passes on to
 * PMPI_X. Loaded by the runtime it is called from an edited call `MPI_X(...)`, and passes on to what
 * that call meant: another tool may have put its own MPI_X there, which must go on working.
 */
#include "runtime/mpi/wrappers.h"

#include "include/instr_abi.h"
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
#define DEFINE(name, parameters)                                                                             \
    static struct __instr_region region_##name __attribute__((section("instr_regions"), aligned(8))) = {     \
        .__magic = __INSTR_MAGIC,                                                                            \
        .__size = sizeof(struct __instr_region),                                                             \
        .__kind = REGION_MPI,                                                                                \
        .__level = 1,                                                                                        \
        .__name = "MPI_" #name,                                                                              \
        .__file = "",                                                                                        \
    };                                                                                                       \
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

/* The others differ in nothing but their names and what they send, which is asked before the call: MPI
 * may free what a request or a file needs. */
#define W(name, parameters, arguments, traffic)                                                              \
    DEFINE(name, parameters)                                                                                 \
    int MPI_##name parameters                                                                                \
    {                                                                                                        \
        struct __instr_frame *frame = __instr_link1.__enter(&region_##name);                                 \
        int64_t sent = frame ? (traffic) : TRAFFIC_NONE;                                                     \
        if (sent != TRAFFIC_NONE)                                                                            \
            part_sent(frame, sent);                                                                          \
        int outcome = next_##name arguments;                                                                 \
        __instr_link1.__leave(frame);                                                                        \
        return outcome;                                                                                      \
    }
#include "runtime/mpi/functions.h"
#undef W

struct wrapper {
    const char *name;
    any_fn *function;
    any_fn **next;
};

#define W(name, parameters, arguments, traffic)                                                              \
    {"MPI_" #name, (any_fn *)MPI_##name, (any_fn **)(void *)&next_##name},
static struct wrapper table[] = {
    W(Init, , , ) W(Init_thread, , , ) W(Finalize, , , ) W(Abort, , , )
#include "runtime/mpi/functions.h"
};
#undef W
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
            return NULL;
        atomic_store_explicit(slot, found, memory_order_release);
    }
    if (original != found->function && original != *found->next)
        *found->next = original;
    return found->function;
}
