/* keep.c - see keep.h. */
#include "profile/keep.h"

#include "profile/canonical.h"
#include "profile/metrics.h"

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

/* at[node] is where a node that stays is from now on. */
static void compact_values(struct profile *profile, const uint32_t *stands_for, const uint32_t *at)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < profile->value_count; i++) {
        uint32_t to = stands_for[profile->values[i].node];
        if (to != PROFILE_NONE && to != profile->values[i].node)
            hand_on(profile, &profile->values[i], stands_for);
    }
    for (uint32_t i = 0; i < profile->value_count; i++)
        if (stands_for[profile->values[i].node] == profile->values[i].node) {
            profile->values[count] = profile->values[i];
            profile->values[count].node = at[profile->values[count].node];
            count++;
        }
    profile->value_count = count;
}

bool keep_nodes(struct profile *profile, const uint32_t *stands_for, struct arena *arena, struct error *error)
{
    struct profile_node *nodes = profile->nodes;
    uint32_t *at = arena_array(arena, profile->node_count, sizeof *at), count = 0, rows = 0, bins = 0, traffic = 0;
    if (!at)
        return profile_no_memory(error);
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
    for (uint32_t i = 0; i < profile->row_count; i++)
        if (stands_for[profile->rows[i].node] == profile->rows[i].node) {
            profile->rows[rows] = profile->rows[i];
            profile->rows[rows].node = at[profile->rows[rows].node];
            rows++;
        }
    for (uint32_t i = 0; i < profile->bin_count; i++)
        if (stands_for[profile->bins[i].node] == profile->bins[i].node) {
            profile->bins[bins] = profile->bins[i];
            profile->bins[bins].node = at[profile->bins[bins].node];
            bins++;
        }
    for (uint32_t i = 0; i < profile->traffic_count; i++)
        if (stands_for[profile->traffic[i].node] == profile->traffic[i].node) {
            profile->traffic[traffic] = profile->traffic[i];
            profile->traffic[traffic].node = at[profile->traffic[traffic].node];
            traffic++;
        }
    compact_values(profile, stands_for, at);
    profile->node_count = count;
    profile->row_count = rows;
    profile->bin_count = bins;
    profile->traffic_count = traffic;
    return true;
}
