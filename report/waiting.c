/* waiting.c - see waiting.h. */
#include "report/waiting.h"

#include <stdlib.h>

static const double ns = 1000; /* in ps */

double waiting_of(const struct waiting *waiting, uint32_t node)
{
    return ns * waiting->waited.own[node];
}

const struct stat_ranks *waiting_delays(const struct waiting *waiting, uint32_t node)
{
    const struct profile_value *value = waiting->delayed.of_node[node];
    return value && waiting->delayed.own[node] > 0 ? &value->ranks : NULL;
}

static int compare_times(const void *left, const void *right)
{
    const struct waiting_path *a = left, *b = right;
    return a->time > b->time ? -1 : a->time < b->time ? 1 : (a->node > b->node) - (a->node < b->node);
}

/* Null: no memory. */
static struct waiting_path *make_paths(const struct metric_shown *metric, uint32_t nodes, uint32_t *count,
                                       struct arena *arena)
{
    struct waiting_path *paths = arena_array(arena, nodes, sizeof *paths);
    *count = 0;
    for (uint32_t i = 0; paths && i < nodes; i++)
        if (metric->own[i] > 0)
            paths[(*count)++] = (struct waiting_path){i, ns * metric->own[i]};
    if (paths)
        qsort(paths, *count, sizeof *paths, compare_times);
    return paths;
}

bool waiting_make(struct waiting *waiting, const struct view *view, struct arena *arena)
{
    const struct profile *profile = view->profile;
    uint32_t waited = profile_metric(profile, "waiting"), delayed = profile_metric(profile, "delay");
    *waiting = (struct waiting){.known = waited != PROFILE_NONE && delayed != PROFILE_NONE};
    for (uint32_t i = 0; i < profile->region_count; i++)
        if (profile->regions[i].kind == REGION_MPI)
            waiting->mpi += view->regions[i].exclusive;
    if (!waiting->known)
        return true;
    if (!metric_fill(&waiting->waited, view, waited, arena) || !metric_fill(&waiting->delayed, view, delayed, arena))
        return false;
    waiting->waits = make_paths(&waiting->waited, profile->node_count, &waiting->wait_count, arena);
    waiting->delays = make_paths(&waiting->delayed, profile->node_count, &waiting->delay_count, arena);
    for (uint32_t i = 0; waiting->waits && i < waiting->wait_count; i++)
        waiting->total += waiting->waits[i].time;
    return waiting->waits && waiting->delays;
}
