/*
 * normalize.c - from tables built in any order to the canonical form of profile.h.
 *
 * Each table is sorted by positions and equal entries are folded. The tree is done level by level:
 * nodes of one depth are sorted by (canonical parent, region), equal ones become one, and the result is
 * an order by levels in which the children of a node are neighbours. Sizes of subtrees, added up from
 * the leaves, then say where each node stands in preorder. No recursion, so depth costs no stack.
 */
#include "profile/bins.h"
#include "profile/canonical.h"
#include "profile/communicator.h"
#include "profile/extremes.h"
#include "profile/metrics.h"

#include "base/sort.h"

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

static int compare_regions(const void *table, uint32_t a, uint32_t b)
{
    const struct profile_region *regions = table;
    return region_compare(&regions[a], &regions[b]);
}

static int compare_locations(const void *table, uint32_t a, uint32_t b)
{
    const struct profile_location *locations = table;
    return location_compare(&locations[a], &locations[b]);
}

static int compare_rows(const void *table, uint32_t a, uint32_t b)
{
    const struct profile_row *rows = table;
    return row_compare(&rows[a], &rows[b]);
}

static int compare_traffic(const void *table, uint32_t a, uint32_t b)
{
    const struct profile_traffic *traffic = table;
    return traffic_compare(&traffic[a], &traffic[b]);
}

static int compare_communicators(const void *table, uint32_t a, uint32_t b)
{
    const struct profile_communicator *communicators = table;
    return communicator_compare(&communicators[a], &communicators[b]);
}

static int compare_meta(const void *table, uint32_t a, uint32_t b)
{
    const struct profile_meta *meta = table;
    return strcmp(meta[a].key, meta[b].key);
}

static int compare_tallies(const void *table, uint32_t a, uint32_t b)
{
    const struct profile_tally *tallies = table;
    return strcmp(tallies[a].name, tallies[b].name);
}

/* Sorted positions of a table; null when there is no memory. */
static uint32_t *sorted(struct work *work, uint32_t count, sort_compare *compare, const void *table)
{
    uint32_t *order = arena_array(&work->scratch, count, sizeof *order);
    return order && sort_positions(order, count, compare, table, &work->scratch) ? order : NULL;
}

/* map[old] = new index of each region. */
static bool sort_regions(struct work *work, uint32_t *map)
{
    struct profile *profile = work->profile;
    uint32_t *order = sorted(work, profile->region_count, compare_regions, profile->regions);
    struct profile_region *regions = arena_array(work->arena, profile->region_count, sizeof *regions);
    if (!order || !regions)
        return profile_no_memory(work->error);
    uint32_t count = 0;
    for (uint32_t i = 0; i < profile->region_count; i++) {
        const struct profile_region *region = &profile->regions[order[i]];
        if (count && !region_compare(&regions[count - 1], region))
            region_merge(&regions[count - 1], region);
        else
            regions[count++] = *region;
        map[order[i]] = count - 1;
    }
    profile->regions = regions;
    profile->region_count = count;
    return true;
}

/* Nodes by level while they are sorted: `group` is the parent's place in the order by levels. */
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

/* first[d] .. first[d + 1] are the places in by_depth of the nodes at depth d. Returns the number of
 * levels, 0 without memory or when a parent does not precede its child. */
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

/* The order by levels, where equal siblings are one: map[old] = place, above[place] = the parent's. */
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

/* place[i] = where node i of the order by levels stands in preorder. */
static bool preorder_places(struct work *work, const uint32_t *above, uint32_t count, uint32_t *place)
{
    uint32_t *size = arena_array(&work->scratch, count, sizeof *size);
    uint32_t *next = arena_array(&work->scratch, count, sizeof *next); /* free place below a node */
    if (!size || !next)
        return profile_no_memory(work->error);
    for (uint32_t i = count; i-- > 0;) {
        size[i]++;
        if (i)
            size[above[i]] += size[i];
    }
    for (uint32_t i = 0; i < count; i++) {
        place[i] = i ? next[above[i]] : 0;
        next[i] = place[i] + 1;
        if (i)
            next[above[i]] += size[i];
    }
    return true;
}

