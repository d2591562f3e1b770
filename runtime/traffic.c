/*
 * traffic.c - see traffic.h.
 *
 * An entry stays where it is once it is made; of a node that is given back the entries are kept for the next one at
 * the same address. A node belongs to one thread, so only that one counts in its entries, without a lock; who
 * collects them meanwhile may read numbers of which one is a call ahead of another. The lock is for making
 * entries, and for what happens to nodes when a thread ends.
 */
#include "runtime/traffic.h"

#include "runtime/communicators.h"
#include "runtime/counters.h"
#include "runtime/thread.h"

#include <string.h>

enum { BUCKETS = 512 };

/* Counts, or reads what another thread counts. */
#define RACY __attribute__((__no_sanitize__("thread")))

struct entry {
    const struct node *node;
    const struct communicator *communicator; /* null: none */
    struct entry *next; /* in the bucket, which is the node's */
    struct profile_traffic traffic;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct arena arena;
static struct entry *buckets[BUCKETS];
static uint32_t entry_count;

static struct entry **bucket_of(const struct node *node)
{
    return &buckets[(uintptr_t)node / sizeof *node % BUCKETS];
}

static struct entry *find(const struct node *node, const struct communicator *communicator)
{
    struct entry *entry = __atomic_load_n(bucket_of(node), __ATOMIC_ACQUIRE);
    while (entry && (entry->node != node || entry->communicator != communicator))
        entry = entry->next;
    return entry;
}

/* Found or made, with the lock held; null when there is no memory. */
static struct entry *entry_of(const struct node *node, const struct communicator *communicator)
{
    struct entry **bucket = bucket_of(node), *entry = find(node, communicator);
    if (!entry && (entry = arena_alloc(&arena, sizeof *entry))) {
        *entry = (struct entry){.node = node, .communicator = communicator, .next = *bucket};
        __atomic_store_n(bucket, entry, __ATOMIC_RELEASE);
        __atomic_store_n(&entry_count, entry_count + 1, __ATOMIC_RELEASE);
    }
    return entry;
}

static struct entry *make_entry(const struct node *node, const struct communicator *communicator)
{
    pthread_mutex_lock(&lock);
    struct entry *entry = entry_of(node, communicator);
    pthread_mutex_unlock(&lock);
    if (!entry)
        counter_add(COUNTER_NO_MEMORY, 1);
    return entry;
}

RACY void traffic_used(const struct __instr_frame *frame, const struct communicator *communicator, long long bytes)
{
    if (!frame)
        return;
    struct entry *entry = find(frame->node, communicator);
    if (!entry && !(entry = make_entry(frame->node, communicator)))
        return;
    entry->traffic.calls++;
    if (bytes >= 0)
        profile_traffic_add(&entry->traffic, (uint64_t)bytes);
}

void traffic_move(const struct node *to, const struct node *from)
{
    if (!__atomic_load_n(&entry_count, __ATOMIC_ACQUIRE))
        return;
    pthread_mutex_lock(&lock);
    for (struct entry *gone = *bucket_of(from); gone; gone = gone->next) {
        struct entry *entry = gone->node == from && gone->traffic.calls ? entry_of(to, gone->communicator) : NULL;
        if (entry) {
            profile_traffic_merge(&entry->traffic, &gone->traffic);
            memset(&gone->traffic, 0, sizeof gone->traffic);
        }
    }
    pthread_mutex_unlock(&lock);
}

RACY static void collect_node_traffic(const struct node *node, uint32_t index, struct profile *profile)
{
    for (const struct entry *entry = *bucket_of(node); entry; entry = entry->next) {
        if (entry->node != node || !entry->traffic.calls)
            continue;
        struct profile_traffic *traffic = &profile->traffic[profile->traffic_count++];
        *traffic = entry->traffic;
        traffic->node = index;
        traffic->communicator = entry->communicator ? entry->communicator->index : PROFILE_NONE;
    }
}

bool traffic_collect(const struct node *const *nodes, uint32_t count, struct profile *profile,
                     struct arena *into)
{
    bool ok = true;
    pthread_mutex_lock(&lock);
    if (entry_count) {
        profile->traffic = arena_array(into, entry_count, sizeof *profile->traffic);
        ok = profile->traffic && communicators_collect(profile, into);
        for (uint32_t i = 0; ok && i < count; i++)
            collect_node_traffic(nodes[i], i, profile);
    }
    pthread_mutex_unlock(&lock);
    return ok;
}
