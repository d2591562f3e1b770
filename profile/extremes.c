/*
 * extremes.c - minimum and maximum time of each region over ranks and threads: see struct profile_extremes.
 *
 * A region's total on a rank is a sum over call paths, so its minimum and maximum don't follow from those of the paths. They are
 * computed in the first merge of a process's profile with another one, from its rows, and from then on merged like any other
 * statistics. So they are exact for any number of ranks, whatever rows are kept.
 *
 * Rows are added up by region, location by location, then those of the threads of one process. Rows are in the order of nodes, so
 * parents come before their children: the last location with a row in a node tells whether the current one is there, too.
 */
#include "profile/canonical.h"
#include "profile/rows.h"
#include "profile/total_time.h"

/* The sums of one region on one thread, or on one rank. */
struct sums {
    uint64_t calls, total;
    uint64_t inclusive, below; /* of all frames, and of what was right below them */
};

struct work {
    struct profile profile; /* with rows, ... */
    bool of_nodes;          /* ... or of one location, whose rows follow from the nodes */
    uint32_t *above;        /* of each node: the nearest one of the same region above it, or PROFILE_NONE */
    uint32_t *thread;       /* of each node: the node of kind thread that it is below, or the root */
    uint32_t *here;         /* of each node: 1 + the last location that had a row in it */
    struct sums *of_thread, *of_rank;
    struct stat_threads *threads; /* of this rank */
    uint32_t *order, *first;      /* see rows_by_location */
    struct profile_extremes *extremes;
};

/* Fills `above` and `thread`. */
static bool find_places(struct work *work, struct arena *arena)
{
    const struct profile *profile = &work->profile;
    uint32_t *open = arena_array(arena, profile->region_count, sizeof *open); /* the innermost node of each region */
    if (!open)
        return false;
    for (uint32_t i = 0; i < profile->region_count; i++)
        open[i] = PROFILE_NONE;
    for (uint32_t i = 0; i < profile->node_count; i++) {
        const struct profile_node *node = &profile->nodes[i];
        for (uint32_t done = i ? i - 1 : node->parent; done != node->parent; done = profile->nodes[done].parent)
            open[profile->nodes[done].region] = work->above[done];
        work->thread[i] = !i || total_time_beside(profile, i) ? i : work->thread[node->parent];
        work->above[i] = open[node->region];
        open[node->region] = i;
    }
    return true;
}

/* Returns whether this location has a row in a node of the same region above this node. */
static bool is_inner(const struct work *work, uint32_t node, uint32_t location)
{
    for (node = work->above[node]; node != PROFILE_NONE; node = work->above[node])
        if (work->here[node] == location + 1)
            return true;
    return false;
}

static bool is_outermost(const struct work *work, uint32_t node)
{
    uint32_t above = work->above[node];
    return above == PROFILE_NONE || work->thread[above] != work->thread[node];
}

static void add_row(struct work *work, const struct profile_row *row)
{
    const struct profile_node *node = &work->profile.nodes[row->node];
    struct sums *thread = &work->of_thread[node->region], *rank = &work->of_rank[node->region];
    rank->calls = saturating_add(rank->calls, row->calls);
    thread->calls = saturating_add(thread->calls, row->calls);
    if (is_outermost(work, row->node))
        rank->total = saturating_add(rank->total, row->inclusive);
    if (!is_inner(work, row->node, row->location))
        thread->total = saturating_add(thread->total, row->inclusive);
    rank->inclusive = saturating_add(rank->inclusive, row->inclusive);
    uint32_t holder = total_time_holder(&work->profile, row->node);
    if (holder != PROFILE_NONE && work->here[holder] == row->location + 1) {
        struct sums *above = &work->of_rank[work->profile.nodes[holder].region];
        above->below = saturating_add(above->below, row->inclusive);
    }
    work->here[row->node] = row->location + 1;
}

static void close_thread(struct work *work, uint32_t location)
{
    const struct profile_location *at = &work->profile.locations[location];
    for (uint32_t i = 0; i < work->profile.region_count; i++) {
        struct sums *sums = &work->of_thread[i];
        if (!sums->calls && !sums->total)
            continue;
        struct stat_threads one = {1, sums->total, sums->total, at->rank, at->rank, at->thread, at->thread, 0, 0};
        stat_threads_merge(&work->threads[i], 0, &one, 0);
        *sums = (struct sums){0};
    }
}

