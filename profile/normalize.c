/*
 * normalize.c - from tables built in any order to the canonical form of profile.h.
 *
 * Each table is sorted by positions and equal entries are folded (tables.h). The tree is done level by level:
 * nodes of one depth are sorted by (canonical parent, region), equal ones become one, and the result is
 * an order by levels in which the children of a node are neighbours. Sizes of subtrees, added up from
 * the leaves, then say where each node stands in preorder. No recursion, so depth costs no stack.
 */
#include "profile/canonical.h"
#include "profile/tables.h"

#include "common/check.h"
#include "common/sort.h"

#include <string.h>

struct work {
    struct profile *profile;
    struct arena *arena; /* for what stays */
    struct arena scratch;
    struct error *error;
    uint32_t region_count; /* before equal ones were folded */
};

static bool damaged(struct work *work, const char *what)
{
    return error_set(work->error, ERROR_INTERNAL, "profile to normalize: %s", what);
}

/* Nodes sorted by level. `group` is the parent's place in the order by levels. */
struct leveled {
    uint32_t group, region;
};

static int compare_leveled(const void *table, uint32_t a, uint32_t b)
{
    const struct leveled *nodes = table;
    if (nodes[a].group != nodes[b].group)
        return nodes[a].group < nodes[b].group ? -1 : 1;
    return (nodes[a].region > nodes[b].region) - (nodes[a].region < nodes[b].region);
}

static void fold_node(struct profile_node *node, const struct profile_node *other)
{
    node->flags |= other->flags;
    stat_calls_merge(&node->calls, &other->calls);
    stat_ranks_join(&node->ranks, &other->ranks);
    first_merge(node, other);
}

/* Sorts nodes by depth: those of depth d are at first[d] .. first[d + 1] of by_depth. Returns the number of levels; 0 without memory, or if a
 * parent does not precede its child. */
static uint32_t bucket_by_depth(struct work *work, uint32_t **by_depth, uint32_t **first)
{
    const struct profile_node *nodes = work->profile->nodes;
    uint32_t count = work->profile->node_count, levels = 0;
    uint32_t *depth = arena_array(&work->scratch, count, sizeof *depth);
    *by_depth = arena_array(&work->scratch, count, sizeof **by_depth);
    *first = arena_array(&work->scratch, (size_t)count + 2, sizeof **first);
    if (!depth || !*by_depth || !*first) {
        profile_no_memory(work->error);
        return 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (nodes[i].region >= work->region_count || (i ? nodes[i].parent >= i : nodes[i].parent != PROFILE_NONE)) {
            damaged(work, "a node's region or parent is out of range");
            return 0;
        }
        depth[i] = i ? depth[nodes[i].parent] + 1 : 0;
        (*first)[depth[i] + 2]++;
        if (depth[i] >= levels)
            levels = depth[i] + 1;
    }
    /* first[d + 2] counts depth d; after summing up, first[d + 1] is where depth d begins, and filling
     * moves it to where depth d ends, which is where d + 1 begins. */
    for (uint32_t d = 1; d <= count; d++)
        (*first)[d + 1] += (*first)[d];
    for (uint32_t i = 0; i < count; i++)
        (*by_depth)[(*first)[depth[i] + 1]++] = i;
    return levels;
}

/* Makes the order by levels, in which equal siblings are one: map[old] = place, above[place] = the parent's place. */
static bool fold_levels(struct work *work, const uint32_t *region_map, uint32_t *above, uint32_t *count, uint32_t *map)
{
    const struct profile *profile = work->profile;
    uint32_t *by_depth, *first;
    uint32_t levels = bucket_by_depth(work, &by_depth, &first);
    struct leveled *level = arena_array(&work->scratch, profile->node_count, sizeof *level);
    uint32_t *order = arena_array(&work->scratch, profile->node_count, sizeof *order);
    if (!levels)
        return false;
    if (!level || !order)
        return profile_no_memory(work->error);
    *count = 0;
    for (uint32_t d = 0; d < levels; d++) {
        uint32_t width = first[d + 1] - first[d];
        const uint32_t *old = by_depth + first[d];
        for (uint32_t i = 0; i < width; i++) {
            const struct profile_node *node = &profile->nodes[old[i]];
            level[i].region = region_map[node->region];
            level[i].group = node->parent == PROFILE_NONE ? PROFILE_NONE : map[node->parent];
        }
        struct arena temporary = {0};
        bool ok = sort_positions(order, width, compare_leveled, level, &temporary);
        arena_free(&temporary);
        if (!ok)
            return profile_no_memory(work->error);
        for (uint32_t i = 0; i < width; i++) {
            if (!i || compare_leveled(level, order[i - 1], order[i]))
                above[(*count)++] = level[order[i]].group;
            map[old[order[i]]] = *count - 1;
        }
    }
    return true;
}

