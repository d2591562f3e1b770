/* metrics.c - see metrics.h. */
#include "profile/metrics.h"

#include "base/sort.h"
#include "profile/canonical.h"
#include "profile/region_values.h"
#include "profile/value.h"

#include <string.h>

int metric_compare(const struct profile_metric *a, const struct profile_metric *b)
{
    int order = strcmp(a->key, b->key);
    if (!order)
        order = strcmp(a->unit, b->unit);
    return order ? order : (a->rule > b->rule) - (a->rule < b->rule);
}

static int value_compare(const struct profile_value *a, const struct profile_value *b)
{
    if (a->node != b->node)
        return a->node < b->node ? -1 : 1;
    return (a->metric > b->metric) - (a->metric < b->metric);
}

uint32_t profile_metric(const struct profile *profile, const char *key)
{
    uint32_t i = 0;
    while (i < profile->metric_count && strcmp(profile->metrics[i].key, key) != 0)
        i++;
    return i < profile->metric_count ? i : PROFILE_NONE;
}

static int compare_values(const void *table, uint32_t a, uint32_t b)
{
    const struct profile_value *values = table;
    return value_compare(&values[a], &values[b]);
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
    metrics_set_contexts(profile);
    return true;
}

void metrics_set_contexts(struct profile *profile)
{
    for (uint32_t i = 0; i < profile->value_count; i++) {
        struct stat_ranks *ranks = &profile->values[i].ranks;
        uint32_t around = profile->nodes[profile->values[i].node].ranks.in_context;
        ranks->in_context = ranks->called > around ? ranks->called : around;
    }
    region_values_set_contexts(profile);
}

/* --- merging --- */

/* Fills the maps from old to new metrics. */
static bool merge_names(const struct profile *const in[2], uint32_t *const map[2], struct profile *out,
                        struct arena *arena)
{
    const struct profile *a = in[0], *b = in[1];
    uint32_t i = 0, j = 0, count = 0;
    struct profile_metric *metrics = arena_array(arena, (size_t)a->metric_count + b->metric_count, sizeof *metrics);
    while (metrics && (i < a->metric_count || j < b->metric_count)) {
        int order = i >= a->metric_count   ? 1
                    : j >= b->metric_count ? -1
                                           : metric_compare(&a->metrics[i], &b->metrics[j]);
        metrics[count] = order <= 0 ? a->metrics[i] : b->metrics[j];
        if (!order && strcmp(b->metrics[j].name, a->metrics[i].name) < 0)
            metrics[count].name = b->metrics[j].name;
        if (order <= 0)
            map[0][i++] = count;
        if (order >= 0)
            map[1][j++] = count;
        count++;
    }
    out->metrics = metrics;
    out->metric_count = count;
    return metrics != NULL;
}

/* The next value of an input as it will be in the result; behind the last one what no value is greater than. */
static struct profile_value next_value(const struct profile *in, uint32_t at, const uint32_t *node_map,
                                       const uint32_t *metric_map)
{
    if (at >= in->value_count)
        return (struct profile_value){.node = PROFILE_NONE};
    struct profile_value next = in->values[at];
    next.node = node_map[next.node];
    next.metric = metric_map[next.metric];
    return next;
}

