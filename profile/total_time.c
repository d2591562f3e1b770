/* total_time.c - see total_time.h. */
#include "profile/total_time.h"

#include <string.h>

bool total_time_beside(const struct profile *profile, uint32_t node)
{
    return profile->regions[profile->nodes[node].region].kind == REGION_THREAD;
}

uint32_t total_time_holder(const struct profile *profile, uint32_t node)
{
    if (!total_time_beside(profile, node))
        return profile->nodes[node].parent;
    return strcmp(profile->regions[profile->nodes[node].region].groups, "device") == 0 ? PROFILE_NONE : 0;
}

void total_time_outside(const struct profile *profile, double *outside)
{
    bool main = false;
    for (uint32_t i = 0; i < profile->node_count; i++) {
        const struct profile_node *node = &profile->nodes[i];
        const struct profile_region *region = &profile->regions[node->region];
        outside[i] = u128_double(node->calls.sum);
        if (i && !total_time_beside(profile, i))
            outside[node->parent] -= outside[i];
        main |= i && !node->parent && region_is_main(region->kind, region->name);
    }
    for (uint32_t i = 0; i < profile->node_count; i++) {
        const struct profile_region *region = &profile->regions[profile->nodes[i].region];
        if (!region_is_outside(region->kind, region->name, main) || outside[i] < 0)
            outside[i] = 0;
    }
}
