/* wait_sums.c - see wait_sums.h. */
#include "runtime/measure/store/wait_sums.h"
#include "common/check.h"

#include "runtime/machine/relaxed.h"
#include "runtime/measure/store/lock.h"
#include "runtime/measure/store/store.h"
#include "runtime/measure/store/store_header.h"

#include <string.h>

enum { BUCKETS = 512 };

static struct stand *buckets[BUCKETS], *newest;
static bool found, estimated;
static struct profile_wait *waits;
static uint32_t wait_count;

static void forget(void)
{
    memset(buckets, 0, sizeof buckets);
    newest = NULL;
    wait_count = 0;
}

static struct lock lock = LOCK(LOCK_STANDS, forget);

static struct stand **bucket_of(const struct node *node)
{
    return &buckets[(uintptr_t)node / sizeof *node % BUCKETS];
}

static struct stand *find(const struct node *node, const char *key)
{
    struct stand *stand = __atomic_load_n(bucket_of(node), __ATOMIC_ACQUIRE);
    while (stand && (GET(stand->node) != node || GET(stand->key) != key))
        stand = stand->next;
    return stand;
}

/* Reuses the entry of the same call site from an object that was unloaded. The lock is held. */
static struct stand *take_over(const struct node *node, const char *site)
{
    struct stand *stand = *bucket_of(node);
    while (stand && (stand->node != node || !stand->key || stand->key != stand->site || strcmp(stand->site, site) != 0))
        stand = stand->next;
    if (stand)
        PUT(stand->key, site);
    CHECK(!stand || stand->node == node);
    return stand;
}

/* The lock is held. */
static struct stand *add_stand(const struct node *node, const char *site)
{
    struct stand *stand = store_alloc(sizeof *stand);
    if (!stand)
        return NULL;
    CHECK(node && !find(node, site));
    *stand =
        (struct stand){.node = node, .key = site, .site = store_text(site), .next = *bucket_of(node), .older = newest};
    __atomic_store_n(bucket_of(node), stand, __ATOMIC_RELEASE);
    return newest = stand;
}

static struct stand *make(const struct node *node, const char *site)
{
    lock_take(&lock);
    struct stand *stand = find(node, site);
    if (!stand && site)
        stand = take_over(node, site);
    if (!stand)
        stand = add_stand(node, site);
    lock_give(&lock);
    return stand;
}

struct stand *wait_sums_of(const struct node *node, const char *site)
{
    struct stand *stand = find(node, site);
    return stand ? stand : make(node, site);
}

void wait_sums_forget_sites(void)
{
    lock_take(&lock);
    for (struct stand *stand = newest; stand; stand = stand->older)
        if (stand->key)
            PUT(stand->key, stand->site);
    lock_give(&lock);
}

/* Returns the number. The store is one contiguous piece of memory. */
uint32_t wait_sums_number(const struct stand *stand)
{
    return stand ? (uint32_t)(((const char *)stand - (const char *)store) / WAIT_SUMS_UNIT) : 0;
}

struct stand *wait_sums_at(uint32_t number)
{
    return wait_sums_in(store, number);
}

void wait_sums_waits(const struct profile_wait *found_waits, uint32_t count)
{
    CHECK(!wait_count);
    waits = store_alloc(count * sizeof *waits);
    wait_count = waits ? count : 0;
    if (wait_count)
        memcpy(waits, found_waits, count * sizeof *waits);
}

void wait_sums_found(bool estimate)
{
    estimated = estimate;
    __atomic_store_n(&found, true, __ATOMIC_RELEASE); /* last: another thread may write a profile just now */
}

void wait_sums_move(const struct node *to, const struct node *from)
{
    if (!__atomic_load_n(&newest, __ATOMIC_ACQUIRE))
        return;
    lock_take(&lock);
    for (struct stand *stand = *bucket_of(from); stand; stand = stand->next)
        if (stand->node == from)
            PUT(stand->node, to);
    lock_give(&lock);
}

static bool is_among(const struct stand *stand, const struct node *const *nodes, uint32_t count)
{
    return stand->node->order < count && nodes[stand->node->order] == stand->node;
}

static uint32_t count_stands(void)
{
    uint32_t count = 0;
    for (const struct stand *stand = newest; stand; stand = stand->older)
        count++;
    return count;
}

struct waits_found wait_sums_figures(const struct stand *stand)
{
    return (struct waits_found){.site = stand->site,
                                .of = {[WAITS_AWAY] = stand->away,
                                       [WAITS_CAUSE] = stand->cause,
                                       [WAITS_CLOCK_ERROR] = stand->early,
                                       [WAITS_DELAY] = stand->delay,
                                       [WAITS_WAITING] = stand->waiting,
                                       [WAITS_ERROR] = (uint64_t)__builtin_sqrt(stand->variance)}};
}

bool wait_sums_collect(const struct node *const *nodes, uint32_t count, struct profile *profile, struct arena *arena)
{
    if (!__atomic_load_n(&found, __ATOMIC_ACQUIRE))
        return true;
    uint32_t all = 0;
    unsigned known = (1u << WAITS_METRICS) - 1u;
    struct waits_found *figures = arena_array(arena, count_stands(), sizeof *figures);
    profile->waits = arena_array(arena, wait_count, sizeof *waits);
    if (!figures || !profile->waits)
        return false;
    for (const struct stand *stand = newest; stand; stand = stand->older)
        if (is_among(stand, nodes, count)) {
            figures[all] = wait_sums_figures(stand);
            figures[all++].node = stand->node->order;
        }
    if (wait_count)
        memcpy(profile->waits, waits, wait_count * sizeof *waits);
    profile->wait_count = wait_count;
    CHECK(all <= count_stands());
    if (!estimated)
        known &= ~(1u << WAITS_ERROR);
    return waits_found_fill(profile, figures, all, known, (uint32_t)store->rank, arena);
}
