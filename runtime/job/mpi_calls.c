/*
 * mpi_calls.c - see mpi_calls.h.
 *
 * They are caught where a loaded object keeps whom it calls (objects.h). Calls from Fortran, whichever of its three interfaces
 * they use, become calls of C's functions in MPI's own bindings, which is where they are caught: so one table of functions
 * serves both languages, and no name or convention of a Fortran compiler. With Open MPI bindings call PMPI_X, with MPICH
 * mostly MPI_X. What tools call by PMPI_X is theirs, and so are the calls of MPI's plug-ins.
 *
 * Not seen: what an object calls that is loaded later or asks dlsym, and an MPI that is linked in without us.
 */
#include "runtime/job/mpi_calls.h"

#include "runtime/job/services.h"
#include "runtime/machine/objects.h"

#include <stdint.h>
#include <stdlib.h>

#ifndef INSTR_STATIC_RUNTIME
static const struct objects_choice callers = {.path_lacks = "/mca_"};
static const struct objects_choice bindings = {.has = "mpi_send_", .lacks = "MPI_Send", .path_lacks = "/mca_"};
#endif

void mpi_calls_catch(struct mpi_call *calls, size_t count)
{
#ifndef INSTR_STATIC_RUNTIME
    struct redirect *redirects = calloc(count, sizeof *redirects);
    for (size_t i = 0; redirects && i < count; i++) {
        uintptr_t original = objects_find(calls[i].name);
        calls[i].original = (void (*)(void))original;
        redirects[i] = (struct redirect){calls[i].name, original, (uintptr_t)calls[i].wrapper, false};
    }
    if (redirects)
        objects_redirect_in(&callers, redirects, count);

    for (size_t i = 0; redirects && i < count; i++)
        redirects[i].name = calls[i].name - 1;
    if (redirects)
        objects_redirect_in(&bindings, redirects, count);
    free(redirects);
#else
    (void)calls, (void)count;
#endif
}
