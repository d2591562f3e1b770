/* query.c - see profile.h: the small questions one can ask a profile. */
#include "profile/profile.h"

#include "common/sort.h"
#include "profile/canonical.h"
#include "profile/communicator.h"
#include "profile/total_time.h"
#include "profile/value.h"

#include <stddef.h>
#include <string.h>

const char *profile_meta(const struct profile *profile, const char *key, const char *fallback)
{
    uint32_t low = 0, high = profile->meta_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = strcmp(profile->meta[middle].key, key);
        if (!order)
            return profile->meta[middle].value;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return fallback;
}

bool profile_meta_add(struct profile *profile, const char *key, const char *value, struct arena *arena)
{
    struct profile_meta *meta = arena_array(arena, (size_t)profile->meta_count + 1, sizeof *meta);
    uint32_t count = 0, old = 0;
    if (!meta)
        return false;
    while (old < profile->meta_count && strcmp(profile->meta[old].key, key) < 0)
        meta[count++] = profile->meta[old++];
    meta[count++] = (struct profile_meta){key, value};
    while (old < profile->meta_count)
        meta[count++] = profile->meta[old++];
    profile->meta = meta;
    profile->meta_count = count;
    return true;
}

bool profile_private(const struct profile *profile)
{
    return *profile_meta(profile, "arguments", "") != '\0';
}

bool profile_estimated(const struct profile_node *node)
{
    return node->calls.error2 > 0 || (node->calls.timed < node->calls.calls && !(node->flags & NODE_FOLDED));
}

static double larger_of(double a, double b)
{
    return a > b ? a : b;
}

bool profile_set_rank(struct profile *profile, uint32_t rank, struct error *error)
{
    struct arena scratch = {0};
    double threads = 0; /* ps, of all that the root holds beside its own thread */
    /* ps of each node that are outside or that probes took: of its own time, then also of the time below it. */
    double *apart = arena_array(&scratch, profile->node_count, sizeof *apart);
    if (!apart)
        return profile_no_memory(error);
    total_time_outside(profile, apart);
    for (uint32_t i = 0; i < profile->node_count; i++)
        apart[i] = larger_of(apart[i], u128_double(profile->nodes[i].calls.probes));
    for (uint32_t i = profile->node_count; i-- > 0;) {
        struct profile_node *node = &profile->nodes[i];
        double time = u128_double(node->calls.sum) - apart[i] + (i ? 0 : threads);
        if (total_time_beside(profile, i))
            threads += total_time_holder(profile, i) == 0 ? larger_of(time, 0) : 0;
        else if (i)
            apart[node->parent] += apart[i];
        struct u128 whole = time == u128_double(node->calls.sum) ? node->calls.sum : u128_from_double(time);
        if (node->first)
            node->first_rank = rank;
        stat_ranks_init(&node->ranks, rank, whole.high ? UINT64_MAX : whole.low, 1);
    }
    arena_free(&scratch);
    profile_set_contexts(profile);
    return true;
}

int location_compare(const struct profile_location *a, const struct profile_location *b)
{
    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    if (a->thread != b->thread)
        return a->thread < b->thread ? -1 : 1;
    if (a->pid != b->pid)
        return a->pid < b->pid ? -1 : 1;
    return strcmp(a->host, b->host);
}

uint64_t saturating_add(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

void profile_traffic_add(struct profile_traffic *traffic, uint64_t bytes)
{
    int bits = bytes ? 64 - __builtin_clzll(bytes) : 0;
    traffic->messages++;
    traffic->bytes = saturating_add(traffic->bytes, bytes);
    traffic->sizes[bits < TRAFFIC_SIZES ? bits : TRAFFIC_SIZES - 1]++;
}

void profile_traffic_merge(struct profile_traffic *traffic, const struct profile_traffic *other)
{
    traffic->calls = saturating_add(traffic->calls, other->calls);
    traffic->messages = saturating_add(traffic->messages, other->messages);
    traffic->bytes = saturating_add(traffic->bytes, other->bytes);
    for (int i = 0; i < TRAFFIC_SIZES; i++)
        traffic->sizes[i] = saturating_add(traffic->sizes[i], other->sizes[i]);
}

int profile_compare_first(const struct profile_node *a, const struct profile_node *b)
{
    if (!a->first || !b->first)
        return (b->first != 0) - (a->first != 0);
    if (a->first_rank != b->first_rank)
        return a->first_rank < b->first_rank ? -1 : 1;
    return (a->first > b->first) - (a->first < b->first);
}

void first_merge(struct profile_node *node, const struct profile_node *other)
{
    if (profile_compare_first(node, other) <= 0)
        return;
    node->first = other->first;
    node->first_rank = other->first_rank;
}

bool profile_no_memory(struct error *error)
{
    return error_set(error, ERROR_INTERNAL, "no memory for the profile");
}

uint32_t profile_first_row(const struct profile *profile, uint32_t node)
{
    return (uint32_t)sort_lower_bound32(profile->rows, profile->row_count, sizeof *profile->rows,
                                        offsetof(struct profile_row, node), node);
}

void profile_inclusive(const struct profile *profile, uint32_t metric, struct u128 *inclusive)
{
    for (uint32_t i = 0; i < profile->node_count; i++)
        inclusive[i] = (struct u128){0, 0};
    for (uint32_t i = 0; i < profile->value_count; i++)
        if (profile->values[i].metric == metric)
            inclusive[profile->values[i].node] = profile->values[i].own;
    for (uint32_t i = profile->node_count; i-- > 1;) {
        const struct profile_region *region = &profile->regions[profile->nodes[i].region];
        struct u128 *parent = &inclusive[profile->nodes[i].parent];
        if (!region_is_startup(region->kind, region->name))
            *parent = value_join(*parent, inclusive[i], profile->metrics[metric].rule);
    }
}
