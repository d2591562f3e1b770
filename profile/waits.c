/* waits.c - see waits.h. */
#include "profile/waits.h"

#include "common/arena.h"
#include "profile/canonical.h"

#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b)
{
    return waits_compare(a, b);
}

uint32_t waits_join(struct profile_wait *waits, uint32_t count)
{
    uint32_t joined = 0;
    if (count)
        qsort(waits, count, sizeof *waits, compare);
    for (uint32_t i = 0; i < count; i++) {
        if (joined && waits_compare(&waits[joined - 1], &waits[i]) == 0)
            waits[joined - 1].ns = saturating_add(waits[joined - 1].ns, waits[i].ns);
        else
            waits[joined++] = waits[i];
    }
    return joined;
}

static const struct profile_metric metrics[WAITS_METRICS] = {
    [WAITS_AWAY] = {"away", "time that calls of MPI waited at most for messages whose other rank was outside of MPI",
                    "ns", METRIC_SUM},
    [WAITS_CAUSE] = {"cause", "time that other ranks waited for what was done here", "ns", METRIC_SUM},
    [WAITS_CLOCK_ERROR] = {"clock-error", "what was received had come so long before it was sent: clocks differ", "ns",
                           METRIC_MAX},
    [WAITS_DELAY] = {"delay", "time that other ranks waited for these calls", "ns", METRIC_SUM},
    [WAITS_WAITING] = {"waiting", "time that calls of MPI waited for other ranks", "ns", METRIC_SUM},
    [WAITS_ERROR] = {"waiting-error", "standard error of that, at most: it is an estimate", "ns", METRIC_SUM},
};

/* The sum over the lines of one node. */
struct sums {
    uint64_t of[WAITS_METRICS];
};

static void add_figures(struct sums *sums, const struct waits_found *found)
{
    for (int metric = 0; metric < WAITS_METRICS; metric++) {
        uint64_t *sum = &sums->of[metric], more = found->of[metric];
        *sum = metrics[metric].rule == METRIC_SUM ? *sum + more : *sum > more ? *sum : more;
    }
}

static void add_values(struct profile *profile, const struct sums *sums, int metric)
{
    for (uint32_t i = 0; i < profile->node_count; i++)
        if (sums[i].of[metric])
            profile->values[profile->value_count++] =
                (struct profile_value){.node = i, .metric = profile->metric_count, .own = {sums[i].of[metric], 0}};
    profile->metrics[profile->metric_count++] = metrics[metric];
}

static void add_site(struct profile *profile, const struct waits_found *found, uint32_t rank)
{
    uint64_t waiting = found->of[WAITS_WAITING], delay = found->of[WAITS_DELAY];
    if (waiting || delay)
        profile->call_sites[profile->call_site_count++] =
            (struct profile_call_site){found->node, found->site, {waiting, waiting, rank}, {delay, delay, rank}};
}

bool waits_found_fill(struct profile *profile, const struct waits_found *found, uint32_t count, unsigned known,
                      uint32_t rank, struct arena *arena)
{
    struct sums *sums = arena_array(arena, profile->node_count, sizeof *sums);
    profile->metrics = arena_grow(arena, profile->metrics, profile->metric_count * sizeof *metrics,
                                  (profile->metric_count + (size_t)WAITS_METRICS) * sizeof *metrics);
    profile->values = arena_grow(arena, profile->values, profile->value_count * sizeof *profile->values,
                                 (profile->value_count + (size_t)WAITS_METRICS * count) * sizeof *profile->values);
    profile->call_sites = arena_grow(arena, profile->call_sites, profile->call_site_count * sizeof *profile->call_sites,
                                     (profile->call_site_count + (size_t)count) * sizeof *profile->call_sites);
    if (!sums || !profile->metrics || !profile->values || !profile->call_sites)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        add_figures(&sums[found[i].node], &found[i]);
        add_site(profile, &found[i], rank);
    }
    for (int metric = 0; metric < WAITS_METRICS; metric++)
        if (known & 1u << metric)
            add_values(profile, sums, metric);
    return true;
}

int call_site_compare(const struct profile_call_site *a, const struct profile_call_site *b)
{
    return a->node != b->node ? (a->node > b->node) - (a->node < b->node) : strcmp(a->site, b->site);
}

static void merge_time(struct profile_site_time *time, const struct profile_site_time *other)
{
    bool more = other->most > time->most || (other->most == time->most && other->rank < time->rank);
    time->all = saturating_add(time->all, other->all);
    if (!more)
        return;
    time->most = other->most;
    time->rank = other->rank;
}

void call_site_merge(struct profile_call_site *site, const struct profile_call_site *other)
{
    merge_time(&site->waiting, &other->waiting);
    merge_time(&site->delay, &other->delay);
}
