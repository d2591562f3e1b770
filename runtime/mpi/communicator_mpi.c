/*
 * communicator_mpi.c - see communicator_mpi.h.
 *
 * What is known of a communicator hangs on it as an attribute: MPI tells us when the communicator is freed,
 * and a duplicate begins without. In front of that is a small table by handle, so that mostly nothing of MPI
 * is called. An entry that it may name is never given back, only used again.
 */
#include "runtime/mpi/communicator_mpi.h"

#include "runtime/mpi/part.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { RECENT = 64, PLACE_SIZE = 512 };

struct known {
    _Atomic(MPI_Comm) comm;                    /* MPI_COMM_NULL while it is unused */
    _Atomic(const struct communicator *) what; /* null: not looked at yet */
    char place[PLACE_SIZE];
    struct known *next; /* unused */
};

static _Atomic(struct known *) recent[RECENT];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct known *unused;
static pthread_once_t key_once = PTHREAD_ONCE_INIT;
static int key = MPI_KEYVAL_INVALID;

static struct known *known_new(MPI_Comm comm)
{
    pthread_mutex_lock(&lock);
    struct known *known = unused;
    if (known)
        unused = known->next;
    pthread_mutex_unlock(&lock);
    if (!known)
        known = calloc(1, sizeof *known);
    if (known) {
        known->place[0] = 0;
        atomic_store(&known->what, NULL);
        atomic_store(&known->comm, comm);
    }
    return known;
}

/* MPI's callback when the attribute goes, mostly with its communicator. */
static int known_free(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)comm, (void)keyval, (void)extra;
    struct known *known = value;
    pthread_mutex_lock(&lock);
    atomic_store(&known->comm, MPI_COMM_NULL);
    known->next = unused;
    unused = known;
    pthread_mutex_unlock(&lock);
    return MPI_SUCCESS;
}

static void make_key(void)
{
    if (PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, known_free, &key, NULL) != MPI_SUCCESS)
        key = MPI_KEYVAL_INVALID;
}

/* What hangs on `comm`, made if need be; null where that can't be. */
static struct known *known_of(MPI_Comm comm)
{
    struct known *known = NULL;
    int there = 0;
    pthread_once(&key_once, make_key);
    if (key == MPI_KEYVAL_INVALID || PMPI_Comm_get_attr(comm, key, &known, &there) != MPI_SUCCESS)
        return NULL;
    if (there)
        return known;
    known = known_new(comm);
    if (known && PMPI_Comm_set_attr(comm, key, known) != MPI_SUCCESS) {
        known_free(comm, key, known, NULL);
        return NULL;
    }
    return known;
}

static int compare_ranks(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* The ranks of `group` in MPI_COMM_WORLD, ascending, without those of other worlds. Returns how many; none where a
 * program without MPI_Init, with sessions only, has no world. */
static uint32_t world_ranks(MPI_Group group, int size, int *own, int *theirs)
{
    MPI_Group world;
    uint32_t count = 0;
    int begun = 0;
    if (PMPI_Initialized(&begun) != MPI_SUCCESS || !begun)
        return 0;
    if (PMPI_Comm_group(MPI_COMM_WORLD, &world) != MPI_SUCCESS)
        return 0;
    for (int i = 0; i < size; i++)
        own[i] = i;
    if (PMPI_Group_translate_ranks(group, size, own, world, theirs) == MPI_SUCCESS)
        for (int i = 0; i < size; i++)
            if (theirs[i] != MPI_UNDEFINED)
                theirs[count++] = theirs[i];
    PMPI_Group_free(&world);
    qsort(theirs, count, sizeof *theirs, compare_ranks);
    return count;
}

static const struct communicator *look_at(MPI_Comm comm, const char *place)
{
    const struct instr_services *services = part_services();
    const struct communicator *found = NULL;
    char name[MPI_MAX_OBJECT_NAME + 1] = "";
    int length = 0, size = 0;
    MPI_Group group;
    if (PMPI_Comm_get_name(comm, name, &length) != MPI_SUCCESS)
        name[0] = 0;
    if (PMPI_Comm_group(comm, &group) != MPI_SUCCESS)
        return NULL;
    int *ranks =
        PMPI_Group_size(group, &size) == MPI_SUCCESS && size > 0 ? malloc(2 * (size_t)size * sizeof *ranks) : NULL;
    if (ranks) {
        uint32_t count = world_ranks(group, size, ranks, ranks + size);
        found = services->communicator(name, place, (const uint32_t *)ranks + size, count);
    }
    free(ranks);
    PMPI_Group_free(&group);
    return found;
}

static _Atomic(struct known *) *slot_of(MPI_Comm comm)
{
    uintptr_t handle = (uintptr_t)comm; /* a pointer or a small number */
    return &recent[(handle ^ handle >> 8) % RECENT];
}

const struct communicator *communicator_of(MPI_Comm comm)
{
    const struct instr_services *services = part_services();
    _Atomic(struct known *) *slot = slot_of(comm);
    struct known *known = atomic_load_explicit(slot, memory_order_acquire);
    if (known && atomic_load_explicit(&known->comm, memory_order_relaxed) == comm) {
        const struct communicator *what = atomic_load_explicit(&known->what, memory_order_acquire);
        if (what)
            return what;
    }
    if (!services || comm == MPI_COMM_NULL)
        return NULL;
    known = known_of(comm);
    if (!known)
        return NULL;
    const struct communicator *what = atomic_load(&known->what);
    if (!what)
        atomic_store(&known->what, what = look_at(comm, known->place));
    atomic_store_explicit(slot, known, memory_order_release);
    return what;
}

void communicator_made(MPI_Comm comm, const struct __instr_frame *frame, const char *function, const char *line)
{
    const struct instr_services *services = part_services();
    struct known *known = services && comm != MPI_COMM_NULL ? known_of(comm) : NULL;
    if (known)
        services->place(frame, function, line, known->place, sizeof known->place);
}

void communicator_named(MPI_Comm comm)
{
    struct known *known = part_services() && comm != MPI_COMM_NULL ? known_of(comm) : NULL;
    if (known)
        atomic_store(&known->what, NULL);
}

void communicator_used(const struct __instr_frame *frame, MPI_Comm comm, int64_t bytes)
{
    part_services()->used(frame, communicator_of(comm), bytes);
}
