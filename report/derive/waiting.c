/* waiting.c - see waiting.h. */
#include "report/derive/waiting.h"

#include "report/derive/runs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double ns = 1000; /* in ps */

#define UNKNOWN "calls of MPI whose waiting is not known" /* as runtime/measure/beside/operation.h has it */

static bool polls(const struct profile_region *region)
{
    static const char *const names[] = {"MPI_Test",    "MPI_Testall", "MPI_Testany",  "MPI_Testsome",
                                        "MPI_Iprobe",  "MPI_Improbe", "MPI_Win_test", "MPI_Request_get_status",
                                        "MPI_Parrived"};
    for (size_t i = 0; region->kind == REGION_MPI && i < sizeof names / sizeof *names; i++)
        if (strcmp(region->name, names[i]) == 0)
            return true;
    return false;
}

const char *waiting_mark(const struct waiting *waiting)
{
    return waiting->error > 0 ? "~" : "";
}

double waiting_polled(const struct view *view, uint32_t node)
{
    const struct profile *profile = view->profile;
    return polls(&profile->regions[profile->nodes[node].region]) ? view->nodes[node].exclusive : 0;
}

double waiting_of(const struct waiting *waiting, uint32_t node)
{
    return ns * waiting->waits.metric.own[node];
}

const struct stat_ranks *waiting_ranks(const struct waiting_list *list, uint32_t node)
{
    const struct profile_value *value = list->metric.of_node[node];
    return value && list->metric.own[node] > 0 ? &value->ranks : NULL;
}

static int compare_times(const void *left, const void *right)
{
    const struct waiting_path *a = left, *b = right;
    return a->time > b->time ? -1 : a->time < b->time ? 1 : (a->node > b->node) - (a->node < b->node);
}

/* Empty where nobody looked for that. False: no memory. */
static bool make_list(struct waiting_list *list, const struct view *view, const char *name, struct arena *arena)
{
    uint32_t nodes = view->profile->node_count, place = profile_metric(view->profile, name);
    if (place == PROFILE_NONE)
        return true;
    list->paths = arena_array(arena, nodes, sizeof *list->paths);
    if (!list->paths || !metric_fill(&list->metric, view, place, arena))
        return false;
    for (uint32_t i = 0; i < nodes; i++)
        if (list->metric.own[i] > 0)
            list->paths[list->count++] = (struct waiting_path){i, ns * list->metric.own[i]};
    qsort(list->paths, list->count, sizeof *list->paths, compare_times);
    return true;
}

/* What all nodes have of a metric, by its rule, or 0. False: no memory. */
static bool make_whole(double *whole, const char *name, const struct view *view, struct arena *arena)
{
    struct metric_shown metric;
    uint32_t place = profile_metric(view->profile, name);
    *whole = 0;
    if (place == PROFILE_NONE)
        return true;
    if (!metric_fill(&metric, view, place, arena))
        return false;
    for (uint32_t i = 0; i < view->profile->node_count; i++)
        *whole = metric_join(metric.what, *whole, ns * metric.own[i]);
    return true;
}

static double total_of(const struct waiting_list *list)
{
    double total = 0;
    for (uint32_t i = 0; i < list->count; i++)
        total += list->paths[i].time;
    return total;
}

/* The rank that came last says how long it takes until all know that they have come. */
static double ending_of(const struct profile *profile)
{
    double count = strtod(profile_meta(profile, "ending_count", "0"), NULL),
           least = strtod(profile_meta(profile, "ending_least_ns", "0"), NULL);
    return runs_several(profile) ? 0
                                 : ns * fmax(strtod(profile_meta(profile, "ending_ns", "0"), NULL) - count * least, 0);
}

bool waiting_make(struct waiting *waiting, const struct view *view, struct arena *arena)
{
    const struct profile *profile = view->profile;
    *waiting = (struct waiting){.known = profile_metric(profile, "waiting") != PROFILE_NONE &&
                                         profile_metric(profile, "delay") != PROFILE_NONE};
    for (uint32_t i = 0; i < profile->region_count; i++) {
        if (profile->regions[i].kind == REGION_MPI)
            waiting->mpi += view->regions[i].exclusive;
        if (polls(&profile->regions[i]))
            waiting->polled += view->regions[i].exclusive;
    }
    if (waiting->known &&
        (!make_list(&waiting->waits, view, "waiting", arena) || !make_list(&waiting->delays, view, "delay", arena) ||
         !make_list(&waiting->causes, view, "cause", arena) || !make_list(&waiting->aways, view, "away", arena) ||
         !make_whole(&waiting->error, "waiting-error", view, arena) ||
         !make_whole(&waiting->clock_error, "clock-error", view, arena)))
        return false;
    for (uint32_t i = 0; i < profile->tally_count; i++)
        if (strcmp(profile->tallies[i].name, UNKNOWN) == 0)
            waiting->unknown += profile->tallies[i].value;
    waiting->total = total_of(&waiting->waits);
    waiting->delay = total_of(&waiting->delays);
    waiting->uncaused = waiting->causes.metric.own ? fmax(waiting->delay - total_of(&waiting->causes), 0) : 0;
    waiting->away = total_of(&waiting->aways);
    waiting->ending = ending_of(profile);
    return true;
}
