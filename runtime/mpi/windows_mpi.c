/*
 * windows_mpi.c - see windows_mpi.h.
 *
 * A window has a stream of its own, which is an attribute of it. Its members know it by the communicator that it was made of, and
 * by how many collective calls there had been on that.
 */
#include "runtime/mpi/windows_mpi.h"

#include "base/hash.h"
#include "runtime/mpi/communicator_mpi.h"
#include "runtime/mpi/part.h"

#include <pthread.h>
#include <stdlib.h>

static pthread_once_t key_once = PTHREAD_ONCE_INIT;
static int key = MPI_KEYVAL_INVALID;

/* MPI's callback when the attribute goes, mostly with its window. */
static int forget(MPI_Win win, int keyval, void *value, void *extra)
{
    (void)win, (void)keyval, (void)extra;
    free(value);
    return MPI_SUCCESS;
}

static void make_key(void)
{
    if (PMPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, forget, &key, NULL) != MPI_SUCCESS)
        key = MPI_KEYVAL_INVALID;
}

void windows_made(MPI_Win win, MPI_Comm comm)
{
    struct meeting made, *kept;
    if (!part_services() || !communicator_call(comm, &made))
        return;
    pthread_once(&key_once, make_key);
    kept = key == MPI_KEYVAL_INVALID ? NULL : malloc(sizeof *kept);
    if (!kept)
        return;
    *kept = (struct meeting){
        .stream = hash_number(hash_number(made.stream, made.number), 'w'), .size = made.size, .kind = MEETING_ALL};
    if (PMPI_Win_set_attr(win, key, kept) != MPI_SUCCESS)
        free(kept);
}

struct operation *windows_meet(const struct caller *caller, MPI_Win win)
{
    struct meeting *next = NULL;
    int there = 0;
    if (!part_services() || key == MPI_KEYVAL_INVALID || PMPI_Win_get_attr(win, key, &next, &there) != MPI_SUCCESS ||
        !there)
        return NULL;
    const struct meeting meeting = *next;
    next->number++;
    return part_services()->meets(caller, &meeting, 1);
}
