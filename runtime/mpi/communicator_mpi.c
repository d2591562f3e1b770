/*
 * communicator_mpi.c - see communicator_mpi.h.
 *
 * What is known of a communicator hangs on it as an attribute: MPI tells us when the communicator is freed,
 * and a duplicate begins without. Beside that is a table by handle: before a call nobody knows whether MPI will accept
 * the handle, and it may not be asked. In front of both is a small one, so that mostly there is no lock. An entry that it may name
 * is never given back, only used again.
 *
 * The members of a communicator know it by a number that each finds alone: who they are, and how many of the same members came
 * before. To make one is a call of all members, so they count alike.
 *
 * In a collective call between two groups each group waits for the other, not for its own. So it is two meetings, in each of which
 * all of one group are roots:
 *
 *     group A   root in A's, waits in B's
 *     group B   root in B's, waits in A's
 */
#include "runtime/mpi/communicator_mpi.h"

#include "common/hash.h"
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
    struct meeting meeting;        /* the next collective call; of an intercommunicator, `size` is of both groups */
    uint32_t local;                /* ranks of the own group */
    uint64_t own, other;           /* streams of an intercommunicator's groups; 0 elsewhere */
    int rank;                      /* this one's in it */
    const struct members *members; /* null where `meeting` has no stream; of an intercommunicator, the other group's */
    struct known *next;            /* in its bucket, unused, or coming */
};

/* Those of some communicators; kept, since a request may outlive its communicator. */
struct members {
    uint64_t hash, count; /* how many communicators of theirs there were */
    struct members *next;
    size_t size;
    int ranks[]; /* in MPI_COMM_WORLD, in their order */
};

static _Atomic(struct known *) recent[RECENT];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct known *buckets[RECENT];
static struct known *unused, *coming; /* the latter: of communicators that the program has begun to make */
static struct members *all_members[RECENT];
static pthread_once_t key_once = PTHREAD_ONCE_INIT;
static int key = MPI_KEYVAL_INVALID;

static void forget_meetings(struct known *known)
{
    known->meeting = (struct meeting){.stream = 0};
    known->own = known->other = 0;
    known->members = NULL;
}

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
        forget_meetings(known);
        atomic_store(&known->what, NULL);
        atomic_store(&known->comm, comm);
    }
    return known;
}

static size_t place_of(MPI_Comm comm)
{
    uintptr_t handle = (uintptr_t)comm; /* a pointer or a small number */
    return (handle ^ handle >> 8) % RECENT;
}

/* Returns the address of the pointer to the entry, or of the null at the end. The caller holds the lock. */
static struct known **find(MPI_Comm comm)
{
    struct known **at = &buckets[place_of(comm)];
    while (*at && atomic_load(&(*at)->comm) != comm)
        at = &(*at)->next;
    return at;
}

/* MPI's callback when the attribute goes, mostly with its communicator. */
static int known_free(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)comm, (void)keyval, (void)extra;
    struct known *known = value;
    pthread_mutex_lock(&lock);
    struct known **at = find(atomic_load(&known->comm));
    if (*at == known)
        *at = known->next;
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

/* Does as find(), for communicators that are being made. */
static struct known **find_coming(MPI_Comm comm)
{
    struct known **at = &coming;
    while (*at && atomic_load(&(*at)->comm) != comm)
        at = &(*at)->next;
    return at;
}

/* Returns and removes what was noted when a call began to make `comm`; NULL if nothing. */
static struct known *take_coming(MPI_Comm comm)
{
    pthread_mutex_lock(&lock);
    struct known **at = find_coming(comm), *known = *at;
    if (known)
        *at = known->next;
    pthread_mutex_unlock(&lock);
    return known;
}

