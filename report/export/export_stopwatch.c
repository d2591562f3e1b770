/*
 * export_stopwatch.c - a profile as the two files of Stopwatch.h: the forms of O. Kravchuk's thesis (its listings 2.34 to 2.37),
 * with functions, blocks, labels and calls of MPI for stopwatches.
 *
 * The times are inclusive, in milliseconds, and in the order of first calls. If the profile has rows of a sample of the ranks only, the output
 * has only these ranks.
 */
#include "profile/e3sm_thread.h"
#include "profile/rows.h"
#include "report/derive/members.h"
#include "report/export/export.h"
#include "report/show/quote.h"

#include "common/sort.h"

#include <inttypes.h>
#include <string.h>

struct figure {
    uint64_t calls;
    double ms;
};

/* The figures of each member in each node, member by member. */
struct by_member {
    const struct profile *profile; /* with rows */
    struct members members;
    uint32_t *order, *first;   /* rows by location, see rows.h */
    uint32_t *location, *next; /* the first of each member, and behind each: PROFILE_NONE at the end */
    struct figure *figures;    /* of each node */
};

static void open_members(struct by_member *all, const struct export *export)
{
    struct arena *arena = export->arena;
    members_make(&all->members, export->view, arena);
    const struct profile *profile = all->profile = all->members.profile;
    all->location = arena_array(arena, all->members.count, sizeof *all->location);
    all->next = arena_array(arena, profile->location_count, sizeof *all->next);
    all->figures = arena_array(arena, profile->node_count, sizeof *all->figures);
    rows_by_location(profile, &all->order, &all->first, arena);
    memset(all->location, 0xff, all->members.count * sizeof *all->location);
    for (uint32_t l = profile->location_count; l-- > 0;) {
        uint32_t *first = &all->location[all->members.of_location[l]];
        all->next[l] = *first;
        *first = l;
    }
}

static void take_member(struct by_member *all, uint32_t member)
{
    memset(all->figures, 0, all->profile->node_count * sizeof *all->figures);
    for (uint32_t l = all->location[member]; l != PROFILE_NONE; l = all->next[l])
        for (uint32_t i = all->first[l]; i < all->first[l + 1]; i++) {
            const struct profile_row *row = &all->profile->rows[all->order[i]];
            all->figures[row->node].calls += row->calls;
            all->figures[row->node].ms += (double)row->inclusive / 1e9;
        }
}

/* Returns whether a member was there: a call that continued elsewhere may leave time without a call. */
static bool is_there(const struct figure *figure)
{
    return figure->calls || figure->ms > 0;
}

static void put_name(FILE *stream, const struct profile_region *region)
{
    quote_replace(stream, region->name, ";", ':');
}

/* Some of the regions, to be sorted. */
struct timers {
    const struct view *view;
    const uint32_t *regions;
};

static int compare_first(const void *table, uint32_t a, uint32_t b)
{
    const struct timers *timers = table;
    const struct profile_node *nodes = timers->view->profile->nodes;
    const struct view_region *regions = timers->view->regions;
    return profile_compare_first(&nodes[regions[timers->regions[a]].first], &nodes[regions[timers->regions[b]].first]);
}

/* Returns the called regions that are timers, in the order of first calls. */
static uint32_t *order_timers(const struct view *view, uint32_t *count, struct arena *arena)
{
    const struct profile *profile = view->profile;
    uint32_t *regions = arena_array(arena, profile->region_count, sizeof *regions);
    uint32_t *order = arena_array(arena, profile->region_count, sizeof *order);
    struct timers timers = {view, regions};
    *count = 0;
    for (uint32_t i = 0; i < profile->region_count; i++)
        if (view->regions[i].first != PROFILE_NONE && e3sm_is_timer(&profile->regions[i]))
            regions[(*count)++] = i;
    sort_positions(order, *count, compare_first, &timers, arena);
    for (uint32_t i = 0; i < *count; i++)
        order[i] = regions[order[i]];
    return order;
}

/* Writes NAME;TOTAL;MEAN; for each timer, in one line per rank: the time of outermost calls, and of one call. */
void export_timers(const struct export *export)
{
    const struct profile *profile = export->view->profile;
    struct by_member all;
    uint32_t count, *order = order_timers(export->view, &count, export->arena);
    struct figure *sums = arena_array(export->arena, profile->region_count, sizeof *sums);
    open_members(&all, export);
    for (uint32_t k = 0; k < all.members.count; k++) {
        take_member(&all, k);
        memset(sums, 0, profile->region_count * sizeof *sums);
        for (uint32_t i = 0; i < profile->node_count; i++)
            if (export->view->nodes[i].outermost) {
                sums[profile->nodes[i].region].calls += all.figures[i].calls;
                sums[profile->nodes[i].region].ms += all.figures[i].ms;
            }
        for (uint32_t i = 0; i < count; i++) {
            const struct figure *sum = &sums[order[i]];
            if (!is_there(sum))
                continue;
            put_name(export->stream, &profile->regions[order[i]]);
            fprintf(export->stream, ";%g;%g;", sum->ms, sum->calls ? sum->ms / (double)sum->calls : 0);
        }
        putc('\n', export->stream);
    }
}

/* Fills in how many timers are above each node. Returns whether a timer at level 0 follows deeper ones. */
static bool find_levels(uint32_t *levels, const struct view *view)
{
    const struct profile *profile = view->profile;
    bool deep = false, again = false;
    for (uint32_t node = 0; node != PROFILE_NONE; node = view_next(view, node, true)) {
        const struct profile_node *at = &profile->nodes[node];
        if (at->parent != PROFILE_NONE)
            levels[node] = levels[at->parent] + e3sm_is_timer(&profile->regions[profile->nodes[at->parent].region]);
        if (!e3sm_is_timer(&profile->regions[at->region]))
            continue;
        deep |= levels[node] > 0;
        again |= deep && !levels[node];
    }
    return again;
}

/* Writes LEVEL;NAME;TIME; for each call path, callers before callees. A line ends where the level changes, so that a path's caller is the last
 * entry before it that is one level up. If level 0 comes again within a rank, ranks are separated by empty lines. */
void export_callstack(const struct export *export)
{
    const struct profile *profile = export->view->profile;
    struct by_member all;
    uint32_t *levels = arena_array(export->arena, profile->node_count, sizeof *levels);
    open_members(&all, export);
    bool again = find_levels(levels, export->view);
    for (uint32_t k = 0; k < all.members.count; k++) {
        uint32_t line = 0;
        if (k && again)
            putc('\n', export->stream);
        take_member(&all, k);
        for (uint32_t node = 0; node != PROFILE_NONE; node = view_next(export->view, node, true)) {
            if (!e3sm_is_timer(&profile->regions[profile->nodes[node].region]) || !is_there(&all.figures[node]))
                continue;
            if (levels[node] != line)
                putc('\n', export->stream);
            line = levels[node];
            fprintf(export->stream, "%" PRIu32 ";", line);
            put_name(export->stream, &profile->regions[profile->nodes[node].region]);
            fprintf(export->stream, ";%g;", all.figures[node].ms);
        }
        putc('\n', export->stream);
    }
}
