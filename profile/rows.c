/* rows.c - see rows.h. */
#include "profile/rows.h"

#include "common/sort.h"
#include "profile/canonical.h"

#include <stdlib.h>
#include <string.h>

bool rows_of_all(const struct profile *profile)
{
    return strcmp(profile_meta(profile, "ranks_kept", ""), "all") == 0;
}

/* Returns how many ranks may keep all their rows. */
static uint32_t ranks_kept(const struct profile *profile)
{
    const char *text = profile_meta(profile, "ranks_kept", "");
    if (rows_of_all(profile))
        return UINT32_MAX;
    uint32_t kept = *text >= '0' && *text <= '9' ? (uint32_t)strtoul(text, NULL, 10) : ROWS_RANKS;
    uint32_t room = ROWS_MOST / (profile->node_count ? profile->node_count : 1);
    return kept < room ? kept : room;
}

void rows_set_extremes(struct profile_row *row, const struct stat_calls *calls)
{
    if (row->calls < 2 || !calls->timed)
        return;
    row->min = calls->min;
    row->max = calls->max;
}

struct profile_row rows_with_extremes(const struct profile_row *row)
{
    struct profile_row whole = *row;
    if (row->calls == 1)
        whole.min = whole.max = row->inclusive;
    return whole;
}

void row_merge(struct profile_row *row, const struct profile_row *other)
{
    const struct profile_row a = rows_with_extremes(row), b = rows_with_extremes(other);
    row->calls = saturating_add(row->calls, other->calls);
    row->inclusive = saturating_add(row->inclusive, other->inclusive);
    if (row->calls < 2)
        return;
    row->min = !a.max || (b.max && b.min < a.min) ? b.min : a.min;
    row->max = b.max > a.max ? b.max : a.max;
}

bool rows_imply(const struct profile *profile, struct profile *rowed, struct arena *arena, struct error *error)
{
    *rowed = *profile;
    return !ranks_kept(profile) || rows_of_one(profile, rowed, arena, error);
}

bool rows_location_of_one(const struct profile *profile, struct profile *rowed, struct arena *arena,
                          struct error *error)
{
    *rowed = *profile;
    if (profile->row_count || profile->location_count || profile->nodes[0].ranks.called != 1)
        return true;
    rowed->locations = arena_array(arena, 1, sizeof *rowed->locations);
    if (!rowed->locations)
        return profile_no_memory(error);
    rowed->locations[0] = (struct profile_location){
        .rank = profile->nodes[0].ranks.min_rank,
        .pid = strtoull(profile_meta(profile, "pid", "0"), NULL, 10),
        .host = profile_meta(profile, "host", ""),
    };
    rowed->location_count = 1;
    return true;
}

struct profile_row rows_of_node(const struct profile *profile, uint32_t node)
{
    const struct profile_node *of = &profile->nodes[node];
    struct profile_row row = {.node = node, .calls = of->calls.calls, .inclusive = of->ranks.max};
    rows_set_extremes(&row, &of->calls);
    return row;
}

bool rows_of_one(const struct profile *profile, struct profile *rowed, struct arena *arena, struct error *error)
{
    if (!rows_location_of_one(profile, rowed, arena, error))
        return false;
    if (rowed->location_count == profile->location_count)
        return true;
    rowed->rows = arena_array(arena, profile->node_count, sizeof *rowed->rows);
    if (!rowed->rows)
        return profile_no_memory(error);
    for (uint32_t i = 0; i < profile->node_count; i++)
        rowed->rows[i] = rows_of_node(profile, i);
    rowed->row_count = profile->node_count;
    return true;
}

bool rows_same_process(const struct profile *profile, uint32_t a, uint32_t b)
{
    const struct profile_location *x = &profile->locations[a], *y = &profile->locations[b];
    return x->rank == y->rank && x->pid == y->pid && !strcmp(x->host, y->host);
}

