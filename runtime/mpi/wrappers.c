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

#include <stddef.h>
#include <string.h>

typedef void any_fn(void);

/* What each wrapper passes on to. */
static int (*next_init)(int *, char ***) = PMPI_Init;
static int (*next_init_thread)(int *, char ***, int, int *) = PMPI_Init_thread;
static int (*next_finalize)(void) = PMPI_Finalize;
static int (*next_abort)(MPI_Comm, int) = PMPI_Abort;

/* The static identity of an MPI function, as instr-cc makes it for the user's functions. */
#define REGION(function)                                                                                     \
    static struct __instr_region region_##function                                                           \
        __attribute__((section("instr_regions"), aligned(8))) = {.__magic = __INSTR_MAGIC,                   \
                                                                 .__size = sizeof(struct __instr_region),    \
                                                                 .__kind = REGION_MPI,                       \
                                                                 .__level = 1,                               \
                                                                 .__name = #function,                        \
                                                                 .__file = ""}

REGION(MPI_Init);
REGION(MPI_Init_thread);
REGION(MPI_Finalize);
REGION(MPI_Abort);

int MPI_Init(int *argc, char ***argv)
{
    struct __instr_frame *frame = __instr_link1.__enter(&region_MPI_Init);
    int status = next_init(argc, argv);
    if (status == MPI_SUCCESS)
        part_started();
    __instr_link1.__leave(frame);
    return status;
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    struct __instr_frame *frame = __instr_link1.__enter(&region_MPI_Init_thread);
    int status = next_init_thread(argc, argv, required, provided);
    if (status == MPI_SUCCESS)
        part_started();
    __instr_link1.__leave(frame);
    return status;
}

int MPI_Finalize(void)
{
    struct __instr_frame *frame = __instr_link1.__enter(&region_MPI_Finalize);
    part_finishing();
    int status = next_finalize();
    __instr_link1.__leave(frame);
    return status;
}

int MPI_Abort(MPI_Comm comm, int code)
{
    struct __instr_frame *frame = __instr_link1.__enter(&region_MPI_Abort);
    part_aborting();
    int status = next_abort(comm, code);
    __instr_link1.__leave(frame);
    return status;
}

any_fn *wrappers_find(const char *name, any_fn *original)
{
    any_fn *wrapper = NULL;
#define FIND(function, next)                                                                                 \
    if (strcmp(name, #function) == 0) {                                                                      \
        wrapper = (any_fn *)function;                                                                        \
        if (original != wrapper)                                                                             \
            next = (__typeof__(next))original;                                                               \
    }
    FIND(MPI_Init, next_init)
    FIND(MPI_Init_thread, next_init_thread)
    FIND(MPI_Finalize, next_finalize)
    FIND(MPI_Abort, next_abort)
#undef FIND
    return wrapper;
}
