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
#include "runtime/mpi/table.h"

#include <pthread.h>
#include <stdlib.h>

/* Of messages between two ranks of a window. */
enum { TAG_POST, TAG_COMPLETE };

/* The others in an epoch. */
struct epoch {
    int *ranks; /* in MPI_COMM_WORLD */
    uint32_t count;
    bool unknown;
};

struct known {
    struct meeting fence; /* the next call of all */
    struct epoch as_target, as_origin;
};

static pthread_once_t key_once = PTHREAD_ONCE_INIT;
static int key = MPI_KEYVAL_INVALID;

static void end_epoch(struct epoch *epoch)
{
    free(epoch->ranks);
    *epoch = (struct epoch){.ranks = NULL};
}

/* MPI's callback when the attribute goes, mostly with its window. */
static int forget(MPI_Win win, int keyval, void *value, void *extra)
{
    (void)win, (void)keyval, (void)extra;
    struct known *known = value;
    end_epoch(&known->as_target);
    end_epoch(&known->as_origin);
    free(known);
    return MPI_SUCCESS;
}

static void make_key(void)
{
    if (PMPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, forget, &key, NULL) != MPI_SUCCESS)
        key = MPI_KEYVAL_INVALID;
}

void windows_made(MPI_Win win, MPI_Comm comm)
{
    struct meeting made;
    if (!part_services() || !communicator_call(comm, &made))
        return;
    pthread_once(&key_once, make_key);
    struct known *kept = key == MPI_KEYVAL_INVALID ? NULL : calloc(1, sizeof *kept);
    if (!kept)
        return;
    kept->fence = (struct meeting){
        .stream = hash_number(hash_number(made.stream, made.number), 'w'), .size = made.size, .kind = MEETING_ALL};
    if (PMPI_Win_set_attr(win, key, kept) != MPI_SUCCESS)
        free(kept);
}

/* Null: nothing is known of it. */
static struct known *known_of(MPI_Win win)
{
    struct known *known = NULL;
    int there = 0;
    bool asked =
        part_services() && key != MPI_KEYVAL_INVALID && PMPI_Win_get_attr(win, key, &known, &there) == MPI_SUCCESS;
    return asked && there ? known : NULL;
}

struct operation *windows_meet(const struct caller *caller, MPI_Win win)
{
    struct known *known = known_of(win);
    if (!known)
        return NULL;
    const struct meeting meeting = known->fence;
    known->fence.number++;
    return part_services()->meets(caller, &meeting, 1);
}

static void begin_epoch(struct epoch *epoch, MPI_Group group)
{
    int size = 0;
    uint32_t count = 0;
    end_epoch(epoch);
    epoch->ranks = communicator_group_ranks(group, &size, &count);
    epoch->unknown = count != (uint32_t)size;
    epoch->count = epoch->unknown ? 0 : count;
}

/* One message to or from each. */
static void add_messages(struct meeting *meetings, const struct known *known, const struct epoch *epoch,
                         enum meeting_kind kind, int tag)
{
    for (uint32_t i = 0; i < epoch->count; i++)
        meetings[i] =
            (struct meeting){.stream = known->fence.stream, .peer = epoch->ranks[i], .tag = tag, .kind = (uint8_t)kind};
}

/* As many as there is room for: two for each of the epoch. */
static uint32_t list(struct meeting *meetings, const struct known *known, const struct epoch *epoch,
                     enum epoch_step step)
{
    if (step == EPOCH_POST)
        add_messages(meetings, known, epoch, MEETING_SEND, TAG_POST);
    else if (step == EPOCH_START)
        add_messages(meetings, known, epoch, MEETING_PROBE, TAG_POST);
    else if (step == EPOCH_WAIT)
        add_messages(meetings, known, epoch, MEETING_RECEIVE, TAG_COMPLETE);
    if (step != EPOCH_COMPLETE)
        return epoch->count;
    add_messages(meetings, known, epoch, MEETING_RECEIVE, TAG_POST);
    add_messages(meetings + epoch->count, known, epoch, MEETING_SEND, TAG_COMPLETE);
    return 2 * epoch->count;
}

struct operation *windows_step(const struct caller *caller, MPI_Win win, enum epoch_step step, MPI_Group group,
                               uint32_t *count)
{
    struct known *known = known_of(win);
    struct epoch none = {.unknown = true}, *epoch = &none;
    if (known)
        epoch = step == EPOCH_POST || step == EPOCH_WAIT ? &known->as_target : &known->as_origin;
    if (known && (step == EPOCH_POST || step == EPOCH_START))
        begin_epoch(epoch, group);
    if (epoch->unknown && step != EPOCH_POST)
        table_not_known();
    struct meeting *meetings = epoch->count ? calloc(2 * (size_t)epoch->count, sizeof *meetings) : NULL;
    *count = meetings ? list(meetings, known, epoch, step) : 0;
    struct operation *operations = *count ? part_services()->meets(caller, meetings, *count) : NULL;
    if (step == EPOCH_COMPLETE || step == EPOCH_WAIT)
        end_epoch(epoch);
    free(meetings);
    return operations;
}