bool metrics_merge(const struct profile *const in[2], uint32_t *const region_map[2], uint32_t *const node_map[2],
                   struct profile *out, struct arena *arena, struct error *error)
{
    struct arena scratch = {0};
    uint64_t most = (uint64_t)in[0]->value_count + in[1]->value_count;
    uint32_t *const map[2] = {arena_array(&scratch, in[0]->metric_count, sizeof(uint32_t)),
                              arena_array(&scratch, in[1]->metric_count, sizeof(uint32_t))};
    struct profile_value *values = most < PROFILE_NONE ? arena_array(arena, (size_t)most, sizeof *values) : NULL;
    bool ok = map[0] && map[1] && values && merge_names(in, map, out, arena) &&
              region_values_merge(in, region_map, map, out, arena);
    uint32_t at[2] = {0, 0}, count = 0;
    while (ok && (at[0] < in[0]->value_count || at[1] < in[1]->value_count)) {
        struct profile_value next[2];
        for (int k = 0; k < 2; k++)
            next[k] = next_value(in[k], at[k], node_map[k], map[k]);
        int order = value_compare(&next[0], &next[1]);
        values[count] = next[order > 0];
        if (!order)
            value_merge(&values[count], &next[1], out->metrics[values[count].metric].rule);
        at[0] += order <= 0;
        at[1] += order >= 0;
        count++;
    }
    out->values = values;
    out->value_count = count;
    arena_free(&scratch);
    return ok || profile_no_memory(error);
}

/* --- sorting --- */

static int compare_metrics(const void *table, uint32_t a, uint32_t b)
{
    const struct profile_metric *metrics = table;
    return metric_compare(&metrics[a], &metrics[b]);
}

static bool sort_metrics(struct profile *profile, uint32_t *map, struct arena *arena, struct arena *scratch)
{
    uint32_t given = profile->metric_count, count = 0;
    uint32_t *order = arena_array(scratch, given, sizeof *order);
    struct profile_metric *metrics = arena_array(arena, given, sizeof *metrics);
    if (!order || !metrics || !sort_positions(order, given, compare_metrics, profile->metrics, scratch))
        return false;
    for (uint32_t i = 0; i < given; i++) {
        if (!count || metric_compare(&metrics[count - 1], &profile->metrics[order[i]]))
            metrics[count++] = profile->metrics[order[i]];
        map[order[i]] = count - 1;
    }
    profile->metrics = metrics;
    profile->metric_count = count;
    return true;
}

static bool map_values(struct profile *profile, struct profile_value *mapped, const uint32_t *metric_map,
                       uint32_t metric_count, const uint32_t *node_map, uint32_t node_count, struct error *error)
{
    for (uint32_t i = 0; i < profile->value_count; i++) {
        mapped[i] = profile->values[i];
        if (mapped[i].node >= node_count || mapped[i].metric >= metric_count)
            return error_set(error, ERROR_INTERNAL, "profile to normalize: a value's node or metric is out of range");
        mapped[i].node = node_map[mapped[i].node];
        mapped[i].metric = metric_map[mapped[i].metric];
    }
    return true;
}

bool metrics_normalize(struct profile *profile, const uint32_t *region_map, uint32_t region_count,
                       const uint32_t *node_map, uint32_t node_count, struct arena *arena, struct error *error)
{
    struct arena scratch = {0};
    uint32_t given = profile->value_count, metrics = profile->metric_count, count = 0;
    uint32_t *metric_map = arena_array(&scratch, metrics, sizeof *metric_map);
    uint32_t *order = arena_array(&scratch, given, sizeof *order);
    struct profile_value *mapped = arena_array(&scratch, given, sizeof *mapped);
    struct profile_value *values = arena_array(arena, given, sizeof *values);
    bool room = metric_map && order && mapped && values && sort_metrics(profile, metric_map, arena, &scratch);
    bool ok = room && map_values(profile, mapped, metric_map, metrics, node_map, node_count, error);
    if (ok && !(room = sort_positions(order, given, compare_values, mapped, &scratch)))
        ok = false;
    for (uint32_t i = 0; ok && i < given; i++) {
        const struct profile_value *value = &mapped[order[i]];
        if (count && !value_compare(&values[count - 1], value))
            value_merge(&values[count - 1], value, profile->metrics[value->metric].rule);
        else
            values[count++] = *value;
    }
    profile->values = values;
    profile->value_count = count;
    ok = ok && region_values_normalize(profile, region_map, region_count, metric_map, metrics, arena, error);
    arena_free(&scratch);
    return ok || (room ? false : profile_no_memory(error));
}
