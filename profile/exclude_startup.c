/* exclude_startup.c - see exclude_startup.h. */
#include "profile/exclude_startup.h"

#include "common/short_name.h"
#include "profile/canonical.h"
#include "profile/prune_tree.h"
#include "profile/total_time.h"

#include <stdlib.h>
#include <string.h>

#define OF_MPI "outside_mpi_s"
#define OF_MAIN "outside_main_s"

static bool is_startup(const struct profile *profile, uint32_t node)
{
    const struct profile_region *region = &profile->regions[profile->nodes[node].region];
    return region_is_startup(region->kind, region->name);
}

static bool say(struct profile *profile, const char *key, double ps, struct arena *arena)
{
    const char *value = arena_printf(arena, "%.12f", ps / 1e12);
    return value && profile_meta_add(profile, key, value, arena);
}

/* Forgets the times of single calls. */
static void forget_single(struct stat_calls *calls)
{
    calls->min = UINT64_MAX;
    calls->max = 0;
    calls->m2 = 0;
}

/* Removes excluded time from all nodes except the root. Returns the ps that the root still contains, without its own. */
static double take_out(struct profile *profile, double *outside)
{
    double held = 0;
    for (uint32_t i = profile->node_count; i-- > 1;) {
        struct stat_calls *calls = &profile->nodes[i].calls;
        uint32_t holder = total_time_holder(profile, i);
        if (is_startup(profile, i))
            calls->probes = (struct u128){0, 0}; /* they were in what is outside */
        if (outside[i] > 0) {
            calls->sum = u128_from_double(u128_double(calls->sum) - outside[i]);
            forget_single(calls);
        }
        if (holder == 0)
            held += u128_double(calls->sum);
        else if (holder != PROFILE_NONE)
            outside[holder] += outside[i];
    }
    return held;
}

static double smaller_of(double a, double b)
{
    return a < b ? a : b;
}

/* Returns the part of the root's own time, `own` ps, that belongs to the 100%: the part in the statistics over ranks. Some processes of a
 * profile may have a main, others not. */
static double own_of_root(const struct profile *profile, double own, double held)
{
    const struct stat_ranks *ranks = &profile->nodes[0].ranks;
    double probes = 0;
    for (uint32_t i = 1; i < profile->node_count; i++)
        probes += u128_double(profile->nodes[i].calls.probes);
    double rest = ranks->mean * ranks->called + probes - held;
    return rest <= held * 1e-9 ? 0 : smaller_of(rest + u128_double(profile->nodes[0].calls.probes), own);
}

/* Removes start-up calls. MPI_Finalize may call functions of the program; it then remains as their caller. */
static bool drop_startup(struct profile *profile, struct arena *arena, struct error *error)
{
    uint32_t *stands_for = arena_array(arena, profile->node_count, sizeof *stands_for);
    bool *calls = arena_array(arena, profile->node_count, sizeof *calls), any = false;
    if (!stands_for || !calls)
        return profile_no_memory(error);
    for (uint32_t i = profile->node_count; i-- > 1;) {
        stands_for[i] = i;
        bool gone = is_startup(profile, i) && !calls[i];
        if (gone)
            stands_for[i] = PROFILE_NONE;
        else
            calls[profile->nodes[i].parent] = true;
        any |= gone;
    }
    return !any || prune_tree_nodes(profile, stands_for, arena, error);
}

/* Subtracts `apart` ps from a node's time, and a proportional part from each call. */
static void take_off(struct stat_calls *calls, double apart)
{
    double each = calls->calls ? apart / (double)calls->calls : 0;
    calls->sum = u128_from_double(u128_double(calls->sum) - apart);
    calls->mean = calls->mean > each ? calls->mean - each : 0;
    if (calls->min > calls->max)
        return;
    if ((double)calls->min < each) { /* its probes took less than the mean; how much is not known */
        forget_single(calls);
        return;
    }
    calls->min = u64_from_double((double)calls->min - each);
    calls->max = u64_from_double((double)calls->max - each);
}

static void take_off_probes(struct profile *profile, double *below)
{
    memset(below, 0, profile->node_count * sizeof *below);
    for (uint32_t i = profile->node_count; i-- > 0;) {
        struct stat_calls *calls = &profile->nodes[i].calls;
        uint32_t holder = total_time_holder(profile, i);
        below[i] += u128_double(calls->probes);
        if (below[i] > 0)
            take_off(calls, below[i]);
        if (holder != PROFILE_NONE)
            below[holder] += below[i];
    }
}

bool exclude_startup_make(struct profile *profile, bool raw, struct arena *arena, struct error *error)
{
    double *outside = arena_array(arena, profile->node_count, sizeof *outside);
    double own = u128_double(profile->nodes[0].calls.sum), startup = 0;
    if (!outside)
        return profile_no_memory(error);
    total_time_outside(profile, outside);
    for (uint32_t i = 1; i < profile->node_count; i++) {
        startup += outside[i];
        if (!profile->nodes[i].parent && !total_time_beside(profile, i))
            own -= u128_double(profile->nodes[i].calls.sum);
    }
    double held = take_out(profile, outside), of_root = own_of_root(profile, own, held);
    profile->nodes[0].calls.sum = u128_from_double(held + of_root);
    forget_single(&profile->nodes[0].calls);
    if (of_root <= 0)
        profile->nodes[0].calls.probes = (struct u128){0, 0};
    if (!raw)
        take_off_probes(profile, outside);
    if (!say(profile, OF_MPI, startup, arena) || !say(profile, OF_MAIN, own - of_root, arena))
        return profile_no_memory(error);
    return drop_startup(profile, arena, error) && thread_names(profile, arena, error);
}

double exclude_startup_startup(const struct profile *profile)
{
    return strtod(profile_meta(profile, OF_MPI, "0"), NULL) * 1e12;
}

double exclude_startup_around_main(const struct profile *profile)
{
    return strtod(profile_meta(profile, OF_MAIN, "0"), NULL) * 1e12;
}

const char *exclude_startup_say_outside(const struct profile *profile, exclude_startup_time *text, struct arena *arena)
{
    double mpi = exclude_startup_startup(profile), around = exclude_startup_around_main(profile);
    if (mpi <= 0 && around <= 0)
        return "";
    return arena_printf(arena, "excluded from 100%%: %s%s%s%s%s", mpi > 0 ? "MPI_Init and MPI_Finalize " : "",
                        mpi > 0 ? text(arena, mpi) : "", mpi > 0 && around > 0 ? ", " : "",
                        around > 0 ? "outside main " : "", around > 0 ? text(arena, around) : "");
}

#define UNNAMED "thread" /* as the runtime calls all but devices */

/* Returns the region for threads of `region`, made at its first use. Returns false if there is no memory. */
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
