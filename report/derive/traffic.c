/* traffic.c - see traffic.h. */
#include "report/derive/traffic.h"

#include <string.h>

struct profile_traffic *traffic_of_regions(const struct profile *profile, struct arena *arena)
{
    struct profile_traffic *sums = arena_array(arena, profile->region_count, sizeof *sums);
    for (uint32_t i = 0; i < profile->traffic_count; i++)
        profile_traffic_merge(&sums[profile->nodes[profile->traffic[i].node].region], &profile->traffic[i]);
    return sums;
}

struct profile_traffic *traffic_of_communicators(const struct profile *profile, struct arena *arena)
{
    struct profile_traffic *sums = arena_array(arena, profile->communicator_count, sizeof *sums);
    for (uint32_t i = 0; i < profile->traffic_count; i++)
        if (profile->traffic[i].communicator != PROFILE_NONE)
            profile_traffic_merge(&sums[profile->traffic[i].communicator], &profile->traffic[i]);
    return sums;
}

const char *traffic_contexts(const struct profile *profile, uint32_t communicator, struct arena *arena)
{
    const char *names = "", *last = "";
    for (uint32_t i = 0; i < profile->traffic_count; i++) {
        const struct profile_region *region = &profile->regions[profile->nodes[profile->traffic[i].node].region];
        if (profile->traffic[i].communicator != communicator || region->kind != REGION_CONTEXT ||
            !strcmp(last, region->name))
            continue;
        names = arena_printf(arena, "%s%s%s", names, *names ? ", " : "", region->name);
        last = region->name;
    }
    return names;
}

double traffic_below(const struct profile_traffic *traffic, double quantile)
{
    double power = 1;
    uint64_t seen = 0;
    if (!traffic->messages)
        return 0;
    for (int k = 0; k < TRAFFIC_SIZES; k++) {
        seen += traffic->sizes[k];
        if ((double)seen >= quantile * (double)traffic->messages)
            break;
        power *= 2;
    }
    return power;
}