/* Returns the data attached to `comm`, made if missing; NULL if that fails. */
static struct known *known_of(MPI_Comm comm)
{
    struct known *known = NULL;
    int there = 0;
    if (!part_services() || comm == MPI_COMM_NULL || !part_may_ask())
        return NULL;
    pthread_once(&key_once, make_key);
    if (key == MPI_KEYVAL_INVALID || PMPI_Comm_get_attr(comm, key, &known, &there) != MPI_SUCCESS)
        return NULL;
    if (there)
        return known;
    known = take_coming(comm);
    known = known ? known : known_new(comm);
    if (known && PMPI_Comm_set_attr(comm, key, known) != MPI_SUCCESS) {
        known_free(comm, key, known, NULL);
        return NULL;
    }
    if (known) {
        pthread_mutex_lock(&lock);
        struct known **bucket = &buckets[place_of(comm)];
        known->next = *bucket;
        *bucket = known;
        pthread_mutex_unlock(&lock);
    }
    return known;
}

static int compare_ranks(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Finds the ranks of `group` in MPI_COMM_WORLD, in their order, without those of other worlds. Returns their number; 0 in a
 * program with sessions only, which has no world. */
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
    return count;
}

int *communicator_group_ranks(MPI_Group group, int *size, uint32_t *count)
{
    int *ranks = NULL;
    if (PMPI_Group_size(group, size) == MPI_SUCCESS && *size > 0)
        ranks = malloc(2 * (size_t)*size * sizeof *ranks);
    if (ranks)
        *count = world_ranks(group, *size, ranks + *size, ranks);
    return ranks;
}

/* Returns the ranks of a communicator, or of the other group of an intercommunicator. */
static int *ranks_of(MPI_Comm comm, bool other, int *size, uint32_t *count)
{
    MPI_Group group;
    if ((other ? PMPI_Comm_remote_group(comm, &group) : PMPI_Comm_group(comm, &group)) != MPI_SUCCESS)
        return NULL;
    int *ranks = communicator_group_ranks(group, size, count);
    PMPI_Group_free(&group);
    return ranks;
}

static uint64_t hash_ranks(const int *ranks, size_t count)
{
    uint64_t hash = HASH_START;
    for (size_t i = 0; i < count; i++)
        hash = hash_number(hash, (uint64_t)ranks[i]);
    return hash;
}

/* Those members of communicators of that hash, found or made; `nth`: they have so many with the one that came just now. Null: no
 * memory. */
static const struct members *members_of(uint64_t hash, const int *ranks, size_t count, uint64_t *nth)
{
    pthread_mutex_lock(&lock);
    struct members **at = &all_members[hash % RECENT];
    while (*at && (*at)->hash != hash)
        at = &(*at)->next;
    if (!*at && (*at = calloc(1, sizeof **at + count * sizeof *ranks))) {
        (*at)->hash = hash;
        (*at)->size = count;
        memcpy((*at)->ranks, ranks, count * sizeof *ranks);
    }
    *nth = *at ? ++(*at)->count : 0;
    const struct members *found = *at;
    pthread_mutex_unlock(&lock);
    return found;
}

/* That of all ranks may be looked at first at any time, and has a number of its own. */
static void name_group(MPI_Comm comm, struct known *known)
{
    int size;
    uint32_t count = 0;
    uint64_t nth = 0;
    int *ranks = ranks_of(comm, false, &size, &count);
    if (ranks && size > 1 && count == (uint32_t)size)
        known->members = members_of(hash_ranks(ranks, count), ranks, count, &nth);
    free(ranks);
    if (!known->members)
        return;
    nth = comm == MPI_COMM_WORLD ? UINT64_MAX : nth;
    known->local = count;
    known->meeting = (struct meeting){.stream = hash_number(known->members->hash, nth), .size = count};
}

