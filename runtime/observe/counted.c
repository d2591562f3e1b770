/* counted.c - see counted.h. */
#include "runtime/observe/counted.h"

#include "runtime/machine/word.h"
#include "runtime/measure/counts.h"

enum { MOST_CHILDREN = 1024, MOST_CALLERS = 512 };

struct region *counted_region(const struct looker *looker, uint64_t place)
{
    uint64_t end = GET(looker->store->counted.end);
    uint64_t table = (uintptr_t)__atomic_load_n(&looker->store->counted.regions, __ATOMIC_ACQUIRE);
    struct region **entry = place && place < end ? look_at(looker, table + place, sizeof *entry) : NULL;
    return entry ? look_at(looker, (uintptr_t)GET(*entry), sizeof **entry) : NULL;
}

/* The node is below a frame of a function so counted: its mark is from before that. */
static bool is_framed(const struct looker *looker, const struct node *node, const struct region *wanted)
{
    const struct region *region;
    for (int i = 0; node && i < MOST_CALLERS; i++) {
        if ((region = look_at(looker, (uintptr_t)GET(node->region), sizeof *region)) && GET(region->framed) == wanted)
            return true;
        node = look_at(looker, (uintptr_t)GET(node->parent), sizeof *node);
    }
    return node;
}

bool counted_open(const struct looker *looker, const struct moment *moment, uint64_t runs, struct counted_path *open)
{
    const struct node *node = look_at(looker, runs, sizeof *node);
    *open = (struct counted_path){0};
    for (unsigned depth = 0; node && depth < __INSTR_DEPTHS; depth++) {
        uint64_t place = counts_marked(moment->marks[depth], moment->path);
        const struct region *region = counted_region(looker, place);
        if (!region || (moment->path == TREE_NO_PATH && is_framed(looker, node, region)))
            continue;
        open->places[depth] = (uint32_t)place;
        open->node = runs;
        open->made = GET(node->made);
    }
    return open->node;
}

static uint64_t innermost(const struct counted_path *open)
{
    unsigned depth = 0;
    while (depth + 1 < __INSTR_DEPTHS && !open->places[depth])
        depth++;
    return open->places[depth];
}

uint64_t counted_calls(const struct looker *looker, const struct thread *thread, const struct counted_path *open)
{
    const struct counts *counts = look_at(looker, (uintptr_t)GET(thread->counts), sizeof *counts);
    const uint64_t *at = counts ? look_at(looker, (uintptr_t)counts + innermost(open), sizeof *at) : NULL;
    return at ? GET(*at) : 0;
}

/* The child of that region; null for a region: the (other paths). */
static struct node *child_of(const struct looker *looker, const struct node *node, const struct region *wanted)
{
    struct node *child = look_at(looker, (uintptr_t)GET(node->children), sizeof *child);
    for (int i = 0; child && i < MOST_CHILDREN; i++) {
        const struct region *region = look_at(looker, (uintptr_t)GET(child->region), sizeof *region);
        if (wanted ? region == wanted : region && GET(region->kind) == REGION_OTHER)
            return child;
        child = look_at(looker, (uintptr_t)GET(child->sibling), sizeof *child);
    }
    return NULL;
}

/* Where the tree has no room calls are in the (other paths) of one above. */
static struct node *child_in_other(const struct looker *looker, const struct node *node, const struct region *region)
{
    for (int i = 0; node && i < MOST_CALLERS; i++) {
        const struct node *other = GET(node->place) ? child_of(looker, node, NULL) : NULL;
        struct node *child = other ? child_of(looker, other, region) : NULL;
        if (child)
            return child;
        node = look_at(looker, (uintptr_t)GET(node->parent), sizeof *node);
    }
    return NULL;
}

/* `*all`: each of them has a node. */
static struct node *find(const struct looker *looker, const struct counted_path *open, bool *all)
{
    struct node *node = look_at(looker, open->node, sizeof *node);
    *all = node;
    for (unsigned depth = __INSTR_DEPTHS; node && depth-- > 0;) {
        const struct region *region = counted_region(looker, open->places[depth]);
        if (!region)
            continue;
        struct node *child = child_of(looker, node, region);
        if (!child)
            child = child_in_other(looker, node, region);
        *all = child;
        if (!child)
            break;
        node = child;
    }
    return node;
}

struct node *counted_node(const struct looker *looker, const struct counted_path *open)
{
    bool all;
    return find(looker, open, &all);
}

struct node *counted_wanted(const struct looker *looker, struct thread *thread, const struct counted_path *open)
{
    bool all;
    struct node *node = find(looker, open, &all);
    struct counted_path *asked = &thread->asked_path;
    if (all || __atomic_load_n(&asked->node, __ATOMIC_ACQUIRE))
        return node;
    PUT(asked->made, open->made);
    for (unsigned depth = 0; depth < __INSTR_DEPTHS; depth++)
        PUT(asked->places[depth], open->places[depth]);
    __atomic_store_n(&asked->node, open->node, __ATOMIC_RELEASE);
    counts_stop(thread);
    return node;
}

void counted_ask_burst(struct thread *thread)
{
    __atomic_store_n(&thread->burst.asked, 1, __ATOMIC_RELEASE);
    counts_stop(thread);
}
