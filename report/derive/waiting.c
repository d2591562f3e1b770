/* waiting.c - see waiting.h. */
#include "report/derive/waiting.h"

#include "common/sort.h"
#include "profile/rank_stays.h"
#include "report/derive/runs.h"

#include <math.h>
#include <stddef.h>
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

/* Makes a list by a metric; an empty one if the profile lacks the metric. */
static void make_list(struct waiting_list *list, const struct view *view, const char *name, struct arena *arena)
{
    uint32_t nodes = view->profile->node_count, place = profile_metric(view->profile, name);
    if (place == PROFILE_NONE)
        return;
    list->paths = arena_array(arena, nodes, sizeof *list->paths);
    metric_fill(&list->metric, view, place, arena);
    for (uint32_t i = 0; i < nodes; i++)
        if (list->metric.own[i] > 0)
            list->paths[list->count++] = (struct waiting_path){i, ns * list->metric.own[i]};
    qsort(list->paths, list->count, sizeof *list->paths, compare_times);
}

/* Combines a metric over all nodes by its rule; 0 if there is none. */
static void make_whole(double *whole, const char *name, const struct view *view, struct arena *arena)
{
    struct metric_shown metric;
    uint32_t place = profile_metric(view->profile, name);
    *whole = 0;
    if (place == PROFILE_NONE)
        return;
    metric_fill(&metric, view, place, arena);
    for (uint32_t i = 0; i < view->profile->node_count; i++)
        *whole = metric_join(metric.what, *whole, ns * metric.own[i]);
}

static double total_of(const struct waiting_list *list)
{
    double total = 0;
    for (uint32_t i = 0; i < list->count; i++)
        total += list->paths[i].time;
    return total;
}

/* Returns the time in which all ranks learn that all have come, as the last rank measured it. */
static double ending_of(const struct profile *profile)
{
    double count = strtod(profile_meta(profile, "ending_count", "0"), NULL),
           least = strtod(profile_meta(profile, "ending_least_ns", "0"), NULL);
    return runs_several(profile) ? 0
                                 : ns * fmax(strtod(profile_meta(profile, "ending_ns", "0"), NULL) - count * least, 0);
}

void waiting_make(struct waiting *waiting, const struct view *view, struct arena *arena)
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
    if (waiting->known) {
        make_list(&waiting->waits, view, "waiting", arena);
        make_list(&waiting->delays, view, "delay", arena);
        make_list(&waiting->causes, view, "cause", arena);
        make_list(&waiting->aways, view, "away", arena);
        make_whole(&waiting->error, "waiting-error", view, arena);
        make_whole(&waiting->clock_error, "clock-error", view, arena);
    }
    for (uint32_t i = 0; i < profile->tally_count; i++)
        if (strcmp(profile->tallies[i].name, UNKNOWN) == 0)
            waiting->unknown += profile->tallies[i].value;
    waiting->total = total_of(&waiting->waits);
    waiting->delay = total_of(&waiting->delays);
    waiting->uncaused = waiting->causes.metric.own ? fmax(waiting->delay - total_of(&waiting->causes), 0) : 0;
    waiting->away = total_of(&waiting->aways);
    waiting->ending = ending_of(profile);
}

const char *waiting_site(const struct view *view, const struct profile_call_site *site, struct arena *arena)
{
    return *site->site ? arena_printf(arena, "%s", view_file(view, site->site)) : "unknown call site";
}

/* Returns the index of the first entry whose node is `node` or a later one. */
static uint32_t first_of(const struct profile *profile, uint32_t node)
{
    return (uint32_t)sort_lower_bound32(profile->call_sites, profile->call_site_count, sizeof *profile->call_sites,
                                        offsetof(struct profile_call_site, node), node);
}

static uint64_t time_of(const struct profile_call_site *site, bool delays)
{
    return delays ? site->delay.all : site->waiting.all;
}

const struct profile_call_site *waiting_dearest(const struct profile *profile, uint32_t node, bool delays,
                                                uint32_t *count)
{
    const struct profile_call_site *dearest = NULL;
    *count = 0;
    for (uint32_t i = first_of(profile, node); i < profile->call_site_count && profile->call_sites[i].node == node;
         i++) {
        const struct profile_call_site *site = &profile->call_sites[i];
        if (!time_of(site, delays))
            continue;
        ++*count;
        if (!dearest || time_of(site, delays) > time_of(dearest, delays))
            dearest = site;
    }
    return dearest;
}

const char *waiting_sites_text(const struct view *view, uint32_t node, bool delays, struct arena *arena)
{
    uint32_t count;
    const struct profile_call_site *dearest = waiting_dearest(view->profile, node, delays, &count);
    const char *text = dearest ? waiting_site(view, dearest, arena) : "";
    return count < 2 ? text : arena_printf(arena, "%s and %u more", text, count - 1);
}

static uint64_t most_of(const struct profile_call_site *site)
{
    return site->waiting.all > site->delay.all ? site->waiting.all : site->delay.all;
}

static int compare_sites(const void *left, const void *right)
{
    const struct profile_call_site *a = *(const struct profile_call_site *const *)left;
    const struct profile_call_site *b = *(const struct profile_call_site *const *)right;
    uint64_t x = most_of(a), y = most_of(b);
    return x != y ? (x < y) - (x > y) : (a > b) - (a < b);
}

