/* thread_names.c - see thread_names.h. */
#include "profile/thread_names.h"

#include "common/short_name.h"
#include "profile/canonical.h"

#include <string.h>

#define UNNAMED "thread" /* as the runtime calls all but devices */

/* The region for threads of `region`, which is made at its first use. False: no memory. */
static bool make(struct profile *profile, uint32_t region, uint32_t *made, struct arena *arena)
{
    if (made[region] != PROFILE_NONE)
        return true;
    const char *full = profile->regions[region].name;
    const char *name = arena_printf(arena, "%.*s (threads)", (int)short_name_length(full), full);
    made[region] = profile->region_count++;
    profile->regions[made[region]] = profile->regions[region];
    profile->regions[made[region]].kind = REGION_THREAD;
    profile->regions[made[region]].name = name;
    return name;
}

static bool is_unnamed(const struct profile *profile, uint32_t node)
{
    const struct profile_region *region = &profile->regions[profile->nodes[node].region];
    return profile->nodes[node].parent && region->kind == REGION_THREAD && strcmp(region->name, UNNAMED) == 0;
}

bool thread_names(struct profile *profile, struct arena *arena, struct error *error)
{
    uint32_t count = profile->region_count;
    uint32_t *made = arena_array(arena, count, sizeof *made);
    struct profile_region *regions = arena_array(arena, 2 * (size_t)count, sizeof *regions);
    if (!made || !regions)
        return profile_no_memory(error);
    memcpy(regions, profile->regions, count * sizeof *regions);
    memset(made, 0xff, count * sizeof *made);
    profile->regions = regions;
    for (uint32_t i = 1; i < profile->node_count; i++) {
        uint32_t above = profile->nodes[profile->nodes[i].parent].region;
        if (!is_unnamed(profile, i))
            continue;
        if (above < count && !make(profile, above, made, arena))
            return profile_no_memory(error);
        profile->nodes[i].region = above < count ? made[above] : above; /* threads of threads, as in nested regions */
    }
    return profile->region_count == count || profile_normalize(profile, arena, error);
}