static void add_stat(struct stat_ranks *stat, uint32_t rank, uint64_t value)
{
    struct stat_ranks one;
    stat_ranks_init(&one, rank, value, 1);
    stat_ranks_merge(stat, &one);
}

static void close_rank(struct work *work, uint32_t rank)
{
    for (uint32_t i = 0; i < work->profile.region_count; i++) {
        struct sums *sums = &work->of_rank[i];
        struct profile_extremes *extremes = &work->extremes[i];
        struct stat_threads *threads = &work->threads[i];
        if (!threads->count)
            continue;
        threads->mean = (double)threads->max;
        stat_threads_merge(&extremes->threads, extremes->total.called, threads, 1);
        add_stat(&extremes->calls, rank, sums->calls);
        add_stat(&extremes->total, rank, sums->total);
        add_stat(&extremes->own, rank, sums->inclusive > sums->below ? sums->inclusive - sums->below : 0);
        *sums = (struct sums){0};
        *threads = (struct stat_threads){0};
    }
}

/* Returns whether the locations are those of all ranks, with one process per rank. */
static bool has_all(const struct profile *profile)
{
    uint32_t ranks = 0;
    for (uint32_t i = 0; i < profile->location_count; i++) {
        bool same = i && profile->locations[i].rank == profile->locations[i - 1].rank;
        if (same && !rows_same_process(profile, i, i - 1))
            return false;
        ranks += !same;
    }
    return ranks && ranks == profile->nodes[0].ranks.called;
}

static bool work_begin(struct work *work, struct arena *arena)
{
    uint32_t nodes = work->profile.node_count, regions = work->profile.region_count;
    work->above = arena_array(arena, nodes, sizeof *work->above);
    work->thread = arena_array(arena, nodes, sizeof *work->thread);
    work->here = arena_array(arena, nodes, sizeof *work->here);
    work->of_thread = arena_array(arena, regions, sizeof *work->of_thread);
    work->of_rank = arena_array(arena, regions, sizeof *work->of_rank);
    work->threads = arena_array(arena, regions, sizeof *work->threads);
    return work->above && work->thread && work->here && work->of_thread && work->of_rank && work->threads &&
           rows_by_location(&work->profile, &work->order, &work->first, arena) && find_places(work, arena);
}

static void add_up(struct work *work)
{
    const struct profile *profile = &work->profile;
    for (uint32_t i = 0; work->of_nodes && i < profile->node_count; i++) {
        struct profile_row row = rows_of_node(profile, i);
        add_row(work, &row);
    }
    for (uint32_t l = 0; l < profile->location_count; l++) {
        for (uint32_t i = work->first[l]; i < work->first[l + 1]; i++)
            add_row(work, &profile->rows[work->order[i]]);
        close_thread(work, l);
        if (l + 1 == profile->location_count || profile->locations[l + 1].rank != profile->locations[l].rank)
            close_rank(work, profile->locations[l].rank);
    }
}

/* Removes regions that were never called. */
static uint32_t compact(struct profile_extremes *extremes, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (extremes[i].total.called) {
            extremes[kept] = extremes[i];
            extremes[kept++].region = i;
        }
    return kept;
}

struct profile_extremes *profile_extremes(const struct profile *profile, uint32_t *count, struct arena *arena)
{
    struct arena scratch = {0};
    struct work work = {.extremes = profile->extremes};
    *count = profile->extremes_count;
    if (*count)
        return profile->extremes;
    work.extremes = arena_array(arena, profile->region_count, sizeof *work.extremes);
    bool ok = work.extremes && rows_location_of_one(profile, &work.profile, &scratch, NULL);
    work.of_nodes = work.profile.location_count != profile->location_count;
    if (ok && has_all(&work.profile) && (ok = work_begin(&work, &scratch))) {
        for (uint32_t i = 0; i < profile->region_count; i++) {
            stat_ranks_init(&work.extremes[i].calls, 0, 0, 0);
            stat_ranks_init(&work.extremes[i].total, 0, 0, 0);
            stat_ranks_init(&work.extremes[i].own, 0, 0, 0);
        }
        add_up(&work);
        *count = compact(work.extremes, profile->region_count);
    }
    arena_free(&scratch);
    return ok ? work.extremes : NULL;
}