/* node_map[old] = new index of each node. */
static bool sort_nodes(struct work *work, const uint32_t *region_map, uint32_t *node_map)
{
    struct profile *profile = work->profile;
    uint32_t count = profile->node_count, folded = 0;
    struct profile_node *nodes = arena_array(work->arena, count, sizeof *nodes);
    uint32_t *above = arena_array(&work->scratch, count, sizeof *above);
    uint32_t *place = arena_array(&work->scratch, count, sizeof *place);
    bool *there = arena_array(&work->scratch, count, sizeof *there);
    if (!nodes || !above || !place || !there)
        return profile_no_memory(work->error);
    if (!fold_levels(work, region_map, above, &folded, node_map) || !preorder_places(work, above, folded, place))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const struct profile_node *old = &profile->nodes[i];
        uint32_t at = node_map[i] = place[node_map[i]];
        if (there[at]) {
            fold_node(&nodes[at], old);
            continue;
        }
        there[at] = true;
        nodes[at] = *old;
        nodes[at].region = region_map[old->region];
        nodes[at].parent = i ? node_map[old->parent] : PROFILE_NONE;
    }
    profile->nodes = nodes;
    profile->node_count = folded;
    return true;
}

static bool sort_locations(struct work *work, uint32_t *map)
{
    struct profile *profile = work->profile;
    uint32_t *order = sorted(work, profile->location_count, compare_locations, profile->locations);
    struct profile_location *locations = arena_array(work->arena, profile->location_count, sizeof *locations);
    if (!order || !locations)
        return profile_no_memory(work->error);
    uint32_t count = 0;
    for (uint32_t i = 0; i < profile->location_count; i++) {
        const struct profile_location *location = &profile->locations[order[i]];
        if (!count || location_compare(&locations[count - 1], location))
            locations[count++] = *location;
        map[order[i]] = count - 1;
    }
    profile->locations = locations;
    profile->location_count = count;
    return true;
}

static bool sort_rows(struct work *work, const uint32_t *node_map, uint32_t node_count, const uint32_t *location_map,
                      uint32_t location_count)
{
    struct profile *profile = work->profile;
    struct profile_row *mapped = arena_array(&work->scratch, profile->row_count, sizeof *mapped);
    struct profile_row *rows = arena_array(work->arena, profile->row_count, sizeof *rows);
    if (!mapped || !rows)
        return profile_no_memory(work->error);
    for (uint32_t i = 0; i < profile->row_count; i++) {
        const struct profile_row *row = &profile->rows[i];
        if (row->node >= node_count || row->location >= location_count)
            return damaged(work, "a row's node or location is out of range");
        mapped[i] = *row;
        mapped[i].node = node_map[row->node];
        mapped[i].location = location_map[row->location];
    }
    uint32_t *order = sorted(work, profile->row_count, compare_rows, mapped);
    if (!order)
        return profile_no_memory(work->error);
    uint32_t count = 0;
    for (uint32_t i = 0; i < profile->row_count; i++) {
        const struct profile_row *row = &mapped[order[i]];
        if (count && !row_compare(&rows[count - 1], row))
            row_merge(&rows[count - 1], row);
        else
            rows[count++] = *row;
    }
    profile->rows = rows;
    profile->row_count = count;
    return true;
}

static bool sort_communicators(struct work *work, uint32_t *map)
{
    struct profile *profile = work->profile;
    uint32_t given = profile->communicator_count, count = 0;
    uint32_t *order = sorted(work, given, compare_communicators, profile->communicators);
    uint32_t *bound = arena_array(&work->scratch, given, sizeof *bound);
    struct profile_communicator *communicators = arena_array(work->arena, given, sizeof *communicators);
    if (!order || !bound || !communicators)
        return profile_no_memory(work->error);
    for (uint32_t i = 0; i < given; i++) {
        const struct profile_communicator *communicator = &profile->communicators[order[i]];
        if (count && !communicator_compare(&communicators[count - 1], communicator))
            communicator_merge(&communicators[count - 1], communicator);
        else
            communicators[count++] = *communicator;
        map[order[i]] = count - 1;
    }
    profile->communicators = communicators;
    profile->communicator_count = communicators_bound(communicators, count, bound);
    for (uint32_t i = 0; i < given; i++)
        map[i] = bound[map[i]];
    return true;
}

