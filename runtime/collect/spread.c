/* spread.c - see spread.h. */
#include "runtime/collect/spread.h"

#include "profile/profile.h"
#include "runtime/machine/word.h"
#include "runtime/measure/store_header.h"

/* Of one function: its calls that were counted so, and sums over its nodes. */
struct sum {
    uint64_t calls, by_path, nodes;
    double found;
    uint32_t last;  /* of the nodes */
    double reached; /* the part that the nodes so far have */
    uint64_t given; /* of the calls, to these */
};

static void add_counts(struct sum *sums, uint32_t end, const struct counts *counts)
{
    for (; counts; counts = __atomic_load_n(&counts->older, __ATOMIC_ACQUIRE))
        for (uint64_t place = COUNTS_FIRST; place < counts->size && place < end; place += 8)
            sums[place / 8].calls += GET(*counts_at((struct counts *)(uintptr_t)counts, place));
}

static void add_astray(struct sum *sums, uint32_t end, const struct store_header *from)
{
    for (uint32_t place = COUNTS_FIRST; place < end; place += 8) {
        struct region *region = from->counted.regions[place / 8];
        sums[place / 8].calls += region ? GET(region->astray) : 0;
    }
}

/* Which place the node's region has; 0: it is counted by path. */
static uint32_t place_of(const struct node *node, uint32_t end)
{
    return node->region->place < end ? node->region->place : 0;
}

static double part_of(const struct node *node, const struct sum *sum)
{
    return sum->found > 0 ? (double)node->found / sum->found
           : sum->by_path ? (double)node->calls / (double)sum->by_path
                          : 1 / (double)sum->nodes;
}

/* The last node has the rest, so that all together have the whole, whatever is rounded. */
static void give(struct node *node, struct sum *sum, bool last)
{
    if (!sum->calls)
        return;
    sum->reached += part_of(node, sum);
    uint64_t upto = last ? sum->calls : (uint64_t)((double)sum->calls * sum->reached);
    if (upto == sum->given && node->flags & SPREAD_FRAMES)
        upto++;
    if (upto > sum->calls)
        upto = sum->calls;
    if (upto > sum->given) {
        node->calls += upto - sum->given;
        sum->given = upto;
    }
    node->flags |= NODE_SPREAD;
}

bool spread_calls(const struct store_header *from, const struct counts *counts, bool process, struct node *nodes,
                  uint32_t count, struct spread *spread, struct arena *arena)
{
    uint32_t end = __atomic_load_n(&from->counted.end, __ATOMIC_ACQUIRE);
    *spread = (struct spread){NULL, 0};
    if (!end)
        return true;
    struct sum *sums = arena_array(arena, end / 8 + 1, sizeof *sums);
    spread->rests = arena_array(arena, end / 8 + 1, sizeof *spread->rests);
    if (!sums || !spread->rests)
        return false;
    add_counts(sums, end, counts);
    if (process)
        add_astray(sums, end, from);
    for (uint32_t i = 0; i < count; i++) {
        struct sum *sum = &sums[place_of(&nodes[i], end) / 8];
        if (nodes[i].flags & SPREAD_FRAMES)
            nodes[i].calls = 0;
        sum->by_path += nodes[i].calls;
        sum->found += (double)nodes[i].found;
        sum->nodes++;
        sum->last = i;
    }
    for (uint32_t i = 0; i < count; i++) {
        struct sum *sum = &sums[place_of(&nodes[i], end) / 8];
        if (place_of(&nodes[i], end))
            give(&nodes[i], sum, sum->last == i);
        nodes[i].flags &= (uint8_t)~SPREAD_FRAMES;
    }
    for (uint32_t place = COUNTS_FIRST; place < end; place += 8)
        if (sums[place / 8].calls && !sums[place / 8].nodes &&
            from->counted.regions[place / 8]) /* else it is damaged */
            spread->rests[spread->count++] =
                (struct spread_rest){from->counted.regions[place / 8], sums[place / 8].calls};
    return true;
}
