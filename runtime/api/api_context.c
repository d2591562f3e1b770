/*
 * api_context.c - contexts by hand: labels that say in which ranks they run.
 *
 * The label is begun and ended as any other; that it runs on a communicator is told to the MPI part, which
 * knows what a communicator is.
 */
#include "runtime/api/api.h"

#include "runtime/job/mpi_load.h"
#include "runtime/measure/store/thread_busy.h"

#include <stddef.h>

typedef void context_fn(struct __instr_frame *frame, const void *comm, unsigned long size);

int instr_context_begin_at(const void *comm, unsigned long size, const char *name, const char *file, int line)
{
    if (!name)
        return INSTR_EARGUMENT;
    struct instr_label *label = label_context(name);
    if (!label)
        return thread_is_busy() ? INSTR_EBUSY : INSTR_EMEMORY;
    int result = instr_start_label_at(label, INSTR_IGNORE, file, line);
    struct __instr_frame *frame = result == INSTR_OK ? label_frame(label) : NULL;
    context_fn *tell = frame ? (context_fn *)mpi_load_own("instr_context_at") : NULL;
    if (tell)
        tell(frame, comm, size);
    return result;
}

int instr_context_end_at(const char *name, const char *file, int line)
{
    if (!name)
        return INSTR_EARGUMENT;
    struct instr_label *label = label_context(name);
    if (!label)
        return thread_is_busy() ? INSTR_EBUSY : INSTR_EMEMORY;
    return instr_stop_label_at(label, (double *)0, file, line);
}
