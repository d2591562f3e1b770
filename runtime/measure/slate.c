/*
 * slate.c - see slate.h.
 *
 * A child takes no lock of the runtime's but that of its slate, and changes nothing else that it shares with its parent. It
 * is known to the probes as no thread at all, so that each enter and leave comes the slow way, and from there here.
 */
#include "runtime/measure/slate.h"

#include "runtime/machine/sandbox.h"
#include "runtime/machine/settings.h"
#include "runtime/machine/tallies.h"
#include "runtime/measure/fork_stacks.h"
#include "runtime/measure/regions.h"
#include "runtime/measure/store.h"
#include "runtime/measure/store_header.h"
#include "runtime/measure/thread.h"
#include "runtime/measure/tree.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static struct region *all; /* of the node that what was gathered hangs under */

/* Takes the slate from who does not hold it any more, or never did. */
static bool take(struct slate *slate)
{
    int result = pthread_mutex_trylock(&slate->held);
    return result == 0 || (result == EOWNERDEAD && pthread_mutex_consistent(&slate->held) == 0);
}

static uint32_t state_of(const struct store_slate *entry)
{
    return __atomic_load_n(&entry->state, __ATOMIC_SEQ_CST);
}

static bool is_free(const struct store_slate *entry)
{
    return __atomic_load_n(&entry->slate, __ATOMIC_ACQUIRE) && state_of(entry) == SLATE_FREE;
}

static void clear(struct store_slate *entry)
{
    struct slate *slate = entry->slate;
    memset(slate->nodes, 0, slate->node_count * sizeof *slate->nodes);
    slate->node_count = slate->top = slate->base = 0;
    entry->pid = 0;
    __atomic_store_n(&entry->state, SLATE_FREE, __ATOMIC_RELEASE);
}

static struct slate *make(void)
{
    pthread_mutexattr_t kind;
    struct slate *slate = store_alloc((sizeof *slate + 63) & ~(size_t)63);
    if (!slate || !store_holds(slate, sizeof *slate) || pthread_mutexattr_init(&kind) != 0)
        return NULL;
    bool done = pthread_mutexattr_setpshared(&kind, PTHREAD_PROCESS_SHARED) == 0 &&
                pthread_mutexattr_setrobust(&kind, PTHREAD_MUTEX_ROBUST) == 0 &&
                pthread_mutex_init(&slate->held, &kind) == 0;
    pthread_mutexattr_destroy(&kind);
    return done ? slate : NULL;
}

static bool is_gone(int32_t pid)
{
    return kill(pid, 0) != 0 && errno == ESRCH;
}

/* Adds what a child left to the process's tree. */
static void gather(struct store_slate *entry)
{
    struct slate *slate = entry->slate;
    struct tree tree = {.root = slate->nodes};
    struct node *place = tree_plain_child(&thread_process, thread_process.root, all);
    slate_close(slate);
    if (place)
        tree_fold(&thread_process, place, &tree);
    else
        tally_add(TALLY_NO_MEMORY, slate->calls);
    clear(entry);
}

bool slates_gather(void)
{
    bool booked = false;
    for (size_t i = 0; i < STORE_SLATES; i++) {
        struct store_slate *entry = &store->slates[i];
        if (!entry->slate || is_free(entry) || !take(entry->slate))
            continue;
        if (entry->state == SLATE_USED || (entry->state == SLATE_MOVING && is_gone(entry->pid))) {
            gather(entry);
            booked = true;
        }
        pthread_mutex_unlock(&entry->slate->held);
    }
    return booked;
}

static bool has_free(void)
{
    for (size_t i = 0; i < STORE_SLATES; i++)
        if (is_free(&store->slates[i]))
            return true;
    return false;
}

void slates_ready(void)
{
    if (has_free() || !*store_path() || settings.snapshot[0] || sandbox_is_entered())
        return;
    lock_take(&thread_lock);
    if (!all)
        all = regions_own("short children", REGION_THREAD);
    slates_gather();
    for (size_t i = 0; all && i < STORE_SLATES && !has_free(); i++)
        if (!store->slates[i].slate)
            __atomic_store_n(&store->slates[i].slate, make(), __ATOMIC_RELEASE);
    lock_give(&thread_lock);
}

bool slates_in_use(void)
{
    for (size_t i = 0; i < STORE_SLATES; i++)
        if (state_of(&store->slates[i]) == SLATE_USED)
            return true;
    return false;
}

/* As in a tree, where a deeper call folds: that is none for a slate. */
static bool is_too_deep(const struct node *parent, const struct region *region)
{
    uint32_t count = 0;
    for (; parent; parent = parent->parent)
        count += parent->region == region;
    return count >= settings.recursion;
}

static struct node *make_child(struct slate *slate, struct node *parent, struct region *region)
{
    if (slate->node_count == SLATE_NODES)
        return NULL;
    struct node *node = &slate->nodes[slate->node_count];
    *node = (struct node){.region = region,
                          .min = UINT64_MAX,
                          .parent = parent,
                          .sibling = parent->children,
                          .made = slate->nodes[0].made + slate->node_count++};
    parent->children = node;
    return node;
}

