/*
 * merge.c - two canonical profiles become one, in time linear in their sizes.
 *
 * Regions are merged like any two sorted lists. The maps from old to new regions keep the order, so
 * siblings stay sorted and two preorder walks can be merged the same way: of the two next nodes the
 * deeper one comes first, for the other lies behind its whole subtree; at the same depth both have the
 * same parent, and the smaller region comes first. Nothing is allocated per node but the result, so the
 * memory a merging rank needs does not depend on how many ranks went in.
 *
 * Meta: equal values stay. Of different ones, "threads" and "processes" are added up, "wall_s", "unseen_s" and "end"
 * take the larger, "start" and what was calibrated (cost_*, tick_ps) the smaller, for what disturbs a
 * calibration makes it longer, and "ranks_kept"; any other becomes "(several)".
 */
#include "profile/bins.h"
#include "profile/blocks.h"
#include "profile/canonical.h"
#include "profile/communicator.h"
#include "profile/extremes.h"
#include "profile/metrics.h"
#include "profile/rows.h"

#include <stdlib.h>
#include <string.h>

/* The inputs, the result, and where each entry of an input went. */
struct merge {
    const struct profile *in[2];
    struct profile *out;
    uint32_t *region_map[2], *node_map[2], *location_map[2], *communicator_map[2];
    struct arena *arena;
    struct arena scratch;
    struct error *error;
};

/* Room for the entries of both; the counts have 32 bits. */
static void *room(struct merge *merge, uint32_t a, uint32_t b, size_t size)
{
    uint64_t sum = (uint64_t)a + b;
    void *table = sum < PROFILE_NONE ? arena_array(merge->arena, (size_t)sum, size) : NULL;
    if (!table)
        profile_no_memory(merge->error);
    return table;
}

/* For two sorted lists: < 0 when a's entry is next, > 0 when b's is, 0 when both are. */
static int next_of(uint32_t i, uint32_t a_count, uint32_t j, uint32_t b_count, int order)
{
    if (i >= a_count)
        return 1;
    return j >= b_count ? -1 : order;
}

static bool merge_regions(struct merge *merge)
{
    const struct profile *a = merge->in[0], *b = merge->in[1];
    struct profile_region *out = room(merge, a->region_count, b->region_count, sizeof *out);
    if (!out)
        return false;
    uint32_t i = 0, j = 0, count = 0;
    while (i < a->region_count || j < b->region_count) {
        int order = i < a->region_count && j < b->region_count ? region_compare(&a->regions[i], &b->regions[j]) : 0;
        order = next_of(i, a->region_count, j, b->region_count, order);
        out[count] = order <= 0 ? a->regions[i] : b->regions[j];
        if (!order)
            region_merge(&out[count], &b->regions[j]);
        if (order <= 0)
            merge->region_map[0][i++] = count;
        if (order >= 0)
            merge->region_map[1][j++] = count;
        count++;
    }
    merge->out->regions = out;
    merge->out->region_count = count;
    return true;
}

/* One of the two preorder walks. */
struct walk {
    const struct profile *profile;
    const uint32_t *region_map;
    uint32_t *node_map;
    uint32_t *depth; /* of each node seen so far */
    uint32_t next;
};

static void walk_look(struct walk *walk)
{
    if (walk->next > 0 && walk->next < walk->profile->node_count)
        walk->depth[walk->next] = walk->depth[walk->profile->nodes[walk->next].parent] + 1;
}

/* Which walk has the next node of the result: as next_of. The roots are one even when two programs
 * named them differently. */
static int walk_order(const struct walk *a, const struct walk *b)
{
    if (!a->next && !b->next)
        return 0;
    if (a->next >= a->profile->node_count || b->next >= b->profile->node_count)
        return next_of(a->next, a->profile->node_count, b->next, b->profile->node_count, 0);
    if (a->depth[a->next] != b->depth[b->next])
        return a->depth[a->next] > b->depth[b->next] ? -1 : 1;
    uint32_t region_a = a->region_map[a->profile->nodes[a->next].region];
    uint32_t region_b = b->region_map[b->profile->nodes[b->next].region];
    return (region_a > region_b) - (region_a < region_b);
}