/* Sets place[i] to the preorder position of node i of the order by levels. */
static bool preorder_places(struct work *work, const uint32_t *above, uint32_t count, uint32_t *place)
{
    uint32_t *size = arena_array(&work->scratch, count, sizeof *size);
    uint32_t *next = arena_array(&work->scratch, count, sizeof *next); /* free place below a node */
    if (!size || !next)
        return profile_no_memory(work->error);
    for (uint32_t i = count; i-- > 0;) {
        size[i]++;
        CHECK(!i || above[i] < i);
        if (i)
            size[above[i]] += size[i];
    }
    CHECK(size[0] == count);
    for (uint32_t i = 0; i < count; i++) {
        place[i] = i ? next[above[i]] : 0;
        next[i] = place[i] + 1;
        if (i)
            next[above[i]] += size[i];
    }
    return true;
}

/* Moves each node to its place, or drops it (PROFILE_NONE) because an equal one replaces it. Works in place: a second copy of a million nodes
 * is 180 MB. */
static void move_nodes(struct profile_node *nodes, uint32_t *to, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        while (to[i] != PROFILE_NONE && to[i] != i) {
            uint32_t place = to[i];
            CHECK(place < count && to[place] != place);
            struct profile_node node = nodes[place];
            nodes[place] = nodes[i];
            nodes[i] = node;
            to[i] = to[place];
            to[place] = place;
        }
}

/* Sorts the nodes; node_map[old] = new index. */
static bool sort_nodes(struct work *work, const uint32_t *region_map, uint32_t *node_map)
{
    struct profile *profile = work->profile;
    struct profile_node *nodes = profile->nodes;
    uint32_t count = profile->node_count, folded = 0;
    uint32_t *above = arena_array(&work->scratch, count, sizeof *above);
    uint32_t *place = arena_array(&work->scratch, count, sizeof *place);
    uint32_t *to = arena_array(&work->scratch, count, sizeof *to);
    uint32_t *first = arena_array(&work->scratch, count, sizeof *first); /* of equal ones: 1 + its old index */
    if (!above || !place || !to || !first)
        return profile_no_memory(work->error);
    if (!fold_levels(work, region_map, above, &folded, node_map) || !preorder_places(work, above, folded, place))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = node_map[i] = place[node_map[i]];
        CHECK(at < folded && (i || at == 0));
        to[i] = first[at] ? PROFILE_NONE : at;
        if (first[at]) {
            fold_node(&nodes[first[at] - 1], &nodes[i]);
            continue;
        }
        first[at] = i + 1;
        nodes[i].region = region_map[nodes[i].region];
        nodes[i].parent = i ? node_map[nodes[i].parent] : PROFILE_NONE;
    }
    move_nodes(nodes, to, count);
    profile->node_count = folded;
    for (uint32_t i = 1; i < folded; i++)
        CHECK(nodes[i].parent < i);
    return true;
}

bool profile_normalize(struct profile *profile, struct arena *arena, struct error *error)
{
    struct work work = {.profile = profile, .arena = arena, .error = error, .region_count = profile->region_count};
    const struct table_work in = {.out = profile, .arena = arena, .scratch = &work.scratch, .error = error};
    struct maps maps;
    bool ok;
    if (!profile->node_count)
        ok = damaged(&work, "it has no root");
    else if (!maps_make(&maps, profile, &work.scratch))
        ok = profile_no_memory(error);
    else
        ok = true;
    for (unsigned table = 0; ok && table < TABLES; table++)
        ok = table == TABLE_NODES ? sort_nodes(&work, maps.of[TABLE_REGIONS], maps.of[TABLE_NODES])
                                  : table_sort(table, &maps, &in);
    if (ok)
        profile_set_contexts(profile);
    arena_free(&work.scratch);
    return ok;
}