const struct profile_call_site **waiting_sites(const struct profile *profile, struct arena *arena)
{
    const struct profile_call_site **sites = arena_array(arena, profile->call_site_count, sizeof *sites);
    for (uint32_t i = 0; i < profile->call_site_count; i++)
        sites[i] = &profile->call_sites[i];
    if (profile->call_site_count)
        qsort(sites, profile->call_site_count, sizeof *sites, compare_sites);
    return sites;
}

static int compare_pairs(const void *left, const void *right)
{
    const struct profile_wait *a = *(const struct profile_wait *const *)left;
    const struct profile_wait *b = *(const struct profile_wait *const *)right;
    return a->ns != b->ns ? (a->ns < b->ns) - (a->ns > b->ns) : (a > b) - (a < b);
}

static int compare_late(const void *left, const void *right)
{
    const struct waiting_late *a = left, *b = right;
    return a->time > b->time ? -1 : a->time < b->time ? 1 : (a->rank > b->rank) - (a->rank < b->rank);
}

static int compare_by_late(const void *left, const void *right)
{
    const struct profile_wait *a = *(const struct profile_wait *const *)left;
    const struct profile_wait *b = *(const struct profile_wait *const *)right;
    return a->late != b->late ? (a->late > b->late) - (a->late < b->late) : compare_pairs(left, right);
}

/* Adds a pair of ranks. Pairs are sorted by the late rank, then by time. */
static void add_pair(struct waiting_ranks *ranks, const struct profile_wait *pair)
{
    struct waiting_late *late = ranks->late_count ? &ranks->late[ranks->late_count - 1] : NULL;
    if (!late || late->rank != pair->late) {
        late = &ranks->late[ranks->late_count++];
        *late = (struct waiting_late){
            .rank = pair->late, .most = pair->rank, .most_time = ns * (double)pair->ns, .cause = PROFILE_NONE};
    }
    late->time += ns * (double)pair->ns;
    late->ranks++;
    ranks->total += ns * (double)pair->ns;
}

static void find_cause(struct waiting_late *late, const struct waiting_list *causes)
{
    for (uint32_t i = 0; i < causes->count; i++) {
        const struct stat_ranks *ranks = waiting_ranks(causes, causes->paths[i].node);
        double time = ranks && ranks->max_rank == late->rank ? ns * (double)ranks->max : 0;
        if (time > causes->paths[i].time) /* some of it is below */
            time = causes->paths[i].time;
        if (time <= late->cause_time)
            continue;
        late->cause = causes->paths[i].node;
        late->cause_time = time;
    }
}

void waiting_ranks_make(struct waiting_ranks *ranks, const struct waiting *waiting, const struct view *view,
                        struct arena *arena)
{
    const struct profile *profile = view->profile;
    *ranks = (struct waiting_ranks){.pairs = arena_array(arena, profile->wait_count, sizeof *ranks->pairs),
                                    .late = arena_array(arena, profile->wait_count, sizeof *ranks->late),
                                    .pair_count = profile->wait_count};
    for (uint32_t i = 0; i < profile->wait_count; i++)
        ranks->pairs[i] = &profile->waits[i];
    if (!profile->wait_count)
        return;
    qsort(ranks->pairs, ranks->pair_count, sizeof *ranks->pairs, compare_by_late);
    for (uint32_t i = 0; i < ranks->pair_count; i++)
        add_pair(ranks, ranks->pairs[i]);
    for (uint32_t i = 0; waiting->known && i < ranks->late_count; i++)
        find_cause(&ranks->late[i], &waiting->causes);
    qsort(ranks->pairs, ranks->pair_count, sizeof *ranks->pairs, compare_pairs);
    qsort(ranks->late, ranks->late_count, sizeof *ranks->late, compare_late);
}

/* In the order of the runtime's enum kept. */
static const char *by_name(uint32_t by)
{
    static const char *const names[] = {"processor", "lock",  "file",    "pipe", "network",
                                        "poll",      "sleep", "process", "page", "other"};
    return by < sizeof names / sizeof *names ? names[by] : "other";
}

static int compare_kept(const void *left, const void *right)
{
    const struct kept_path *a = left, *b = right;
    return a->time != b->time ? (a->time < b->time) - (a->time > b->time) : (a->node > b->node) - (a->node < b->node);
}

/* Returns the entry with the same reason and path, among the entries of its node. */
static struct kept_path *entry_of(struct kept_path *paths, uint32_t *count, const struct profile_stay *stay)
{
    const char *by = by_name(stay->what - STAY_KEPT);
    uint32_t at = *count;
    while (at && paths[at - 1].node == stay->node)
        if (paths[--at].by == by && paths[at].holder == stay->holder)
            return &paths[at];
    paths[*count] = (struct kept_path){.node = stay->node, .holder = stay->holder, .by = by};
    return &paths[(*count)++];
}

const struct kept_path *waiting_kept(const struct profile *profile, uint32_t *count, struct arena *arena)
{
    struct kept_path *paths = arena_array(arena, profile->stay_count, sizeof *paths);
    *count = 0;
    for (uint32_t i = 0; i < profile->stay_count; i++) {
        const struct profile_stay *stay = &profile->stays[i];
        if (stay->what < STAY_KEPT)
            continue;
        struct kept_path *path = entry_of(paths, count, stay);
        path->looks += stay->times;
        path->time += (double)stay->sum;
        if (stay->rank != RANK_STAYS_OTHERS && (double)stay->sum > path->most) {
            path->most = (double)stay->sum;
            path->rank = stay->rank;
            path->thread = stay->thread;
        }
    }
    qsort(paths, *count, sizeof *paths, compare_kept);
    return paths;
}
