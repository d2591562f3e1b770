/* prune_tree.c - see prune_tree.h. */
#include "profile/prune_tree.h"

#include "profile/canonical.h"
#include "profile/tables.h"

#include <string.h>

/* Adds the own value of removed nodes to the nodes that replace them; `old` are the values before. */
static void hand_on(struct profile *profile, const struct profile_value *old, const uint32_t *stands_for)
{
    uint32_t to = stands_for[old->node], low = 0, high = profile->value_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const struct profile_value *value = &profile->values[middle];
        if (value->node < to || (value->node == to && value->metric < old->metric))
            low = middle + 1;
        else
            high = middle;
    }
    if (low == profile->value_count || profile->values[low].node != to || profile->values[low].metric != old->metric)
        return; /* who has something below has a value, unless the file says otherwise */
    struct u128 *own = &profile->values[low].own;
    *own = value_join(*own, old->own, profile->metrics[old->metric].rule);
}

/* The replacement of each node, and its new index. */
struct moved {
    const uint32_t *stands_for, *at;
};

/* Keeps the entries of a table whose node is kept, and entries without a node. */
static void compact(struct profile *profile, unsigned table, const struct reference *node, const struct moved *moved)
{
    uint32_t count = table_count(table, profile);
    size_t size = tables[table].size;
    char *from = table_entries(table, profile), *to = from, *first = from;
    for (uint32_t i = 0; i < count; i++, from += size) {
        uint32_t old;
        memcpy(&old, from + node->offset, sizeof old);
        uint32_t stays = old == PROFILE_NONE ? old : moved->stands_for[old];
        if (stays != old && !node->none)
            continue;
        memmove(to, from, size);
        memcpy(to + node->offset, stays == PROFILE_NONE ? &stays : &moved->at[stays], sizeof stays);
        to += size;
    }
    table_set(table, profile, first, (uint32_t)((size_t)(to - first) / size));
}

static void keep_nodes_alone(struct profile *profile, const uint32_t *stands_for, uint32_t *at)
{
    struct profile_node *nodes = profile->nodes;
    uint32_t count = 0;
    for (uint32_t i = 0; i < profile->node_count; i++) {
        const struct profile_node *old = &nodes[i];
        uint32_t above = i ? stands_for[old->parent] : PROFILE_NONE;
        if (stands_for[i] == i) {
            nodes[count] = *old; /* count <= i */
            nodes[count].parent = !i ? PROFILE_NONE : above == PROFILE_NONE ? 0 : at[above];
            at[i] = count++;
        } else if (stands_for[i] != PROFILE_NONE) {
            struct stat_calls *calls = &nodes[at[stands_for[i]]].calls;
            calls->probes = u128_add(calls->probes, old->calls.probes);
        }
    }
    profile->node_count = count;
}

static void hand_on_values(struct profile *profile, const uint32_t *stands_for)
{
    for (uint32_t i = 0; i < profile->value_count; i++) {
        uint32_t to = stands_for[profile->values[i].node];
        if (to != PROFILE_NONE && to != profile->values[i].node)
            hand_on(profile, &profile->values[i], stands_for);
    }
}

bool prune_tree_nodes(struct profile *profile, const uint32_t *stands_for, struct arena *arena, struct error *error)
{
    uint32_t *at = arena_array(arena, profile->node_count, sizeof *at);
    const struct moved moved = {stands_for, at};
    if (!at)
        return profile_no_memory(error);
    keep_nodes_alone(profile, stands_for, at);
    hand_on_values(profile, stands_for);
    for (unsigned table = 0; table < TABLES; table++)
        for (unsigned i = 0; i < tables[table].reference_count; i++)
            if (tables[table].references[i].to == TABLE_NODES)
                compact(profile, table, &tables[table].references[i], &moved);
    return true;
}
