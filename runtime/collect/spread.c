/* spread.c - see spread.h. */
#include "runtime/collect/spread.h"

#include "profile/profile.h"
#include "runtime/machine/word.h"
#include "runtime/measure/store.h"

/* Of one function: its calls, and sums over its nodes. */
struct sum {
    uint64_t calls, known, looked, nodes;
    double reached; /* the part of looked or known that the nodes so far have */
    uint64_t given; /* of the rest, to these */
};

/* Calls that are on this path for sure. One that called others may have had several frames. */
static uint64_t known_of(const struct node *node)
{
    uint64_t early = node->extra ? node->extra->early : 0, framed = node->calls;
    return early || !framed ? early : 1;
}

static uint64_t looked_of(const struct node *node)
{
    return node->looked + node->looked_probe;
}

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

/* So that all nodes together have the whole rest, whatever is rounded. */
static void give(struct node *node, struct sum *sum)
{
    uint64_t rest = sum->calls > sum->known ? sum->calls - sum->known : 0;
    double part =
        sum->looked ? (double)looked_of(node) / (double)sum->looked : (double)known_of(node) / (double)sum->known;
    node->calls = known_of(node);
    if (!rest)
        return;
    sum->reached += part;
    uint64_t upto = --sum->nodes ? (uint64_t)((double)rest * sum->reached) : rest;
    if (upto > rest)
        upto = rest;
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
        sum->known += known_of(&nodes[i]);
        sum->looked += looked_of(&nodes[i]);
        sum->nodes++;
    }
    for (uint32_t i = 0; i < count; i++)
        if (place_of(&nodes[i], end))
            give(&nodes[i], &sums[place_of(&nodes[i], end) / 8]);
    for (uint32_t place = COUNTS_FIRST; place < end; place += 8)
        if (sums[place / 8].calls && !sums[place / 8].given && sums[place / 8].calls > sums[place / 8].known)
            spread->rests[spread->count++] =
                (struct spread_rest){from->counted.regions[place / 8], sums[place / 8].calls - sums[place / 8].known};
    return true;
}
