/*
 * mpi_calls.c - see mpi_calls.h.
 *
 * They are caught where a loaded object keeps whom it calls (objects.h). Calls from Fortran, whichever of its three interfaces
 * they use, become calls of C's functions in MPI's own bindings, which is where they are caught: so one table of functions
 * serves both languages, and no name or convention of a Fortran compiler. With Open MPI bindings call PMPI_X, with MPICH
 * mostly MPI_X. What tools call by PMPI_X is theirs, and so are the calls of MPI's plug-ins.
 *
 * Not seen: what an object asks dlsym for, and an MPI that is linked in without us.
 */
#include "runtime/job/mpi_calls.h"

#include "runtime/job/services.h"
#include "runtime/machine/objects.h"

#include <stdint.h>
#include <stdlib.h>

#ifndef INSTR_STATIC_RUNTIME

/* Each of `calls` by its name from `letter` on: MPI_X is preceded by a P. */
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