static void fold_node(struct profile_node *node, const struct profile_node *other)
{
    node->flags |= other->flags;
    stat_calls_merge(&node->calls, &other->calls);
    stat_ranks_merge(&node->ranks, &other->ranks);
    first_merge(node, other);
}

static bool merge_nodes(struct merge *merge)
{
    const struct profile *in[2] = {merge->in[0], merge->in[1]};
    struct profile_node *out = room(merge, in[0]->node_count, in[1]->node_count, sizeof *out);
    struct walk walk[2];
    if (!out)
        return false;
    for (int k = 0; k < 2; k++) {
        walk[k] = (struct walk){in[k], merge->region_map[k], merge->node_map[k], NULL, 0};
        walk[k].depth = arena_array(&merge->scratch, in[k]->node_count, sizeof *walk[k].depth);
        if (!walk[k].depth)
            return profile_no_memory(merge->error);
    }
    uint32_t count = 0;
    while (walk[0].next < in[0]->node_count || walk[1].next < in[1]->node_count) {
        walk_look(&walk[0]);
        walk_look(&walk[1]);
        int order = walk_order(&walk[0], &walk[1]);
        const struct walk *from = &walk[order > 0];
        out[count] = from->profile->nodes[from->next];
        out[count].region = from->region_map[out[count].region];
        if (count)
            out[count].parent = from->node_map[out[count].parent];
        if (!order) {
            const struct profile_node *other = &walk[1].profile->nodes[walk[1].next];
            fold_node(&out[count], other);
            if (walk[1].region_map[other->region] < out[count].region)
                out[count].region = walk[1].region_map[other->region];
        }
        if (order <= 0)
            walk[0].node_map[walk[0].next++] = count;
        if (order >= 0)
            walk[1].node_map[walk[1].next++] = count;
        count++;
    }
    merge->out->nodes = out;
    merge->out->node_count = count;
    return true;
}

static bool merge_locations(struct merge *merge)
{
    const struct profile *a = merge->in[0], *b = merge->in[1];
    struct profile_location *out = room(merge, a->location_count, b->location_count, sizeof *out);
    if (!out)
        return false;
    uint32_t i = 0, j = 0, count = 0;
    while (i < a->location_count || j < b->location_count) {
        int order =
            i < a->location_count && j < b->location_count ? location_compare(&a->locations[i], &b->locations[j]) : 0;
        order = next_of(i, a->location_count, j, b->location_count, order);
        out[count] = order <= 0 ? a->locations[i] : b->locations[j];
        if (order <= 0)
            merge->location_map[0][i++] = count;
        if (order >= 0)
            merge->location_map[1][j++] = count;
        count++;
    }
    merge->out->locations = out;
    merge->out->location_count = count;
    return true;
}

static bool merge_rows(struct merge *merge)
{
    const struct profile *in[2] = {merge->in[0], merge->in[1]};
    struct profile_row *out = room(merge, in[0]->row_count, in[1]->row_count, sizeof *out);
    if (!out)
        return false;
    uint32_t at[2] = {0, 0}, count = 0;
    while (at[0] < in[0]->row_count || at[1] < in[1]->row_count) {
        struct profile_row next[2];
        for (int k = 0; k < 2; k++) {
            if (at[k] >= in[k]->row_count)
                continue;
            next[k] = in[k]->rows[at[k]];
            next[k].node = merge->node_map[k][next[k].node];
            next[k].location = merge->location_map[k][next[k].location];
        }
        int order = at[0] < in[0]->row_count && at[1] < in[1]->row_count ? row_compare(&next[0], &next[1]) : 0;
        order = next_of(at[0], in[0]->row_count, at[1], in[1]->row_count, order);
        out[count] = next[order > 0];
        if (!order)
            row_merge(&out[count], &next[1]);
        at[0] += order <= 0;
        at[1] += order >= 0;
        count++;
    }
    merge->out->rows = out;
    merge->out->row_count = count;
    return true;
}