/* The group with the lesser hash is the first to both. */
static void name_groups(MPI_Comm comm, struct known *known)
{
    int sizes[2];
    uint32_t counts[2] = {0, 0};
    uint64_t nth = 0;
    int *own = ranks_of(comm, false, &sizes[0], &counts[0]), *other = ranks_of(comm, true, &sizes[1], &counts[1]);
    if (own && other && counts[0] == (uint32_t)sizes[0] && counts[1] == (uint32_t)sizes[1]) {
        uint64_t mine = hash_ranks(own, counts[0]), theirs = hash_ranks(other, counts[1]);
        bool first = mine < theirs;
        uint64_t both = first ? hash_number(mine, theirs) : hash_number(theirs, mine);
        known->members = members_of(both, other, counts[1], &nth);
        known->local = counts[0];
        known->meeting = (struct meeting){.stream = hash_number(both, nth), .size = counts[0] + counts[1]};
        known->own = hash_number(known->meeting.stream, first);
        known->other = hash_number(known->meeting.stream, !first);
    }
    free(own);
    free(other);
}

/* Gives the communicator the number that all its members know, unless some are of another world. */
static void name_meetings(MPI_Comm comm, struct known *known)
{
    int inter;
    forget_meetings(known);
    if (PMPI_Comm_test_inter(comm, &inter) != MPI_SUCCESS || PMPI_Comm_rank(comm, &known->rank) != MPI_SUCCESS)
        return;
    if (inter)
        name_groups(comm, known);
    else
        name_group(comm, known);
}

static const struct communicator *look_at(MPI_Comm comm, struct known *known)
{
    char name[MPI_MAX_OBJECT_NAME + 1] = "";
    int length = 0, size = 0;
    uint32_t count = 0;
    if (PMPI_Comm_get_name(comm, name, &length) != MPI_SUCCESS)
        name[0] = 0;
    if (comm == MPI_COMM_WORLD && !known->meeting.stream)
        name_meetings(comm, known);
    int *ranks = ranks_of(comm, false, &size, &count);
    if (ranks)
        qsort(ranks, count, sizeof *ranks, compare_ranks);
    const struct communicator *found =
        ranks ? part_services()->communicator(name, known->place, (const uint32_t *)ranks, count) : NULL;
    free(ranks);
    return found;
}

/* Null: nothing is known. `made`: it has been begun to be made, and the program uses it now. */
static struct known *find_alone(MPI_Comm comm, bool *made)
{
    pthread_mutex_lock(&lock);
    struct known *known = *find(comm);
    *made = !known && *find_coming(comm);
    pthread_mutex_unlock(&lock);
    return known;
}

/* What is known of `comm`, which was looked at; null: nothing. The communicator of all ranks is never wrong. */
static struct known *looked_at(MPI_Comm comm, bool accepted)
{
    _Atomic(struct known *) *slot = &recent[place_of(comm)];
    struct known *known = atomic_load_explicit(slot, memory_order_acquire);
    if (known && atomic_load_explicit(&known->comm, memory_order_relaxed) == comm &&
        atomic_load_explicit(&known->what, memory_order_acquire))
        return known;
    bool made = false;
    known = comm == MPI_COMM_NULL ? NULL : find_alone(comm, &made);
    if (!known && (accepted || made || comm == MPI_COMM_WORLD))
        known = known_of(comm);
    if (known && !atomic_load(&known->what))
        atomic_store(&known->what, look_at(comm, known));
    if (known)
        atomic_store_explicit(slot, known, memory_order_release);
    return known;
}

const struct communicator *communicator_of(MPI_Comm comm)
{
    const struct known *known = looked_at(comm, true);
    return known ? atomic_load_explicit(&known->what, memory_order_acquire) : NULL;
}

void communicator_made(MPI_Comm comm, const struct caller *caller, const char *function)
{
    struct known *known = known_of(comm);
    if (!known)
        return;
    part_services()->place(caller->frame, function, caller->site, known->place, sizeof known->place);
    name_meetings(comm, known);
}

static uint64_t hash_duplicate(uint64_t stream, uint64_t number)
{
    return stream ? hash_number(hash_number(stream, number), 'd') : 0;
}

