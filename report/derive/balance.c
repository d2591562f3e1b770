/* balance.c - see balance.h. */
#include "report/derive/balance.h"

#include "common/sort.h"

#include <math.h>

double balance_ratio(const struct balance_path *path)
{
    return path->mean > 0 ? path->max / path->mean - 1 : NAN;
}

static const struct profile_region *region_of(const struct view *view, uint32_t node)
{
    return &view->profile->regions[view->profile->nodes[node].region];
}

/* Makes a path's figures from the statistics over ranks. Their times include waiting. */
static struct balance_path path_of_ranks(const struct profile *profile, uint32_t node)
{
    const struct stat_ranks *ranks = &profile->nodes[node].ranks;
    return (struct balance_path){.node = node,
                                 .min = (double)stat_ranks_min(ranks),
                                 .mean = stat_ranks_mean(ranks),
                                 .max = (double)ranks->max,
                                 .max_rank = ranks->max_rank};
}

/* Returns the least work of a rank in the context. Ranks outside the context have no work there; they must not count as the least. */
static double least_work(const struct members *members, const struct stat_ranks *ranks)
{
    double least = 0;
    uint32_t working = 0;
    for (uint32_t i = 0; i < members->count; i++)
        if (members->times[i] > 0 && (!working++ || members->times[i] < least))
            least = members->times[i];
    return working < ranks->in_context ? 0 : least;
}

static struct balance_path path_of_work(const struct members *members, uint32_t node)
{
    const struct stat_ranks *ranks = &members->profile->nodes[node].ranks;
    members_work(members, node, members->times);
    struct member_stat stat = members_stat(members, members->times);
    return (struct balance_path){.node = node,
                                 .min = least_work(members, ranks),
                                 .mean = stat.mean * members->count / ranks->in_context,
                                 .max = stat.max,
                                 .max_rank = members_number(members, stat.max_member)};
}

static struct balance_path make_path(const struct balance *balance, uint32_t node)
{
    const struct view *view = balance->view;
    const struct stat_ranks *ranks = &view->profile->nodes[node].ranks;
    bool mpi = region_of(view, node)->kind == REGION_MPI;
    struct balance_path path =
        !mpi && balance->members->all ? path_of_work(balance->members, node) : path_of_ranks(view->profile, node);
    path.lost = path.max - path.mean;
    path.noise = view->nodes[node].unseen
                     ? (double)INFINITY
                     : 2.58 * sqrt(view->profile->nodes[node].calls.error2 / (ranks->called ? ranks->called : 1));
    if (mpi && ranks->called)
        path.excess = (ranks->mean - (double)ranks->min) * ranks->called;
    path.waited = balance->waiting.known ? waiting_of(&balance->waiting, node) : path.excess;
    return path;
}

static int compare_paths(const void *table, uint32_t a, uint32_t b)
{
    const struct balance_path *paths = table;
    double x = paths[a].lost, y = paths[b].lost;
    return x > y ? -1 : x < y ? 1 : 0;
}

static int compare_mpi(const void *table, uint32_t a, uint32_t b)
{
    const struct balance_path *paths = table;
    double x = paths[a].waited, y = paths[b].waited;
    return x > y ? -1 : x < y ? 1 : 0;
}

/* Marks paths whose child has nearly all of the loss, on the same rank. */
static void mark_repeats(struct balance *balance, struct arena *scratch)
{
    const struct profile *profile = balance->view->profile;
    struct balance_path **at = arena_array(scratch, profile->node_count, sizeof(struct balance_path *));
    for (uint32_t i = 0; i < balance->path_count; i++)
        at[balance->paths[i].node] = &balance->paths[i];
    for (uint32_t i = 0; i < balance->path_count; i++) {
        const struct balance_path *path = &balance->paths[i];
        struct balance_path *above = at[profile->nodes[path->node].parent];
        if (above && above->lost <= path->lost * 1.25 && above->max_rank == path->max_rank && path->lost > 0)
            above->repeats = true;
    }
}

static void sort_paths(struct balance_path **paths, uint32_t count, sort_compare *compare, struct arena *arena,
                       struct arena *scratch)
{
    uint32_t *order = arena_array(scratch, count, sizeof *order);
    struct balance_path *sorted = arena_array(arena, count, sizeof *sorted);
    sort_positions(order, count, compare, *paths, scratch);
    for (uint32_t i = 0; i < count; i++)
        sorted[i] = (*paths)[order[i]];
    *paths = sorted;
}

void balance_make(struct balance *balance, const struct view *view, const struct members *members, struct arena *arena)
{
    const struct profile *profile = view->profile;
    struct arena scratch = {0};
    *balance = (struct balance){.view = view,
                                .members = members,
                                .paths = arena_array(&scratch, profile->node_count, sizeof *balance->paths),
                                .mpi = arena_array(&scratch, profile->node_count, sizeof *balance->mpi)};
    waiting_make(&balance->waiting, view, arena);
    teams_make(&balance->teams, view, arena);
    for (uint32_t i = 1; i < profile->node_count; i++) {
        const struct profile_region *region = region_of(view, i);
        if (region->kind == REGION_MPI)
            balance->mpi[balance->mpi_count++] = make_path(balance, i);
        else if (region_is_work(region->kind))
            balance->paths[balance->path_count++] = make_path(balance, i);
    }
    mark_repeats(balance, &scratch);
    sort_paths(&balance->paths, balance->path_count, compare_paths, arena, &scratch);
    sort_paths(&balance->mpi, balance->mpi_count, compare_mpi, arena, &scratch);
    arena_free(&scratch);
}

struct balance_slowest balance_slowest(const struct balance *balance)
{
    const struct members *members = balance->members;
    struct balance_slowest slowest = {.region = PROFILE_NONE};
    members_work(members, 0, members->times);
    struct member_stat stat = members_stat(members, members->times);
    slowest.member = stat.max_member;
    slowest.rank = members_number(members, stat.max_member);
    slowest.work = stat.max;
    slowest.mean = stat.mean;
    for (uint32_t i = 0; i < balance->view->profile->region_count; i++) {
        unsigned kind = balance->view->profile->regions[i].kind;
        const struct view_region *sums = &balance->view->regions[i];
        if (!region_is_work(kind) || kind == REGION_ROOT || !sums->calls.calls || sums->own_unseen)
            continue;
        members_worked(members, members->by_region + members->first_node[i],
                       members->first_node[i + 1] - members->first_node[i], members->times);
        double beyond = members->times[stat.max_member] - members_stat(members, members->times).mean;
        if (beyond > slowest.beyond) {
            slowest.beyond = beyond;
            slowest.region = i;
        }
    }
    return slowest;
}
