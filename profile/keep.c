/* keep.c - see keep.h. */
#include "profile/keep.h"

#include "profile/canonical.h"
#include "profile/value.h"

#include <stddef.h>
#include <string.h>

/* What is gone gives its own to what stands for it; `old` are the values of before. */
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

/* What becomes of the nodes: of each the one that stands for it, and where that is from now on. */
struct moved {
    const uint32_t *stands_for, *at;
};

/* Of entries of `size` bytes that begin with the number of their node, those stay whose node does. Returns how many. */
static uint32_t compact(void *entries, uint32_t count, size_t size, const struct moved *moved)
{
    char *from = entries, *to = entries;
    for (uint32_t i = 0; i < count; i++, from += size) {
        uint32_t node;
        memcpy(&node, from, sizeof node);
        if (moved->stands_for[node] != node)
            continue;
        memmove(to, from, size);
        memcpy(to, &moved->at[node], sizeof node);
        to += size;
    }
    return (uint32_t)((size_t)(to - (char *)entries) / size);
}

_Static_assert(offsetof(struct profile_row, node) == 0 && offsetof(struct profile_bin, node) == 0 &&
                   offsetof(struct profile_traffic, node) == 0 && offsetof(struct profile_value, node) == 0,
               "they begin with their node");

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

bool keep_nodes(struct profile *profile, const uint32_t *stands_for, struct arena *arena, struct error *error)
{
    uint32_t *at = arena_array(arena, profile->node_count, sizeof *at);
    const struct moved moved = {stands_for, at};
    if (!at)
        return profile_no_memory(error);
    keep_nodes_alone(profile, stands_for, at);
    hand_on_values(profile, stands_for);
    profile->row_count = compact(profile->rows, profile->row_count, sizeof *profile->rows, &moved);
    profile->bin_count = compact(profile->bins, profile->bin_count, sizeof *profile->bins, &moved);
    profile->traffic_count = compact(profile->traffic, profile->traffic_count, sizeof *profile->traffic, &moved);
    profile->value_count = compact(profile->values, profile->value_count, sizeof *profile->values, &moved);
    return true;
}