static struct node *child_of(struct slate *slate, struct node *parent, struct region *region)
{
    for (struct node *node = parent->children; node; node = node->sibling)
        if (node->region == region)
            return node;
    return is_too_deep(parent, region) ? NULL : make_child(slate, parent, region);
}

static bool open_base(struct slate *slate, const struct fork_path *path)
{
    _Static_assert((int)FORK_SLOTS < (int)SLATE_FRAMES, "there is room for calls of the child");
    struct node *nodes = slate->nodes, *node = nodes;
    uint32_t top = 0;
    *node = (struct node){.region = all, .min = UINT64_MAX, .made = (uint32_t)(store->paths + 1)};
    slate->node_count = 1;
    slate->calls = 0;
    for (size_t i = 0; node && i < path->count; i++)
        node = make_child(slate, node, path->regions[i]);
    if (!node)
        return false;
    slate->frames[0] = (struct __instr_frame){.node = nodes};
    slate->ends[0] = 0;
    for (size_t i = path->slots; i-- > 0;) {
        uint32_t end = slate->ends[++top] = (uint32_t)path->ends[i];
        slate->frames[top] =
            (struct __instr_frame){&nodes[end], end == slate->ends[top - 1] ? START_GAP : slate->start.ticks};
    }
    slate->top = slate->base = slate->forked = top;
    return true;
}

/* Either the parent that ends sees that it is used, or this child that the parent has ended. */
static bool use(struct store_slate *entry, const struct fork_path *path)
{
    struct slate *slate = entry->slate;
    slate->start = clock_pair_now();
    slate->last = slate->start.ticks;
    if (!open_base(slate, path))
        return false;
    entry->pid = (int32_t)getpid();
    __atomic_store_n(&entry->state, SLATE_USED, __ATOMIC_SEQ_CST);
    return !__atomic_load_n(&store->written, __ATOMIC_SEQ_CST);
}

struct slate *slate_claim(const struct store_header *at_fork, const struct fork_path *path)
{
    for (size_t i = 0; i < STORE_SLATES; i++) {
        struct slate *slate = at_fork->slates[i].slate;
        struct store_slate *entry = &store->slates[i];
        if (!slate || !is_free(entry) || !take(slate))
            continue;
        if (is_free(entry)) { /* still */
            if (use(entry, path))
                return slate;
            clear(entry);
        }
        pthread_mutex_unlock(&slate->held);
    }
    return NULL;
}

static struct store_slate *entry_of(const struct slate *slate)
{
    size_t i = 0;
    while (store->slates[i].slate != slate)
        i++;
    return &store->slates[i];
}

bool slate_is_mine(const struct slate *slate)
{
    return entry_of(slate)->pid == (int32_t)getpid();
}

struct __instr_frame *slate_enter(struct slate *slate, struct region *region)
{
    if (slate->top + 1 == SLATE_FRAMES || slate->calls == SLATE_CALLS)
        return NULL;
    struct node *node = child_of(slate, slate->frames[slate->top].node, region);
    if (!node)
        return NULL;
    struct __instr_frame *frame = &slate->frames[slate->top + 1];
    slate->calls++;
    node->calls++;
    *frame = (struct __instr_frame){node, clock_now()};
    slate->last = frame->start;
    slate->top++;
    return frame;
}

void slate_leave(struct slate *slate, size_t frame, bool stay)
{
    slate->last = clock_now();
    if (frame > slate->top)
        tally_add(TALLY_UNMATCHED, !stay);
    while (slate->top > frame || (slate->top == frame && !stay)) {
        tally_add(TALLY_JUMPED, slate->top > frame && !frame_is_gap(&slate->frames[slate->top]));
        slate_pop(slate);
    }
}

bool slate_hand_over(struct slate *slate)
{
    pthread_mutex_unlock(&slate->held);
    /* Either the parent that ends sees that it is used, or this child that the parent has ended. */
    if (!__atomic_load_n(&store->written, __ATOMIC_SEQ_CST) || !take(slate))
        return true;
    if (slate_is_mine(slate))
        return false;
    pthread_mutex_unlock(&slate->held);
    return true;
}

/* Its mapping is about to be replaced in this process: with a second one of it the parent can be told when that is done. */
uint32_t *slate_move(struct slate *slate)
{
    uint32_t *state = &entry_of(slate)->state;
    size_t page = (size_t)sysconf(_SC_PAGESIZE), in_page = (uintptr_t)state % page;
    char *seen = mremap((char *)state - in_page, 0, page, MREMAP_MAYMOVE);
    if (seen == MAP_FAILED)
        return NULL;
    __atomic_store_n(state, SLATE_MOVING, __ATOMIC_SEQ_CST);
    pthread_mutex_unlock(&slate->held);
    return (uint32_t *)(void *)(seen + in_page);
}

void slate_moved(uint32_t *seen)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    __atomic_store_n(seen, SLATE_FREE, __ATOMIC_RELEASE);
    munmap((char *)((uintptr_t)seen & -page), page);
}
