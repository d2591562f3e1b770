/* budget.c - see budget.h. */
#include "runtime/observe/budget.h"

#include "profile/region.h"
#include "runtime/machine/word.h"
#include "runtime/measure/store/thread_self.h"
#include "runtime/observe/book.h"
#include "runtime/observe/raw.h"

#include <sys/mman.h>

/*
 * How often each region of a process was called, by all of its threads, as far as the store says so by path.
 *
 *     the process's tree    threads that ended and were counted by path
 *     each thread's tree    its nodes
 *
 * The process goes on meanwhile and may have any rights but ours, see looker.h: what is read is bounded.
 */

struct called {
    struct region *region; /* null: there is none of this index */
    uint64_t calls;
};

enum { MOST_NODES = 1 << 24, MOST_REGIONS = 1 << 20 };

struct census {
    const struct looker *looker;
    struct called *of; /* by index */
    uint32_t count;
    uint32_t nodes_left;
};

static uint64_t word(const void *pointer)
{
    return (uint64_t)(uintptr_t)pointer;
}

/* Zeroed memory for so many of `each` bytes, null where there is none; and its end. */
static void *census_room(uint32_t count, size_t each)
{
    long memory = raw_call(SYS_mmap, 0, (long)((count ? count : 1) * each), PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory < 0 && memory > -4096 ? NULL : (void *)(intptr_t)memory;
}

static void census_give(void *room, uint32_t count, size_t each)
{
    if (room)
        raw_with(SYS_munmap, raw_word(room), (long)((count ? count : 1) * each), 0);
}

static void add_calls(const struct census *census, const struct region *region, uint64_t calls)
{
    uint32_t index = region ? GET(region->index) : census->count;
    if (index < census->count)
        census->of[index].calls += calls;
}

static void add_node(const struct census *census, const struct node *node, uint64_t calls)
{
    add_calls(census, look_at(census->looker, word(GET(node->region)), sizeof(struct region)), calls);
}

/* In preorder. */
static void add_tree(struct census *census, const struct node *root)
{
    const struct looker *looker = census->looker;
    const struct node *node = root = look_at(looker, word(root), sizeof *node);
    while (node && census->nodes_left) {
        census->nodes_left--;
        add_node(census, node, GET(node->calls));
        const struct node *next = look_at(looker, word(GET(node->children)), sizeof *node);
        while (!next && node && node != root && census->nodes_left) {
            census->nodes_left--;
            next = look_at(looker, word(GET(node->sibling)), sizeof *node);
            if (!next)
                node = look_at(looker, word(GET(node->parent)), sizeof *node);
        }
        node = next;
    }
}

static void add_regions(const struct census *census, struct region *newest)
{
    const struct looker *looker = census->looker;
    struct region *region = newest;
    for (uint32_t left = census->count; region && left; left--) {
        uint32_t index = GET(region->index);
        if (index < census->count)
            census->of[index].region = region;
        region = look_at(looker, word(GET(region->next)), sizeof *region);
    }
}

/* All regions by their index; null where there is no memory. */
static struct called *census_take(const struct looker *looker, uint32_t *count)
{
    const struct store_header *from = looker->store;
    struct region *newest = look_at(looker, word(GET(from->regions)), sizeof *newest);
    uint32_t highest = newest ? GET(newest->index) : MOST_REGIONS;
    *count = highest < MOST_REGIONS ? highest + 1 : 0;
    struct census census = {looker, census_room(*count, sizeof *census.of), *count, MOST_NODES};
    if (!census.of)
        return NULL;
    add_regions(&census, newest);
    add_tree(&census, GET(from->root));
    const struct thread *thread = NULL;
    for (uint32_t left = MOST_REGIONS; left && census.nodes_left && (thread = look_at_next(looker, thread)); left--) {
        add_tree(&census, GET(thread->tree.root));
    }
    return census.of;
}

enum { MOST_THREADS = 1 << 20, ENOUGH_NS = 20000000 };

struct candidate {
    struct region *region;
    double ns; /* what its probes took */
};

/* What the probes of each region took since the last time; `*total` has their sum. Null: no memory. */
static struct candidate *cost(const struct called *since, uint32_t count, double looked_ns, double *total)
{
    struct candidate *all = census_room(count, sizeof *all);
    double calls = 0;
    for (uint32_t i = 0; i < count; i++)
        calls += (double)since[i].calls;
    *total = 0;
    for (uint32_t i = 0; all && i < count; i++) {
        all[i] = (struct candidate){since[i].region, calls > 0 ? looked_ns * ((double)since[i].calls / calls) : 0};
        *total += all[i].ns;
    }
    return all;
}

static bool can_be_stopped(const struct region *region)
{
    unsigned kind = region ? GET(region->kind) : REGION_ROOT;
    return region && !GET(region->unwanted) && kind != REGION_ROOT && kind != REGION_LABEL && kind != REGION_THREAD &&
           kind != REGION_CONTEXT && kind != REGION_OTHER;
}

/* Below `at` in a heap, each costs no more than the one that it is below. */
static void sink(struct candidate *heap, uint32_t count, uint32_t at)
{
    for (uint32_t most; (most = 2 * at + 1) < count; at = most) {
        if (most + 1 < count && heap[most + 1].ns > heap[most].ns)
            most++;
        if (heap[most].ns <= heap[at].ns)
            return;
        struct candidate moved = heap[at];
        heap[at] = heap[most];
        heap[most] = moved;
    }
}

/* Marks regions, the dearest first, until about so much of what they cost is gone. */
static bool mark(struct candidate *all, uint32_t count, double excess_ns)
{
    bool any = false;
    for (uint32_t i = count / 2; i-- > 0;)
        sink(all, count, i);
    for (uint32_t left = count; left && excess_ns > 0 && all[0].ns > 0; left--) {
        if (can_be_stopped(all[0].region)) {
            PUT(all[0].region->unwanted, 1);
            excess_ns -= all[0].ns;
            any = true;
        }
        all[0] = all[left - 1];
        sink(all, left - 1, 0);
    }
    return any;
}

/* Each thread comes the slow way, and the first one switches off what is marked. */
static void request(const struct looker *looker)
{
    __atomic_store_n(&looker->store->observed.wants, 1, __ATOMIC_RELEASE);
    struct thread *thread = NULL;
    for (uint32_t left = MOST_THREADS; left && (thread = look_at_next(looker, thread)); left--)
        thread_stop(thread);
}

/* The calls since the last time in place of those since the start, which are kept for the next time. False: no memory. */
static bool subtract_last(struct budget *budget)
{
    uint64_t *calls = census_room(budget->count, sizeof *calls);
    for (uint32_t i = 0; calls && i < budget->count; i++) {
        uint64_t last = i < budget->regions ? budget->calls[i] : 0;
        calls[i] = budget->since[i].calls;
        budget->since[i].calls -= last < calls[i] ? last : calls[i];
    }
    if (!calls)
        return false;
    census_give(budget->calls, budget->regions, sizeof *calls);
    budget->calls = calls;
    budget->regions = budget->count;
    return true;
}

static void drop(struct budget *budget)
{
    census_give(budget->since, budget->count, sizeof *budget->since);
    budget->since = NULL;
}

static struct budget_looks looks_until_now(const struct looker *looker)
{
    const struct observed *observed = &looker->store->observed;
    struct budget_looks looks = {GET(observed->looked), GET(observed->looked_probe), GET(observed->probe_squares)};
    struct thread *thread = NULL;
    for (uint32_t left = MOST_THREADS; left && (thread = look_at_next(looker, thread)); left--)
        looks.all += book_pending(thread);
    return looks;
}

static void judge(struct budget *budget, struct looker *looker, const struct budget_looks *now)
{
    double looked = (double)(now->all - budget->from.all), took;
    double probes = (double)(now->probe - budget->from.probe);
    struct candidate *all = cost(budget->since, budget->count, probes, &took);
    double excess = took - looker->store->settings.budget * looked;
    double error2 = 1e6 * (double)(now->squares - budget->from.squares); /* us^2 to ns^2 */
    bool sure = excess > 0 && excess * excess > 2 * 2 * error2;
    if (all && sure && mark(all, budget->count, excess))
        request(looker);
    census_give(all, budget->count, sizeof *all);
}

bool budget_keep(struct budget *budget, struct looker *looker)
{
    struct budget_looks now = looks_until_now(looker);
    bool first = !budget->calls;
    if (budget->since) {
        judge(budget, looker, &now);
        drop(budget);
        budget->from = budget->counted;
        return true;
    }
    if (first)
        budget->from = now;
    else if (now.all - budget->from.all < ENOUGH_NS)
        return true;
    budget->since = census_take(looker, &budget->count);
    budget->counted = now;
    if (budget->since && (!subtract_last(budget) || first))
        drop(budget);
    return !budget->since;
}
