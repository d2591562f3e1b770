/* region_values.c - see region_values.h. */
#include "profile/region_values.h"

#include "base/sort.h"
#include "profile/canonical.h"
#include "profile/value.h"

int region_value_compare(const struct profile_region_value *a, const struct profile_region_value *b)
{
    if (a->region != b->region)
        return a->region < b->region ? -1 : 1;
    return (a->metric > b->metric) - (a->metric < b->metric);
}

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
    return region_value_compare(&values[a], &values[b]);
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

/* Those of a process that has metrics; null: no memory. */
static struct profile_region_value *of_process(const struct profile *profile, uint32_t *count, struct arena *arena,
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

const struct profile_region_value *profile_region_values(const struct profile *profile, uint32_t *count,
                                                         struct arena *arena)
{
    struct arena scratch = {0};
    *count = profile->region_value_count;
    if (*count)
        return profile->region_values;
    if (!profile->value_count || profile->nodes[0].ranks.called != 1)
        return arena_array(arena, 0, sizeof *profile->region_values);
    const struct profile_region_value *values = of_process(profile, count, arena, &scratch);
    arena_free(&scratch);
    return values;
}

static void fold(struct profile_region_value *to, const struct profile_region_value *other)
{
    stat_ranks_merge(&to->total, &other->total);
    stat_ranks_merge(&to->own, &other->own);
}

void region_values_set_contexts(struct profile *profile)
{
    uint32_t ranks = profile->nodes[0].ranks.called;
    for (uint32_t i = 0; i < profile->region_value_count; i++) {
        struct profile_region_value *value = &profile->region_values[i];
        value->total.in_context = value->own.in_context = value->total.called > ranks ? value->total.called : ranks;
    }
}

bool region_values_normalize(struct profile *profile, const uint32_t *region_map, uint32_t region_count,
                             const uint32_t *metric_map, uint32_t metric_count, struct arena *arena,
                             struct error *error)
{
    uint32_t given = profile->region_value_count, count = 0;
    struct profile_region_value *mapped = arena_array(arena, given, sizeof *mapped);
    struct profile_region_value *sorted = arena_array(arena, given, sizeof *sorted);
    if (!mapped || !sorted)
        return profile_no_memory(error);
    for (uint32_t i = 0; i < given; i++) {
        mapped[i] = profile->region_values[i];
        if (mapped[i].region >= region_count || mapped[i].metric >= metric_count)
            return error_set(error, ERROR_INTERNAL, "profile to normalize: a region's metric is out of range");
        mapped[i].region = region_map[mapped[i].region];
        mapped[i].metric = metric_map[mapped[i].metric];
    }
    if (!sort_values(sorted, mapped, given, arena))
        return profile_no_memory(error);
    for (uint32_t i = 0; i < given; i++) {
        if (count && !region_value_compare(&sorted[count - 1], &sorted[i]))
            fold(&sorted[count - 1], &sorted[i]);
        else
            sorted[count++] = sorted[i];
    }
    profile->region_values = sorted;
    profile->region_value_count = count;
    return true;
}

/* The next one of an input as it will be in the result; behind the last one what none is greater than. */
static struct profile_region_value next_value(const struct profile_region_value *values, uint32_t count, uint32_t at,
                                              const uint32_t *region_map, const uint32_t *metric_map)
{
    if (at >= count)
        return (struct profile_region_value){.region = PROFILE_NONE};
    struct profile_region_value next = values[at];
    next.region = region_map[next.region];
    next.metric = metric_map[next.metric];
    return next;
}

bool region_values_merge(const struct profile *const in[2], uint32_t *const region_map[2],
                         uint32_t *const metric_map[2], struct profile *out, struct arena *arena)
{
    struct arena scratch = {0};
    const struct profile_region_value *from[2];
    uint32_t counts[2], at[2] = {0, 0}, count = 0;
    bool known = true;
    for (int k = 0; k < 2; k++) {
        from[k] = profile_region_values(in[k], &counts[k], &scratch);
        known = known && from[k] && (counts[k] || !in[k]->value_count);
    }
    uint64_t most = known ? (uint64_t)counts[0] + counts[1] : 0;
    struct profile_region_value *merged = most < PROFILE_NONE ? arena_array(arena, (size_t)most, sizeof *merged) : NULL;
    bool ok = from[0] && from[1] && merged;
    while (ok && known && (at[0] < counts[0] || at[1] < counts[1])) {
        struct profile_region_value next[2];
        for (int k = 0; k < 2; k++)
            next[k] = next_value(from[k], counts[k], at[k], region_map[k], metric_map[k]);
        int order = region_value_compare(&next[0], &next[1]);
        merged[count] = next[order > 0];
        if (!order)
            fold(&merged[count], &next[1]);
        at[0] += order <= 0;
        at[1] += order >= 0;
        count++;
    }
    out->region_values = merged;
    out->region_value_count = count;
    arena_free(&scratch);
    return ok;
}
