/* budget.c - see budget.h. */
#include "observer/budget.h"

#include "profile/region.h"
#include "runtime/machine/word.h"
#include "runtime/measure/light_table.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_NODES = 1 << 24, MOST_REGIONS = 1 << 20, ENOUGH_NS = 20000000 };

struct candidate {
    struct region *region;
    uint64_t calls;
};

static uint64_t word(const void *pointer)
{
    return (uint64_t)(uintptr_t)pointer;
}

/* Adds the calls of a tree's nodes to those of their regions, in preorder; `left` nodes at most. */
static void add_calls(const struct looker *looker, const struct node *root, struct candidate *of, uint32_t count,
                      uint32_t *left)
{
    const struct node *node = root;
    while (node && *left) {
        --*left;
        const struct region *region = look_at(looker, word(GET(node->region)), sizeof *region);
        if (region && GET(region->index) < count)
            of[region->index].calls += GET(node->calls);
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
        size_t slots = light_slots(table);
        const struct light_slot *slot = look_at(looker, word(table->slots), slots * sizeof *slot);
        for (size_t i = 0; slot && i < slots; i++) {
            const struct node *node = look_at(looker, word(tree_node(GET(slot[i].path))), sizeof *node);
            const struct region *region = node ? look_at(looker, word(GET(node->region)), sizeof *region) : NULL;
            if (region && GET(region->index) < count)
                of[region->index].calls += GET(slot[i].calls);
        }
        table = look_at(looker, word(GET(table->older)), sizeof *table);
    }
}

static bool is_candidate(const struct region *region)
{
    return region && !GET(region->unwanted) && region->kind != REGION_ROOT && region->kind != REGION_LABEL &&
           region->kind != REGION_THREAD && region->kind != REGION_CONTEXT && region->kind != REGION_OTHER;
}

/* All regions by their index, with their calls; null where there is no memory. */
static struct candidate *count_calls(const struct looker *looker, uint32_t *count)
{
    const struct store_header *from = looker->store;
    struct region *newest = look_at(looker, word(GET(from->regions)), sizeof *newest);
    *count = newest && newest->index < MOST_REGIONS ? newest->index + 1 : 0;
    struct candidate *all = calloc(*count ? *count : 1, sizeof *all);
    if (!all)
        return NULL;
    uint32_t left = *count;
    for (struct region *region = newest; region && left; left--) {
        if (region->index < *count)
            all[region->index].region = region;
        region = look_at(looker, word(region->next), sizeof *region);
    }
    left = MOST_NODES;
    add_calls(looker, look_at(looker, word(from->root), sizeof(struct node)), all, *count, &left);
    const struct thread *thread = look_at(looker, word(GET(from->threads)), sizeof *thread);
    while (thread && left) {
        add_calls(looker, look_at(looker, word(GET(thread->tree.root)), sizeof(struct node)), all, *count, &left);
        add_light(looker, thread, all, *count);
        thread = look_at(looker, word(GET(thread->next)), sizeof *thread);
    }
    return all;
}

static int by_calls(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    return (x->calls < y->calls) - (x->calls > y->calls);
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

/* Marks regions, those with most calls first, until about `share` of all calls is gone. */
static bool mark(struct candidate *all, uint32_t count, double share)
{
    uint64_t total = 0, gone = 0;
    bool any = false;
    for (uint32_t i = 0; i < count; i++)
        total += all[i].calls;
    qsort(all, count, sizeof *all, by_calls);
    for (uint32_t i = 0; i < count && (double)gone < share * (double)total; i++)
        if (is_candidate(all[i].region)) {
            PUT(all[i].region->unwanted, 1);
            gone += all[i].calls;
            any = true;
        }
    return any;
}

void budget_keep(struct budget *budget, struct looker *looker)
{
    const struct observed *observed = &looker->store->observed;
    double looked = (double)(observed->looked - budget->looked);
    double probes = (double)(observed->looked_probe - budget->looked_probe), share = looker->store->settings.budget;
    uint32_t count;
    struct candidate *all = looked >= ENOUGH_NS ? count_calls(looker, &count) : NULL;
    if (!all)
        return;
    uint64_t *calls = calloc(count ? count : 1, sizeof *calls);
    for (uint32_t i = 0; calls && i < count; i++) {
        calls[i] = all[i].calls;
        all[i].calls -= i < budget->regions && budget->calls[i] < calls[i] ? budget->calls[i] : 0;
    }
    if (calls && probes > share * looked && mark(all, count, 1 - share * looked / probes))
        request(looker);
    free(all);
    free(budget->calls);
    *budget = (struct budget){observed->looked, observed->looked_probe, calls, calls ? count : 0};
}
