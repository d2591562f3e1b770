/*
 * traffic.c - see traffic.h.
 *
 * A node belongs to one thread, so only that one counts in its entries, without a lock; who
 * collects them meanwhile may read numbers of which one is a call ahead of another. The lock is for making
 * entries, and for what happens to nodes when a thread ends.
 */
#include "runtime/measure/beside/traffic.h"
#include "common/check.h"

#include "runtime/machine/tallies.h"
#include "runtime/measure/beside/communicators.h"
#include "runtime/measure/stack/stack.h"
#include "runtime/measure/store/lock.h"
#include "runtime/measure/store/store.h"
#include "runtime/measure/store/store_header.h"

#include <string.h>

enum { BUCKETS = 512 };

/* For code that counts, or reads, while another thread counts. */
#define RACY __attribute__((__no_sanitize__("thread")))

static struct traffic *buckets[BUCKETS];

static void forget(void)
{
    memset(buckets, 0, sizeof buckets);
    store->traffic = NULL;
    store->traffic_move = (struct traffic_move){.to = NULL};
}

static struct lock lock = LOCK(LOCK_TRAFFIC, forget);

static struct traffic **bucket_of(const struct node *node)
{
    return &buckets[(uintptr_t)node / sizeof *node % BUCKETS];
}

static struct traffic *find_traffic(const struct node *node, const struct communicator *communicator)
{
    struct traffic *entry = __atomic_load_n(bucket_of(node), __ATOMIC_ACQUIRE);
    while (entry && (entry->node != node || entry->communicator != communicator))
        entry = entry->next;
    return entry;
}

/* Returns the entry, made if it is missing, with the lock held; NULL if there is no memory. */
static struct traffic *entry_of(const struct node *node, const struct communicator *communicator)
{
    struct traffic **bucket = bucket_of(node), *entry = find_traffic(node, communicator);
    if (!entry && (entry = store_alloc(sizeof *entry))) {
        CHECK(node && !entry->node);
        *entry = (struct traffic){.node = node, .communicator = communicator, .next = *bucket, .older = store->traffic};
        __atomic_store_n(bucket, entry, __ATOMIC_RELEASE);
        __atomic_store_n(&store->traffic, entry, __ATOMIC_RELEASE);
    }
    return entry;
}

static struct traffic *make_entry(const struct node *node, const struct communicator *communicator)
{
    lock_take(&lock);
    struct traffic *entry = entry_of(node, communicator);
    lock_give(&lock);
    if (!entry)
        tally_add(TALLY_NO_MEMORY, 1);
    return entry;
}

RACY void traffic_used(const struct __instr_frame *frame, const struct communicator *communicator, long long bytes)
{
    if (!frame)
        return;
    struct traffic *entry = find_traffic(frame->node, communicator);
    if (!entry && !(entry = make_entry(frame->node, communicator)))
        return;
    entry->sum.calls++;
    if (bytes >= 0)
        profile_traffic_add(&entry->sum, (uint64_t)bytes);
}

/* Moves an entry in steps that a crash leaves either undone or done. */
static void move_entry(struct traffic *to, struct traffic *from)
{
    struct traffic_move *move = &store->traffic_move;
    CHECK(!move->to && to != from && from->sum.calls);
    move->saved = to->sum;
    move->from = from;
    BARRIER();
    move->to = to;
    BARRIER();
    profile_traffic_merge(&to->sum, &from->sum);
    BARRIER();
    CHECK(to->sum.calls >= move->saved.calls);
    from->moved = 1;
    BARRIER();
    move->to = NULL;
    memset(&from->sum, 0, sizeof from->sum);
    BARRIER();
    from->moved = 0;
}

void traffic_move(const struct node *to, const struct node *from)
{
    if (!__atomic_load_n(&store->traffic, __ATOMIC_ACQUIRE))
        return;
    lock_take(&lock);
    for (struct traffic *gone = *bucket_of(from); gone; gone = gone->next) {
        struct traffic *entry = gone->node == from && gone->sum.calls ? entry_of(to, gone->communicator) : NULL;
        if (entry)
            move_entry(entry, gone);
    }
    lock_give(&lock);
}

RACY static void collect_entry(const struct traffic *entry, const struct node *const *nodes, uint32_t count,
                               struct profile *profile)
{
    uint32_t index = entry->node ? entry->node->order : PROFILE_NONE;
    if (!entry->sum.calls || entry->moved || index >= count || nodes[index] != entry->node)
        return;
    struct profile_traffic *traffic = &profile->traffic[profile->traffic_count++];
    CHECK(index < count);
    *traffic = entry->sum;
    traffic->node = index;
    traffic->communicator = entry->communicator ? entry->communicator->index : PROFILE_NONE;
}

bool traffic_collect(const struct store_header *from, const struct node *const *nodes, uint32_t count,
                     struct profile *profile, struct arena *arena)
{
    uint32_t entries = 0;
    bool ok = true;
    lock_take(&lock);
    for (const struct traffic *entry = from->traffic; entry; entry = entry->older)
        entries++;
    if (entries) {
        profile->traffic = arena_array(arena, entries, sizeof *profile->traffic);
        ok = profile->traffic && communicators_collect(from, profile, arena);
        for (const struct traffic *entry = from->traffic; ok && entry; entry = entry->older)
            collect_entry(entry, nodes, count, profile);
    }
    lock_give(&lock);
    return ok;
}