/* Names a duplicate by its original and the call that began it, because other ranks may see it first at another time. */
static void name_duplicate(struct known *known, const struct known *original)
{
    known->meeting = original->meeting;
    known->meeting.stream = hash_duplicate(original->meeting.stream, original->meeting.number);
    known->meeting.number = 0;
    known->own = hash_duplicate(original->own, original->meeting.number);
    known->other = hash_duplicate(original->other, original->meeting.number);
    known->local = original->local;
    known->rank = original->rank;
    known->members = original->members;
}

void communicator_coming(MPI_Comm comm, MPI_Comm original, const struct caller *caller, const char *function)
{
    const struct known *of = looked_at(original, true);
    if (!of || comm == MPI_COMM_NULL)
        return;
    struct known *known = take_coming(comm);
    if (!known && !(known = known_new(comm)))
        return;
    part_services()->place(caller->frame, function, caller->site, known->place, sizeof known->place);
    name_duplicate(known, of);
    pthread_mutex_lock(&lock);
    known->next = coming;
    coming = known;
    pthread_mutex_unlock(&lock);
}

void communicator_named(MPI_Comm comm)
{
    struct known *known = known_of(comm);
    if (known)
        atomic_store(&known->what, NULL);
}

void communicator_used(const struct __instr_frame *frame, MPI_Comm comm, int64_t bytes)
{
    part_services()->used(frame, communicator_of(comm), bytes);
}

/* Null: it is not known. */
static struct known *call(MPI_Comm comm, struct meeting *call)
{
    struct known *known = looked_at(comm, false);
    if (!known || !known->meeting.stream)
        return NULL;
    *call = known->meeting;
    known->meeting.number++;
    return known;
}

bool communicator_call(MPI_Comm comm, struct meeting *meeting)
{
    return call(comm, meeting) != NULL;
}

/* In one group. */
static uint32_t meet_inside(const struct known *known, int root, struct meeting *meeting)
{
    meeting->root = root == known->rank;
    if (meeting->kind == MEETING_SCAN) {
        meeting->ranks = known->members->ranks;
        meeting->position = (uint32_t)known->rank;
    }
    return 1;
}

/* Between two groups; with a root, the others of its group do nothing. */
static uint32_t meet_between(const struct known *known, int root, struct meeting *meetings)
{
    if (meetings->kind == MEETING_ALL) {
        meetings[0].kind = MEETING_FROM_ROOT;
        meetings[1] = meetings[0];
        meetings[0].stream = known->own;
        meetings[0].root = 1;
        meetings[1].stream = known->other;
        return 2;
    }
    meetings->root = root == MPI_ROOT;
    meetings->size = 1 + (meetings->root ? meetings->size - known->local : known->local);
    return root != MPI_PROC_NULL;
}

static uint32_t meet(const struct known *known, enum meeting_kind kind, int root, struct meeting meetings[2])
{
    meetings->kind = (uint8_t)kind;
    return known->own ? meet_between(known, root, meetings) : meet_inside(known, root, meetings);
}

uint32_t communicator_meeting(MPI_Comm comm, enum meeting_kind kind, int root, struct meeting meetings[2])
{
    const struct known *known = call(comm, meetings);
    return known ? meet(known, kind, root, meetings) : 0;
}

struct noted communicator_meets(const struct caller *caller, MPI_Comm comm, enum meeting_kind kind, int root)
{
    struct meeting meetings[2];
    struct known *known = call(comm, meetings);
    struct noted noted = {.count = known ? meet(known, kind, root, meetings) : 0};
    if (known)
        noted.number = &known->meeting.number;
    if (noted.count)
        noted.operations = part_services()->meets(caller, meetings, noted.count);
    return noted;
}

int communicator_rank(const struct members *members, int rank)
{
    return rank >= 0 && (size_t)rank < members->size ? members->ranks[rank] : -1;
}

const struct members *communicator_members(MPI_Comm comm, uint64_t *stream)
{
    const struct known *known = looked_at(comm, false);
    if (!known)
        return NULL;
    *stream = known->meeting.stream;
    return known->members;
}