static bool sort_traffic(struct work *work, const uint32_t *node_map, uint32_t node_count,
                         const uint32_t *communicator_map, uint32_t communicator_count)
{
    struct profile *profile = work->profile;
    struct profile_traffic *mapped = arena_array(&work->scratch, profile->traffic_count, sizeof *mapped);
    struct profile_traffic *traffic = arena_array(work->arena, profile->traffic_count, sizeof *traffic);
    if (!mapped || !traffic)
        return profile_no_memory(work->error);
    for (uint32_t i = 0; i < profile->traffic_count; i++) {
        mapped[i] = profile->traffic[i];
        if (mapped[i].node >= node_count)
            return damaged(work, "the node of some traffic is out of range");
        mapped[i].node = node_map[mapped[i].node];
        if (mapped[i].communicator == PROFILE_NONE)
            continue;
        if (mapped[i].communicator >= communicator_count)
            return damaged(work, "the communicator of some traffic is out of range");
        mapped[i].communicator = communicator_map[mapped[i].communicator];
    }
    uint32_t *order = sorted(work, profile->traffic_count, compare_traffic, mapped);
    if (!order)
        return profile_no_memory(work->error);
    uint32_t count = 0;
    for (uint32_t i = 0; i < profile->traffic_count; i++) {
        const struct profile_traffic *next = &mapped[order[i]];
        if (count && !traffic_compare(&traffic[count - 1], next))
            profile_traffic_merge(&traffic[count - 1], next);
        else
            traffic[count++] = *next;
    }
    profile->traffic = traffic;
    profile->traffic_count = count;
    return true;
}

static bool sort_meta(struct work *work)
{
    struct profile *profile = work->profile;
    uint32_t *order = sorted(work, profile->meta_count, compare_meta, profile->meta);
    struct profile_meta *meta = arena_array(work->arena, profile->meta_count, sizeof *meta);
    if (!order || !meta)
        return profile_no_memory(work->error);
    uint32_t count = 0;
    for (uint32_t i = 0; i < profile->meta_count; i++)
        if (!count || strcmp(meta[count - 1].key, profile->meta[order[i]].key))
            meta[count++] = profile->meta[order[i]];
    profile->meta = meta;
    profile->meta_count = count;
    return true;
}

static bool sort_tallies(struct work *work)
{
    struct profile *profile = work->profile;
    uint32_t *order = sorted(work, profile->tally_count, compare_tallies, profile->tallies);
    struct profile_tally *tallies = arena_array(work->arena, profile->tally_count, sizeof *tallies);
    if (!order || !tallies)
        return profile_no_memory(work->error);
    uint32_t count = 0;
    for (uint32_t i = 0; i < profile->tally_count; i++) {
        const struct profile_tally *tally = &profile->tallies[order[i]];
        if (count && !strcmp(tallies[count - 1].name, tally->name))
            tallies[count - 1].value = saturating_add(tallies[count - 1].value, tally->value);
        else
            tallies[count++] = *tally;
    }
    profile->tallies = tallies;
    profile->tally_count = count;
    return true;
}

bool profile_normalize(struct profile *profile, struct arena *arena, struct error *error)
{
    struct work work = {.profile = profile, .arena = arena, .error = error, .region_count = profile->region_count};
    uint32_t nodes = profile->node_count, locations = profile->location_count;
    uint32_t communicators = profile->communicator_count;
    uint32_t *region_map = arena_array(&work.scratch, profile->region_count, sizeof *region_map);
    uint32_t *node_map = arena_array(&work.scratch, nodes, sizeof *node_map);
    uint32_t *location_map = arena_array(&work.scratch, locations, sizeof *location_map);
    uint32_t *communicator_map = arena_array(&work.scratch, communicators, sizeof *communicator_map);
    bool ok;
    if (!nodes)
        ok = damaged(&work, "it has no root");
    else if (!region_map || !node_map || !location_map || !communicator_map)
        ok = profile_no_memory(error);
    else
        ok = sort_regions(&work, region_map) && sort_nodes(&work, region_map, node_map) &&
             sort_locations(&work, location_map) && sort_rows(&work, node_map, nodes, location_map, locations) &&
             bins_normalize(profile, node_map, nodes, arena, error) && sort_communicators(&work, communicator_map) &&
             metrics_normalize(profile, region_map, work.region_count, node_map, nodes, arena, error) &&
             extremes_normalize(profile, region_map, work.region_count, arena, error) &&
             sort_traffic(&work, node_map, nodes, communicator_map, communicators) && sort_meta(&work) &&
             sort_tallies(&work);
    if (ok) {
        profile_set_contexts(profile);
        metrics_set_contexts(profile);
    }
    arena_free(&work.scratch);
    return ok;
}
