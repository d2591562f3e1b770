/* traffic.c - see traffic.h. An entry stays where it is once it is made; of a node that is given back the
 * entry is kept for the next one at the same address. */
#include "runtime/traffic.h"

#include "runtime/counters.h"
#include "runtime/thread.h"

#include <string.h>

enum { BUCKETS = 512 };

struct entry {
    const struct node *node;
    struct entry *next; /* in the bucket */
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

static struct entry *find(const struct node *node)
{
    struct entry *entry = *bucket_of(node);
    while (entry && entry->node != node)
        entry = entry->next;
    return entry;
}

/* Found or made; null when there is no memory. */
static struct entry *entry_of(const struct node *node)
{
    struct entry *entry = find(node);
    if (!entry && (entry = arena_alloc(&arena, sizeof *entry))) {
        struct entry **bucket = bucket_of(node);
        *entry = (struct entry){.node = node, .next = *bucket};
        *bucket = entry;
        __atomic_store_n(&entry_count, entry_count + 1, __ATOMIC_RELEASE);
    }
    return entry;
}

void traffic_sent(const struct __instr_frame *frame, unsigned long long bytes)
{
    if (!frame)
        return;
    pthread_mutex_lock(&lock);
    struct entry *entry = entry_of(frame->node);
    if (entry)
        profile_traffic_add(&entry->traffic, bytes);
    else
        counter_add(COUNTER_NO_MEMORY, 1);
    pthread_mutex_unlock(&lock);
}

void traffic_move(const struct node *to, const struct node *from)
{
    if (!__atomic_load_n(&entry_count, __ATOMIC_ACQUIRE))
        return;
    pthread_mutex_lock(&lock);
    struct entry *gone = find(from);
    struct entry *entry = gone && gone->traffic.messages ? entry_of(to) : NULL;
    if (entry) {
        profile_traffic_merge(&entry->traffic, &gone->traffic);
        memset(&gone->traffic, 0, sizeof gone->traffic);
    }
    pthread_mutex_unlock(&lock);
}

bool traffic_collect(const struct node *const *nodes, uint32_t count, struct profile *profile,
                     struct arena *into)
{
    bool ok = true;
    pthread_mutex_lock(&lock);
    if (entry_count) {
        profile->traffic = arena_array(into, entry_count, sizeof *profile->traffic);
        ok = profile->traffic != NULL;
        for (uint32_t i = 0; ok && i < count; i++) {
            const struct entry *entry = find(nodes[i]);
            if (!entry || !entry->traffic.messages)
                continue;
            struct profile_traffic *traffic = &profile->traffic[profile->traffic_count++];
            *traffic = entry->traffic;
            traffic->node = i;
        }
    }
    pthread_mutex_unlock(&lock);
    return ok;
}
