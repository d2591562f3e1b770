/* census.c - see census.h. */
#include "runtime/observe/census.h"

#include "runtime/machine/word.h"
#include "runtime/measure/store/light_table.h"
#include "runtime/observe/raw.h"

#include <sys/mman.h>

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

void *census_room(uint32_t count, size_t each)
{
    long memory = raw_call(SYS_mmap, 0, (long)((count ? count : 1) * each), PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory < 0 && memory > -4096 ? NULL : (void *)(intptr_t)memory;
}

void census_give(void *room, uint32_t count, size_t each)
{
    if (room)
        raw_with(SYS_munmap, raw_word(room), (long)((count ? count : 1) * each), 0);
}

static void add(const struct census *census, const struct region *region, uint64_t calls)
{
    uint32_t index = region ? GET(region->index) : census->count;
    if (index < census->count)
        census->of[index].calls += calls;
}

static void add_node(const struct census *census, const struct node *node, uint64_t calls)
{
    add(census, look_at(census->looker, word(GET(node->region)), sizeof(struct region)), calls);
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

static void add_tables(const struct census *census, const struct light_table *table)
{
    enum { MOST_TABLES = 40 };
    const struct looker *looker = census->looker;
    table = look_at(looker, word(table), sizeof *table);
    for (int left = MOST_TABLES; table && left > 0; left--) {
        size_t slots = light_homes(GET(table->mask)) + LIGHT_FAR;
        const struct light_slot *slot =
            slots < looker->size / sizeof *slot ? look_at(looker, word(GET(table->slots)), slots * sizeof *slot) : NULL;
        for (size_t i = 0; slot && i < slots; i++) {
            const struct node *node = look_at(looker, word(tree_node(GET(slot[i].path))), sizeof *node);
            if (node)
                add_node(census, node, GET(slot[i].calls));
        }
        table = look_at(looker, word(GET(table->older)), sizeof *table);
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

struct called *census_take(const struct looker *looker, uint32_t *count)
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
        add_tables(&census, GET(thread->table));
    }
    return census.of;
}
