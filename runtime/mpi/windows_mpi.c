/*
 * windows_mpi.c - see windows_mpi.h.
 *
 * A window has a stream of its own. Its members know it by the communicator that it was made of, and by how many collective calls
 * there had been on that. It is found by its handle, since MPI may not be asked of one that it may refuse; an attribute tells when it
 * is freed.
 */
#include "runtime/mpi/windows_mpi.h"

#include "common/hash.h"
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
    MPI_Win win;
    struct meeting fence; /* the next call of all */
    struct epoch as_target, as_origin;
    struct known *next;
};

static struct known *all, *unused; /* an entry is never given back: a call may have noted its number */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
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
    struct known *known = value, **at = &all;
    pthread_mutex_lock(&lock);
    end_epoch(&known->as_target);
    end_epoch(&known->as_origin);
    while (*at && *at != known)
        at = &(*at)->next;
    if (*at)
        *at = known->next;
    known->next = unused;
    unused = known;
    pthread_mutex_unlock(&lock);
    return MPI_SUCCESS;
}

static struct known *make(MPI_Win win)
{
    pthread_mutex_lock(&lock);
    struct known *known = unused ? unused : malloc(sizeof *known);
    if (known && known == unused)
        unused = known->next;
    if (known) {
        *known = (struct known){.win = win, .next = all};
        all = known;
    }
    pthread_mutex_unlock(&lock);
    return known;
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
    struct known *kept = key == MPI_KEYVAL_INVALID ? NULL : make(win);
    if (!kept)
        return;
    kept->fence = (struct meeting){
        .stream = hash_number(hash_number(made.stream, made.number), 'w'), .size = made.size, .kind = MEETING_ALL};
    if (PMPI_Win_set_attr(win, key, kept) != MPI_SUCCESS)
        forget(win, key, kept, NULL);
}

/* Returns the data of a window; NULL if it is unknown. */
static struct known *known_of(MPI_Win win)
{
    pthread_mutex_lock(&lock);
    struct known *known = all;
    while (known && known->win != win)
        known = known->next;
    pthread_mutex_unlock(&lock);
    return known;
}

struct noted windows_meet(const struct caller *caller, MPI_Win win)
{
    struct known *known = known_of(win);
    if (!known)
        return (struct noted){.count = 0};
    const struct meeting meeting = known->fence;
    known->fence.number++;
    return (struct noted){
        .operations = part_services()->meets(caller, &meeting, 1), .count = 1, .number = &known->fence.number};
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

/* Lists as many meetings as there is room for: two for each rank of the epoch. */
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

static struct epoch *epoch_of(struct known *known, enum epoch_step step)
{
    return step == EPOCH_POST || step == EPOCH_WAIT ? &known->as_target : &known->as_origin;
}

struct noted windows_step(const struct caller *caller, MPI_Win win, enum epoch_step step)
{
    struct known *known = known_of(win);
    const struct epoch none = {.unknown = true}, *epoch = known ? epoch_of(known, step) : &none;
    struct noted noted = {.unknown = epoch->unknown && step != EPOCH_POST};
    struct meeting *meetings = epoch->count ? calloc(2 * (size_t)epoch->count, sizeof *meetings) : NULL;
    if (meetings)
        noted.count = list(meetings, known, epoch, step);
    if (noted.count)
        noted.operations = part_services()->meets(caller, meetings, noted.count);
    free(meetings);
    return noted;
}

struct noted windows_begun(const struct caller *caller, MPI_Win win, enum epoch_step step, MPI_Group group,
                           uint64_t enter)
{
    struct known *known = known_of(win);
    if (known)
        begin_epoch(epoch_of(known, step), group);
    struct noted noted = windows_step(caller, win, step);
    for (uint32_t i = 0; noted.operations && i < noted.count; i++)
        noted.operations[i].posted = noted.operations[i].enter = enter;
    return noted;
}

void windows_ended(MPI_Win win, enum epoch_step step)
{
    struct known *known = known_of(win);
    if (known)
        end_epoch(epoch_of(known, step));
}
