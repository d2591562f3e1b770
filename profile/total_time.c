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

/* Figures of the ranks' first threads: the longest, the sum, and how many have rows. */
struct first_threads {
    double longest, all, count;
};

static struct first_threads first_threads_of(const struct profile *profile)
{
    struct first_threads first = {0};
    for (uint32_t i = 0; i < profile->row_count && !profile->rows[i].node; i++) {
        double time = (double)profile->rows[i].inclusive;
        if (profile->locations[profile->rows[i].location].thread)
            continue;
        first.longest = time > first.longest ? time : first.longest;
        first.all += time;
        first.count++;
    }
    return first;
}

/* Returns the threads of the largest teams that first threads begin; a path counts with its mean. */
static double threads_of_teams(const struct profile *profile)
{
    double most = 1;
    for (uint32_t i = 0, end; i < profile->stay_count; i = end) {
        double parts = 0, regions = 0;
        bool first = false;
        for (end = i; end < profile->stay_count && profile->stays[end].node == profile->stays[i].node; end++) {
            const struct profile_stay *stay = &profile->stays[end];
            parts += stay->what < STAY_KEPT ? (double)stay->times : 0;
            regions += stay->what == STAY_OWN ? (double)stay->times : 0;
            first |= stay->what == STAY_OWN && !stay->thread;
        }
        if (first && parts > most * regions)
            most = parts / regions;
    }
    return most;
}

struct total_time total_time_of(const struct profile *profile, double measured, bool one_job)
{
    struct first_threads first = first_threads_of(profile);
    double ranks = profile->nodes[0].ranks.called ? profile->nodes[0].ranks.called : 1;
    struct total_time time = {.run = measured, .threads = threads_of_teams(profile), .whole = measured};
    if (!one_job)
        return time;
    time.run = first.longest > 0 ? first.longest : measured / ranks;
    double ended = first.count > 0 ? ranks * (time.run - first.all / first.count) : 0;
    double missing = time.threads * ranks * time.run - measured;
    if (missing <= 0)
        return time;
    time.ended = missing < ended ? missing : ended;
    time.between = time.threads > 1 ? missing - time.ended : 0;
    time.whole = measured + time.ended + time.between;
    return time;
}
