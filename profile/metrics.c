/*
 * metrics.c - the values of metrics that a process has.
 *
 * Nothing here knows a metric by its name: a profile says of each how it is merged, so one that this version has never heard
 * of is merged and shown like any other.
 */
#include "profile/canonical.h"

#include <string.h>

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