void rows_set_ranks(struct profile *profile)
{
    for (uint32_t i = 0; i < profile->node_count; i++)
        stat_ranks_init(&profile->nodes[i].ranks, 0, 0, 0);
    for (uint32_t i = 0, end; i < profile->row_count; i = end) {
        const struct profile_row *first = &profile->rows[i];
        uint64_t time = first->inclusive;
        for (end = i + 1; end < profile->row_count && profile->rows[end].node == first->node &&
                          rows_same_process(profile, first->location, profile->rows[end].location);
             end++)
            time = saturating_add(time, profile->rows[end].inclusive);
        struct stat_ranks one;
        stat_ranks_init(&one, profile->locations[first->location].rank, time, 1);
        stat_ranks_merge(&profile->nodes[first->node].ranks, &one);
    }
    profile_set_contexts(profile);
}

bool rows_by_location(const struct profile *profile, uint32_t **order, uint32_t **first, struct arena *arena)
{
    *order = arena_array(arena, profile->row_count, sizeof **order);
    *first = arena_array(arena, (size_t)profile->location_count + 2, sizeof **first);
    if (!*order || !*first)
        return false;
    for (uint32_t i = 0; i < profile->row_count; i++)
        (*first)[profile->rows[i].location + 2]++;
    for (uint32_t l = 1; l <= profile->location_count; l++)
        (*first)[l + 1] += (*first)[l];
    for (uint32_t i = 0; i < profile->row_count; i++)
        (*order)[(*first)[profile->rows[i].location + 1]++] = i;
    return true;
}

/* Returns a number that scatters ranks. */
uint32_t rows_scatter(uint32_t rank)
{
    rank = (rank ^ rank >> 16) * 0x7feb352du;
    rank = (rank ^ rank >> 15) * 0x846ca68bu;
    return rank ^ rank >> 16;
}

static int compare_numbers(const void *table, uint32_t a, uint32_t b)
{
    const uint32_t *numbers = table;
    return (numbers[a] > numbers[b]) - (numbers[a] < numbers[b]);
}

bool rows_sample_limit(const uint32_t *numbers, uint32_t count, uint32_t kept, uint32_t *limit, struct arena *scratch)
{
    uint32_t *order = arena_array(scratch, count, sizeof *order);
    if (!order || !sort_positions(order, count, compare_numbers, numbers, scratch))
        return false;
    *limit = 0;
    for (uint32_t i = 0, ranks = 0; i < count; i++) {
        bool other = !i || numbers[order[i]] != numbers[order[i - 1]];
        if (other && ranks++ == kept)
            return true;
        *limit = numbers[order[i]];
    }
    *limit = UINT32_MAX;
    return true;
}

static bool is_kept(const struct profile *profile, const struct profile_row *row, uint32_t kept, uint32_t limit)
{
    const struct stat_ranks *ranks = &profile->nodes[row->node].ranks;
    uint32_t rank = profile->locations[row->location].rank;
    return kept && (rows_scatter(rank) <= limit || rank == ranks->min_rank || rank == ranks->max_rank);
}

bool rows_bound(struct profile *profile, struct error *error)
{
    uint32_t kept = ranks_kept(profile), limit, rows = 0, locations = 0;
    if (profile->location_count <= kept)
        return true;
    struct arena scratch = {0};
    uint32_t *map = arena_array(&scratch, profile->location_count, sizeof *map);
    uint32_t *numbers = arena_array(&scratch, profile->location_count, sizeof *numbers);
    for (uint32_t i = 0; numbers && i < profile->location_count; i++)
        numbers[i] = rows_scatter(profile->locations[i].rank);
    bool ok = map && numbers && rows_sample_limit(numbers, profile->location_count, kept, &limit, &scratch);
    if (ok && (limit != UINT32_MAX || !kept)) {
        for (uint32_t i = 0; i < profile->row_count; i++)
            if (is_kept(profile, &profile->rows[i], kept, limit)) {
                map[profile->rows[i].location] = 1;
                profile->rows[rows++] = profile->rows[i];
            }
        for (uint32_t i = 0; i < profile->location_count; i++)
            if (map[i] || (kept && rows_scatter(profile->locations[i].rank) <= limit)) {
                map[i] = locations;
                profile->locations[locations++] = profile->locations[i];
            }
        for (uint32_t i = 0; i < rows; i++)
            profile->rows[i].location = map[profile->rows[i].location];
        profile->row_count = rows;
        profile->location_count = locations;
    }
    arena_free(&scratch);
    return ok || profile_no_memory(error);
}
