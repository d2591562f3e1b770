/* query.c - see profile.h: the small questions one can ask a profile. */
#include "profile/profile.h"

#include "common/sort.h"
#include "profile/canonical.h"
#include "profile/communicator.h"
#include "profile/total_time.h"

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

struct u128 value_join(struct u128 a, struct u128 b, uint32_t rule)
{
    return rule != METRIC_MAX ? u128_add(a, b) : u128_compare(a, b) >= 0 ? a : b;
}

void value_merge(struct profile_value *value, const struct profile_value *other, uint32_t rule)
{
    value->own = value_join(value->own, other->own, rule);
    stat_ranks_merge(&value->ranks, &other->ranks);
}

/* --- the number of ranks in statistics, which the file omits; see canonical.h. --- */

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* Sets the ranks of a node: those of the nearest context around it. */
static void set_nodes(struct profile *profile)
{
    uint32_t next = 0; /* in the traffic */
    for (uint32_t i = 0; i < profile->node_count; i++) {
        struct profile_node *node = &profile->nodes[i];
        uint32_t around = node->ranks.called;
        while (next < profile->traffic_count && profile->traffic[next].node < i)
            next++;
        if (i && profile->regions[node->region].kind == REGION_CONTEXT)
            around = communicators_members(profile, next, i);
        else if (i)
            around = profile->nodes[node->parent].ranks.in_context;
        node->ranks.in_context = larger(node->ranks.called, around);
    }
}

void profile_set_contexts(struct profile *profile)
{
    set_nodes(profile);
    uint32_t all = profile->nodes[0].ranks.called; /* each of which could have called a region */
    for (uint32_t i = 0; i < profile->value_count; i++) {
        struct profile_value *value = &profile->values[i];
        value->ranks.in_context = larger(value->ranks.called, profile->nodes[value->node].ranks.in_context);
    }
    for (uint32_t i = 0; i < profile->region_value_count; i++) {
        struct profile_region_value *value = &profile->region_values[i];
        value->total.in_context = value->own.in_context = larger(value->total.called, all);
    }
    for (uint32_t i = 0; i < profile->extremes_count; i++) {
        struct profile_extremes *extremes = &profile->extremes[i];
        extremes->calls.in_context = extremes->total.in_context = extremes->own.in_context =
            larger(extremes->total.called, all);
    }
}

/*
 * --- the values of metrics that a process has.
 *
 * Nothing here knows a metric by its name: a profile says of each how it is merged, so one that this version has never heard
 * of is merged and shown like any other.
 */

uint32_t profile_metric(const struct profile *profile, const char *key)
{
    uint32_t i = 0;
    while (i < profile->metric_count && strcmp(profile->metrics[i].key, key) != 0)
        i++;
    return i < profile->metric_count ? i : PROFILE_NONE;
}

bool profile_set_values(struct profile *profile, uint32_t rank, struct arena *arena, struct error *error)
{
    struct arena scratch = {0};
    uint32_t metrics = profile->metric_count, count = 0;
    if (!metrics)
        return true;
    uint64_t most = (uint64_t)profile->node_count * metrics;
    struct u128 *inclusive = arena_array(&scratch, profile->node_count, sizeof *inclusive);
    struct profile_value *all = most < PROFILE_NONE ? arena_array(&scratch, (size_t)most, sizeof *all) : NULL;
    bool ok = inclusive && all;
    for (uint32_t m = 0; ok && m < metrics; m++) {
        profile_inclusive(profile, m, inclusive);
        for (uint32_t i = 0; i < profile->node_count; i++) {
            struct profile_value *value = &all[(size_t)i * metrics + m];
            *value = (struct profile_value){.node = i, .metric = m};
            stat_ranks_init(&value->ranks, rank, inclusive[i].high ? UINT64_MAX : inclusive[i].low, 1);
            count += inclusive[i].low || inclusive[i].high;
        }
    }
    for (uint32_t i = 0; ok && i < profile->value_count; i++) {
        const struct profile_value *value = &profile->values[i];
        all[(size_t)value->node * metrics + value->metric].own = value->own;
    }
    struct profile_value *values = arena_array(arena, count, sizeof *values);
    ok = ok && values;
    profile->value_count = 0;
    for (uint64_t i = 0; ok && i < most; i++)
        if (all[i].ranks.max)
            values[profile->value_count++] = all[i];
    profile->values = values;
    arena_free(&scratch);
    if (!ok)
        return profile_no_memory(error);
    profile_set_contexts(profile);
    return true;
}