static bool merge_communicators(struct merge *merge)
{
    const struct profile *a = merge->in[0], *b = merge->in[1];
    struct profile_communicator *out = room(merge, a->communicator_count, b->communicator_count, sizeof *out);
    uint32_t *bound =
        arena_array(&merge->scratch, (size_t)a->communicator_count + b->communicator_count, sizeof *bound);
    if (!out || !bound)
        return profile_no_memory(merge->error);
    uint32_t i = 0, j = 0, count = 0;
    while (i < a->communicator_count || j < b->communicator_count) {
        int order = i < a->communicator_count && j < b->communicator_count
                        ? communicator_compare(&a->communicators[i], &b->communicators[j])
                        : 0;
        order = next_of(i, a->communicator_count, j, b->communicator_count, order);
        out[count] = order <= 0 ? a->communicators[i] : b->communicators[j];
        if (!order)
            communicator_merge(&out[count], &b->communicators[j]);
        if (order <= 0)
            merge->communicator_map[0][i++] = count;
        if (order >= 0)
            merge->communicator_map[1][j++] = count;
        count++;
    }
    merge->out->communicators = out;
    merge->out->communicator_count = communicators_bound(out, count, bound);
    for (int k = 0; k < 2; k++)
        for (uint32_t n = 0; n < merge->in[k]->communicator_count; n++)
            merge->communicator_map[k][n] = bound[merge->communicator_map[k][n]];
    return true;
}

/* Its next entry as it will be in the result; behind the last one what no entry is greater than. */
static struct profile_traffic next_traffic(const struct merge *merge, int k, uint32_t at)
{
    if (at >= merge->in[k]->traffic_count)
        return (struct profile_traffic){.node = PROFILE_NONE};
    struct profile_traffic next = merge->in[k]->traffic[at];
    next.node = merge->node_map[k][next.node];
    if (next.communicator != PROFILE_NONE)
        next.communicator = merge->communicator_map[k][next.communicator];
    return next;
}

/* The maps keep the order but may make communicators equal. */
static bool merge_traffic(struct merge *merge)
{
    const struct profile *in[2] = {merge->in[0], merge->in[1]};
    struct profile_traffic *out = room(merge, in[0]->traffic_count, in[1]->traffic_count, sizeof *out);
    if (!out)
        return false;
    uint32_t at[2] = {0, 0}, count = 0;
    while (at[0] < in[0]->traffic_count || at[1] < in[1]->traffic_count) {
        struct profile_traffic next[2] = {next_traffic(merge, 0, at[0]), next_traffic(merge, 1, at[1])};
        int from = traffic_compare(&next[0], &next[1]) > 0;
        at[from]++;
        if (count && !traffic_compare(&out[count - 1], &next[from]))
            profile_traffic_merge(&out[count - 1], &next[from]);
        else
            out[count++] = next[from];
    }
    merge->out->traffic = out;
    merge->out->traffic_count = count;
    return true;
}

/* Order of two numbers as text; of no numbers, of the texts. */
static int compare_values(const char *a, const char *b)
{
    char *end_a, *end_b;
    double x = strtod(a, &end_a), y = strtod(b, &end_b);
    if (!*end_a && !*end_b && end_a != a && end_b != b && (x < y || x > y))
        return x < y ? -1 : 1;
    return strcmp(a, b);
}

static const char *merge_values(struct merge *merge, const char *key, const char *a, const char *b)
{
    static const char *const sums[] = {"looks", "processes", "ran_count", "ran_ns", "ready_ns", "threads"};
    static const char *const largest[] = {"end", "unseen_s", "wall_s"};
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
        if (!strcmp(key, sums[i]))
            return arena_printf(merge->arena, "%llu", strtoull(a, NULL, 10) + strtoull(b, NULL, 10));
    for (size_t i = 0; i < sizeof largest / sizeof *largest; i++)
        if (!strcmp(key, largest[i]))
            return compare_values(a, b) >= 0 ? a : b;
    if (!strcmp(key, "start") || !strcmp(key, "tick_ps") || !strcmp(key, "ranks_kept") ||
        !strcmp(key, "ran_least_ns") || !strncmp(key, "cost_", 5))
        return compare_values(a, b) <= 0 ? a : b;
    return strcmp(a, b) ? "(several)" : a;
}

