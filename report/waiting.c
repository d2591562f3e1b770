/* waiting.c - see waiting.h. */
#include "report/waiting.h"

#include <stdlib.h>

static const double ns = 1000; /* in ps */

double waiting_of(const struct waiting *waiting, uint32_t node)
{
    return ns * waiting->waited.own[node];
}

const struct stat_ranks *waiting_ranks(const struct metric_shown *metric, uint32_t node)
{
    const struct profile_value *value = metric->of_node[node];
    return value && metric->own[node] > 0 ? &value->ranks : NULL;
}

static int compare_times(const void *left, const void *right)
{
    const struct waiting_path *a = left, *b = right;
    return a->time > b->time ? -1 : a->time < b->time ? 1 : (a->node > b->node) - (a->node < b->node);
}

/* False: no memory. */
static bool make_paths(struct waiting_path **paths, uint32_t *count, struct metric_shown *metric,
                       const struct view *view, uint32_t place, struct arena *arena)
{
    uint32_t nodes = view->profile->node_count;
    *paths = arena_array(arena, nodes, sizeof **paths);
    if (!*paths || !metric_fill(metric, view, place, arena))
        return false;
    for (uint32_t i = 0; i < nodes; i++)
        if (metric->own[i] > 0)
            (*paths)[(*count)++] = (struct waiting_path){i, ns * metric->own[i]};
    qsort(*paths, *count, sizeof **paths, compare_times);
    return true;
}

bool waiting_make(struct waiting *waiting, const struct view *view, struct arena *arena)
{
    const struct profile *profile = view->profile;
    uint32_t waited = profile_metric(profile, "waiting"), delayed = profile_metric(profile, "delay");
    uint32_t caused = profile_metric(profile, "cause");
    *waiting = (struct waiting){.known = waited != PROFILE_NONE && delayed != PROFILE_NONE && caused != PROFILE_NONE};
    for (uint32_t i = 0; i < profile->region_count; i++)
        if (profile->regions[i].kind == REGION_MPI)
            waiting->mpi += view->regions[i].exclusive;
    if (waiting->known &&
        (!make_paths(&waiting->waits, &waiting->wait_count, &waiting->waited, view, waited, arena) ||
         !make_paths(&waiting->delays, &waiting->delay_count, &waiting->delayed, view, delayed, arena) ||
         !make_paths(&waiting->causes, &waiting->cause_count, &waiting->caused, view, caused, arena)))
        return false;
    for (uint32_t i = 0; i < waiting->wait_count; i++)
        waiting->total += waiting->waits[i].time;
    return true;
}
