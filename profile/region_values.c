/*
 * region_values.c - minimum and maximum over the ranks of each metric in each region.
 *
 * As with times (extremes.c) those of a sum over call paths don't follow from those of the paths. They are computed in the first merge
 * of a process's profile with another one, from its nodes, and merged from then on.
 */
#include "common/sort.h"
#include "profile/canonical.h"
#include "profile/tables.h"

bool *profile_outermost(const struct profile *profile, struct arena *arena)
{
    struct arena scratch = {0};
    bool *outermost = arena_array(arena, profile->node_count, sizeof *outermost);
    /* Of each region the last node that was met, and of each node the one of its region that it displaced. */
    uint32_t *open = arena_array(&scratch, profile->region_count, sizeof *open);
    uint32_t *above = arena_array(&scratch, profile->node_count, sizeof *above);
    if (outermost && open && above) {
        for (uint32_t i = 0; i < profile->region_count; i++)
            open[i] = PROFILE_NONE;
        for (uint32_t i = 0; i < profile->node_count; i++) {
            const struct profile_node *node = &profile->nodes[i];
            for (uint32_t done = i ? i - 1 : node->parent; done != node->parent; done = profile->nodes[done].parent)
                open[profile->nodes[done].region] = above[done];
            above[i] = open[node->region];
            outermost[i] = above[i] == PROFILE_NONE;
            open[node->region] = i;
        }
    } else {
        outermost = NULL;
    }
    arena_free(&scratch);
    return outermost;
}

static uint64_t clamped(struct u128 value)
{
    return value.high ? UINT64_MAX : value.low;
}

/* Adds up one metric of a process by region. */
static void add_up(const struct profile *profile, uint32_t metric, const struct u128 *inclusive, const bool *outermost,
                   struct u128 *totals, struct u128 *owns)
{
    uint32_t rule = profile->metrics[metric].rule;
    for (uint32_t i = 0; i < profile->region_count; i++)
        totals[i] = owns[i] = (struct u128){0, 0};
    for (uint32_t i = 1; i < profile->node_count; i++)
        if (outermost[i])
            totals[profile->nodes[i].region] = value_join(totals[profile->nodes[i].region], inclusive[i], rule);
    for (uint32_t i = 0; i < profile->value_count; i++) {
        const struct profile_value *value = &profile->values[i];
        uint32_t region = profile->nodes[value->node].region;
        if (value->metric == metric && value->node)
            owns[region] = value_join(owns[region], value->own, rule);
    }
}

static int compare_values(const void *table, uint32_t a, uint32_t b)
{
    const struct profile_region_value *values = table;
    return tables[TABLE_REGION_VALUES].compare(&values[a], &values[b]);
}

static bool sort_values(struct profile_region_value *sorted, const struct profile_region_value *values, uint32_t count,
                        struct arena *scratch)
{
    uint32_t *order = arena_array(scratch, count, sizeof *order);
    bool ok = order && sort_positions(order, count, compare_values, values, scratch);
    for (uint32_t i = 0; ok && i < count; i++)
        sorted[i] = values[order[i]];
    return ok;
}

/* Returns the values of a process that has metrics, or NULL if there is no memory. */
static struct profile_region_value *process_values(const struct profile *profile, uint32_t *count, struct arena *arena,
                                                   struct arena *scratch)
{
    uint32_t regions = profile->region_count, rank = profile->nodes[0].ranks.min_rank;
    struct u128 *inclusive = arena_array(scratch, profile->node_count, sizeof *inclusive);
    struct u128 *totals = arena_array(scratch, regions, sizeof *totals);
    struct u128 *owns = arena_array(scratch, regions, sizeof *owns);
    bool *outermost = profile_outermost(profile, scratch);
    struct profile_region_value *found = NULL;
    size_t used = 0, room = 0;
    if (!inclusive || !totals || !owns || !outermost)
        return NULL;
    for (uint32_t m = 0; m < profile->metric_count; m++) {
        profile_inclusive(profile, m, inclusive);
        add_up(profile, m, inclusive, outermost, totals, owns);
        for (uint32_t i = 0; i < regions; i++) {
            if (!clamped(totals[i]))
                continue;
            if (!(found = arena_room(scratch, found, used, &room, sizeof *found)))
                return NULL;
            struct profile_region_value *value = &found[used++];
            value->region = i;
            value->metric = m;
            stat_ranks_init(&value->total, rank, clamped(totals[i]), 1);
            stat_ranks_init(&value->own, rank, clamped(owns[i]), 1);
        }
    }
    struct profile_region_value *sorted = arena_array(arena, used, sizeof *sorted);
    *count = (uint32_t)used;
    return sorted && sort_values(sorted, found, *count, scratch) ? sorted : NULL;
}

struct profile_region_value *profile_region_values(const struct profile *profile, uint32_t *count, struct arena *arena)
{
    struct arena scratch = {0};
    *count = profile->region_value_count;
    if (*count)
        return profile->region_values;
    if (!profile->value_count || profile->nodes[0].ranks.called != 1)
        return arena_array(arena, 0, sizeof *profile->region_values);
    struct profile_region_value *values = process_values(profile, count, arena, &scratch);
    arena_free(&scratch);
    return values;
}