static bool merge_meta(struct merge *merge)
{
    const struct profile *a = merge->in[0], *b = merge->in[1];
    struct profile_meta *out = room(merge, a->meta_count, b->meta_count, sizeof *out);
    if (!out)
        return false;
    uint32_t i = 0, j = 0, count = 0;
    while (i < a->meta_count || j < b->meta_count) {
        int order = i < a->meta_count && j < b->meta_count ? strcmp(a->meta[i].key, b->meta[j].key) : 0;
        order = next_of(i, a->meta_count, j, b->meta_count, order);
        out[count] = order <= 0 ? a->meta[i] : b->meta[j];
        if (!order)
            out[count].value = merge_values(merge, out[count].key, a->meta[i].value, b->meta[j].value);
        if (!out[count].value)
            return profile_no_memory(merge->error);
        i += order <= 0;
        j += order >= 0;
        count++;
    }
    merge->out->meta = out;
    merge->out->meta_count = count;
    return true;
}

static bool merge_tallies(struct merge *merge)
{
    const struct profile *a = merge->in[0], *b = merge->in[1];
    struct profile_tally *out = room(merge, a->tally_count, b->tally_count, sizeof *out);
    if (!out)
        return false;
    uint32_t i = 0, j = 0, count = 0;
    while (i < a->tally_count || j < b->tally_count) {
        int order = i < a->tally_count && j < b->tally_count ? strcmp(a->tallies[i].name, b->tallies[j].name) : 0;
        order = next_of(i, a->tally_count, j, b->tally_count, order);
        out[count] = order <= 0 ? a->tallies[i] : b->tallies[j];
        if (!order)
            out[count].value = saturating_add(out[count].value, b->tallies[j].value);
        i += order <= 0;
        j += order >= 0;
        count++;
    }
    merge->out->tallies = out;
    merge->out->tally_count = count;
    return true;
}

/* Room for the maps of both inputs. */
static bool make_maps(struct merge *merge)
{
    for (int k = 0; k < 2; k++) {
        const struct profile *in = merge->in[k];
        merge->region_map[k] = arena_array(&merge->scratch, in->region_count, sizeof(uint32_t));
        merge->node_map[k] = arena_array(&merge->scratch, in->node_count, sizeof(uint32_t));
        merge->location_map[k] = arena_array(&merge->scratch, in->location_count, sizeof(uint32_t));
        merge->communicator_map[k] = arena_array(&merge->scratch, in->communicator_count, sizeof(uint32_t));
        if (!merge->region_map[k] || !merge->node_map[k] || !merge->location_map[k] || !merge->communicator_map[k])
            return profile_no_memory(merge->error);
    }
    return true;
}

bool profile_locate(const struct profile *whole, const struct profile *piece, uint32_t *map, struct error *error)
{
    struct arena arena = {0};
    struct profile again = {.nodes = NULL};
    struct merge merge = {.in = {whole, piece}, .out = &again, .arena = &arena, .error = error};
    bool ok = make_maps(&merge) && merge_regions(&merge) && merge_nodes(&merge);
    if (ok && again.node_count == whole->node_count)
        memcpy(map, merge.node_map[1], piece->node_count * sizeof *map);
    else if (ok)
        ok = error_set(error, ERROR_INTERNAL, "a rank has a call path that the job's profile lacks");
    arena_free(&merge.scratch);
    arena_free(&arena);
    return ok;
}

bool profile_merge(const struct profile *a, const struct profile *b, struct profile *out, struct arena *arena,
                   struct error *error)
{
    struct profile rowed[2];
    struct merge merge = {.in = {&rowed[0], &rowed[1]}, .out = out, .arena = arena, .error = error};
    memset(out, 0, sizeof *out);
    bool ok = rows_imply(a, &rowed[0], &merge.scratch, error) && rows_imply(b, &rowed[1], &merge.scratch, error) &&
              make_maps(&merge) && merge_regions(&merge) && merge_nodes(&merge) && merge_locations(&merge) &&
              merge_rows(&merge) && merge_communicators(&merge) && merge_traffic(&merge) && merge_meta(&merge) &&
              merge_tallies(&merge) && bins_merge(merge.in, merge.node_map, out, arena, error) &&
              metrics_merge(merge.in, merge.region_map, merge.node_map, out, arena, error) &&
              extremes_merge((const struct profile *const[2]){a, b}, merge.region_map, out, arena, error) &&
              rows_bound(out, error);
    if (ok) {
        profile_set_contexts(out);
        metrics_set_contexts(out);
    }
    arena_free(&merge.scratch);
    return ok;
}
