/* budget.c - see budget.h. */
#include "runtime/observe/budget.h"

#include "profile/region.h"
#include "runtime/machine/word.h"
#include "runtime/measure/light_table.h"
#include "runtime/observe/raw.h"

#include <sys/mman.h>

enum { MOST_NODES = 1 << 24, MOST_REGIONS = 1 << 20, ENOUGH_NS = 20000000 };

struct candidate {
    struct region *region;
    uint64_t calls;
};

static uint64_t word(const void *pointer)
{
    return (uint64_t)(uintptr_t)pointer;
}

/* The calls of all regions, by their index, that are known to be so many. */
static void add(const struct looker *looker, const struct node *node, uint64_t calls, struct candidate *of,
                uint32_t count)
{
    const struct region *region = look_at(looker, word(GET(node->region)), sizeof *region);
    uint32_t index = region ? GET(region->index) : count;
    if (index < count)
        of[index].calls += calls;
}

/* Adds the calls of a tree's nodes to those of their regions, in preorder; `left` nodes at most. */
static void add_calls(const struct looker *looker, const struct node *root, struct candidate *of, uint32_t count,
                      uint32_t *left)
{
    const struct node *node = root;
    while (node && *left) {
        --*left;
        add(looker, node, GET(node->calls), of, count);
        const struct node *next = look_at(looker, word(GET(node->children)), sizeof *node);
        while (!next && node && node != root && *left) {
            --*left;
            next = look_at(looker, word(GET(node->sibling)), sizeof *node);
            if (!next)
                node = look_at(looker, word(GET(node->parent)), sizeof *node);
        }
        node = next;
    }
}

/* The same for those that the thread's tables count. */
static void add_light(const struct looker *looker, const struct thread *thread, struct candidate *of, uint32_t count)
{
    enum { MOST_TABLES = 40 };
    const struct light_table *table = look_at(looker, word(GET(thread->table)), sizeof *table);
    for (int left = MOST_TABLES; table && left > 0; left--) {
        size_t slots = light_homes(GET(table->mask)) + LIGHT_FAR;
        const struct light_slot *slot =
            slots < looker->size / sizeof *slot ? look_at(looker, word(GET(table->slots)), slots * sizeof *slot) : NULL;
        for (size_t i = 0; slot && i < slots; i++) {
            const struct node *node = look_at(looker, word(tree_node(GET(slot[i].path))), sizeof *node);
            if (node)
                add(looker, node, GET(slot[i].calls), of, count);
        }
        table = look_at(looker, word(GET(table->older)), sizeof *table);
    }
}

static bool is_candidate(const struct region *region)
{
    unsigned kind = region ? GET(region->kind) : REGION_ROOT;
    return region && !GET(region->unwanted) && kind != REGION_ROOT && kind != REGION_LABEL && kind != REGION_THREAD &&
           kind != REGION_CONTEXT && kind != REGION_OTHER;
}

/* Zeroed memory for so many of `each` bytes; null where there is none. */
static void *take(uint32_t count, size_t each)
{
    long memory = raw_call(SYS_mmap, 0, (long)((count ? count : 1) * each), PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory < 0 && memory > -4096 ? NULL : (void *)(intptr_t)memory;
}

static void give(void *memory, uint32_t count, size_t each)
{
    if (memory)
        raw_with(SYS_munmap, raw_word(memory), (long)((count ? count : 1) * each), 0);
}

/* All regions by their index, with their calls; null where there is no memory. */
static struct candidate *count_calls(const struct looker *looker, uint32_t *count)
{
    const struct store_header *from = looker->store;
    struct region *newest = look_at(looker, word(GET(from->regions)), sizeof *newest);
    uint32_t highest = newest ? GET(newest->index) : MOST_REGIONS;
    *count = highest < MOST_REGIONS ? highest + 1 : 0;
    struct candidate *all = take(*count, sizeof *all);
    if (!all)
        return NULL;
    uint32_t left = *count;
    for (struct region *region = newest; region && left; left--) {
        uint32_t index = GET(region->index);
        if (index < *count)
            all[index].region = region;
        region = look_at(looker, word(GET(region->next)), sizeof *region);
    }
    left = MOST_NODES;
    add_calls(looker, look_at(looker, word(GET(from->root)), sizeof(struct node)), all, *count, &left);
    const struct thread *thread = look_at(looker, word(GET(from->threads)), sizeof *thread);
    for (uint32_t threads = MOST_REGIONS; thread && left && threads; threads--) {
        add_calls(looker, look_at(looker, word(GET(thread->tree.root)), sizeof(struct node)), all, *count, &left);
        add_light(looker, thread, all, *count);
        thread = look_at(looker, word(GET(thread->next)), sizeof *thread);
    }
    return all;
}

static void request(const struct looker *looker)
{
    __atomic_store_n(&looker->store->observed.wants, 1, __ATOMIC_RELEASE);
    struct thread *thread = look_at(looker, word(GET(looker->store->threads)), sizeof *thread);
    for (uint32_t left = MOST_REGIONS; thread && left; left--) {
        light_stop(thread);
        thread = look_at(looker, word(GET(thread->next)), sizeof *thread);
    }
}

/* Below `at` in a heap, each has no more calls than the one that it is below. */
static void sink(struct candidate *heap, uint32_t count, uint32_t at)
{
    for (uint32_t most; (most = 2 * at + 1) < count; at = most) {
        if (most + 1 < count && heap[most + 1].calls > heap[most].calls)
            most++;
        if (heap[most].calls <= heap[at].calls)
            return;
        struct candidate moved = heap[at];
        heap[at] = heap[most];
        heap[most] = moved;
    }
}

/* Marks regions, those with most calls first, until about `share` of all calls is gone. */
static bool mark(struct candidate *all, uint32_t count, double share)
{
    uint64_t total = 0, gone = 0;
    bool any = false;
    for (uint32_t i = 0; i < count; i++)
        total += all[i].calls;
    for (uint32_t i = count / 2; i-- > 0;)
        sink(all, count, i);
    for (uint32_t left = count; left && (double)gone < share * (double)total; left--) {
        if (is_candidate(all[0].region)) {
            PUT(all[0].region->unwanted, 1);
            gone += all[0].calls;
            any = true;
        }
        all[0] = all[left - 1];
        sink(all, left - 1, 0);
    }
    return any;
}

void budget_keep(struct budget *budget, struct looker *looker)
{
    const struct observed *observed = &looker->store->observed;
    uint64_t all_looked = GET(observed->looked), all_probe = GET(observed->looked_probe);
    double looked = (double)(all_looked - budget->looked), probes = (double)(all_probe - budget->looked_probe);
    double share = looker->store->settings.budget;
    uint32_t count = 0;
    struct candidate *all = looked >= ENOUGH_NS ? count_calls(looker, &count) : NULL;
    if (!all)
        return;
    uint64_t *calls = take(count, sizeof *calls);
    for (uint32_t i = 0; calls && i < count; i++) {
        calls[i] = all[i].calls;
        all[i].calls -= i < budget->regions && budget->calls[i] < calls[i] ? budget->calls[i] : 0;
    }
    if (calls && probes > share * looked && mark(all, count, 1 - share * looked / probes))
        request(looker);
    give(all, count, sizeof *all);
    give(budget->calls, budget->regions, sizeof *calls);
    budget->looked = all_looked;
    budget->looked_probe = all_probe;
    budget->calls = calls;
    budget->regions = calls ? count : 0;
}
