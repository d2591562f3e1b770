/*
 * merge.c - two canonical profiles become one, in time linear in their sizes.
 *
 * Most tables are merged like any two sorted lists (tables.h). The maps from old to new regions keep the order, so
 * siblings stay sorted and two preorder walks can be merged the same way: of the two next nodes the
 * deeper one comes first, for the other lies behind its whole subtree; at the same depth both have the
 * same parent, and the smaller region comes first. Nothing is allocated per node but the result, so the
 * memory a merging rank needs does not depend on how many ranks went in.
 */
#include "common/check.h"
#include "common/sort.h"
#include "profile/blocks.h"
#include "profile/canonical.h"
#include "profile/profile.h"
#include "profile/rank_stays.h"
#include "profile/rows.h"
#include "profile/tables.h"

#include <string.h>

/* ---
 * the histograms over ranks, from which percentiles are read; private to this folder.
 *
 * A time has 32 bins a power of two, see stat.h, and only those are kept that some rank is in. Merged by adding
 * up, so the result does not depend on the order, and its size not on the number of ranks.
 */

/* Reads the bins of one input, node after node. */
struct reader {
    const struct profile *profile;
    const uint32_t *node_map;
    uint32_t node, bin;     /* the next ones */
    struct profile_bin one; /* of a node that has no bins since one rank called it */
};

/* Returns the *count bins of the node that becomes `node`. */
static const struct profile_bin *bins_of(struct reader *reader, uint32_t node, uint32_t *count)
{
    const struct profile *profile = reader->profile;
    *count = 0;
    if (reader->node >= profile->node_count || reader->node_map[reader->node] != node)
        return NULL;
    const struct stat_ranks *ranks = &profile->nodes[reader->node].ranks;
    const struct profile_bin *bins = NULL;
    while (reader->bin < profile->bin_count && profile->bins[reader->bin].node == reader->node) {
        if (!bins)
            bins = &profile->bins[reader->bin];
        reader->bin++;
        ++*count;
    }
    if (!bins && ranks->called == 1) {
        reader->one = (struct profile_bin){reader->node, stat_bin(ranks->min), 1};
        bins = &reader->one;
        *count = 1;
    }
    reader->node++;
    return bins;
}

static uint32_t add_ranks(uint32_t a, uint32_t b)
{
    return a > UINT32_MAX - b ? UINT32_MAX : a + b;
}

/* Merges two lists into `to`, and returns the new number. */
static uint32_t merge_lists(struct profile_bin *to, uint32_t node, const struct profile_bin *a, uint32_t a_count,
                            const struct profile_bin *b, uint32_t b_count)
{
    uint32_t count = 0;
    for (uint32_t i = 0, j = 0; i < a_count || j < b_count; count++) {
        bool take_a = j >= b_count || (i < a_count && a[i].bin <= b[j].bin);
        bool take_b = i >= a_count || (j < b_count && b[j].bin <= a[i].bin);
        to[count] = take_a ? a[i] : b[j];
        if (take_a && take_b)
            to[count].ranks = add_ranks(a[i].ranks, b[j].ranks);
        to[count].node = node;
        i += take_a;
        j += take_b;
    }
    return count;
}

/* Fills the bins of `out`, whose nodes were merged from in[0] and in[1]; the maps keep the order. */
static bool bins_merge(const struct profile *const in[2], uint32_t *const node_map[2], struct profile *out,
                       struct arena *arena, struct error *error)
{
    /* The last table that a merge makes could be given back in part; a node adds at most one bin to those there are. */
    uint64_t most = (uint64_t)in[0]->bin_count + in[1]->bin_count + in[0]->node_count + in[1]->node_count;
    struct profile_bin *bins = most < PROFILE_NONE ? arena_array(arena, (size_t)most, sizeof *bins) : NULL;
    if (!bins)
        return profile_no_memory(error);
    struct reader reader[2] = {{.profile = in[0], .node_map = node_map[0]},
                               {.profile = in[1], .node_map = node_map[1]}};
    uint32_t count = 0;
    for (uint32_t node = 0; node < out->node_count; node++) {
        uint32_t a_count, b_count;
        const struct profile_bin *a = bins_of(&reader[0], node, &a_count);
        const struct profile_bin *b = bins_of(&reader[1], node, &b_count);
        if (out->nodes[node].ranks.called > 1)
            count += merge_lists(bins + count, node, a, a_count, b, b_count);
    }
    out->bins = bins;
    out->bin_count = count;
    return true;
}

/* Returns the first bin of `node`, or the place where it would be. */
static uint32_t first_bin(const struct profile *profile, uint32_t node)
{
    return (uint32_t)sort_lower_bound32(profile->bins, profile->bin_count, sizeof *profile->bins,
                                        offsetof(struct profile_bin, node), node);
}

double profile_percentile(const struct profile *profile, uint32_t node, double quantile)
{
    const struct stat_ranks *ranks = &profile->nodes[node].ranks;
    uint32_t all = ranks->in_context > ranks->called ? ranks->in_context : ranks->called;
    double place = quantile * all;
    uint64_t nth = (uint64_t)place + ((double)(uint64_t)place < place); /* of all, from 1 */
    uint64_t zeros = all - ranks->called;
    nth = nth < 1 ? 1 : nth > all ? all : nth;
    if (nth <= zeros)
        return 0;
    nth -= zeros;
    if (nth == 1 || nth == ranks->called)
        return (double)(nth == 1 ? ranks->min : ranks->max);
    double value = (double)ranks->max;
    uint64_t seen = 0;
    for (uint32_t i = first_bin(profile, node); i < profile->bin_count && profile->bins[i].node == node; i++) {
        seen += profile->bins[i].ranks;
        if (seen < nth)
            continue;
        value = stat_bin_middle(profile->bins[i].bin);
        break;
    }
    value = value < (double)ranks->min ? (double)ranks->min : value;
    return value > (double)ranks->max ? (double)ranks->max : value;
}

/* --- */

/* The inputs, the result, and the new index of each entry of an input. */
struct merge {
    const struct profile *in[2];
    struct profile *out;
    struct maps maps[2];
    struct arena *arena;
    struct arena scratch;
    struct error *error;
};

/* Compares two sorted lists: < 0 if a's entry is next, > 0 if b's is, 0 if both are equal. */
static int next_of(uint32_t i, uint32_t a_count, uint32_t j, uint32_t b_count, int order)
{
    if (i >= a_count)
        return 1;
    return j >= b_count ? -1 : order;
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

/* Returns which walk has the next node of the result, as next_of does. The roots are one node even if two programs named them differently. */
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
    CHECK(node->region != PROFILE_NONE);
    node->flags |= other->flags;
    stat_calls_merge(&node->calls, &other->calls);
    stat_ranks_merge(&node->ranks, &other->ranks);
    first_merge(node, other);
}

static bool merge_nodes(struct merge *merge)
{
    const struct profile *in[2] = {merge->in[0], merge->in[1]};
    uint64_t most = (uint64_t)in[0]->node_count + in[1]->node_count;
    struct profile_node *out = most < PROFILE_NONE ? arena_array(merge->arena, (size_t)most, sizeof *out) : NULL;
    struct walk walk[2];
    if (!out)
        return profile_no_memory(merge->error);
    for (int k = 0; k < 2; k++) {
        walk[k] = (struct walk){in[k], merge->maps[k].of[TABLE_REGIONS], merge->maps[k].of[TABLE_NODES], NULL, 0};
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
        CHECK(!count || out[count].parent < count);
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
    CHECK(walk[0].next == in[0]->node_count && walk[1].next == in[1]->node_count);
    CHECK(count <= most);
    merge->out->nodes = out;
    merge->out->node_count = count;
    return true;
}

static bool make_maps(struct merge *merge)
{
    return (maps_make(&merge->maps[0], merge->in[0], &merge->scratch) &&
            maps_make(&merge->maps[1], merge->in[1], &merge->scratch)) ||
           profile_no_memory(merge->error);
}

static bool merge_table(struct merge *merge, unsigned table)
{
    const struct table_work work = {merge->out, merge->arena, &merge->scratch, merge->error, true};
    uint32_t *const node_maps[2] = {merge->maps[0].of[TABLE_NODES], merge->maps[1].of[TABLE_NODES]};
    if (table == TABLE_NODES)
        return merge_nodes(merge);
    if (table == TABLE_BINS)
        return bins_merge(merge->in, node_maps, merge->out, merge->arena, merge->error);
    return table_merge(table, merge->in, merge->maps, &work);
}

bool profile_locate(const struct profile *whole, const struct profile *piece, uint32_t *map, struct error *error)
{
    struct arena arena = {0};
    struct profile again = {.nodes = NULL};
    struct merge merge = {.in = {whole, piece}, .out = &again, .arena = &arena, .error = error};
    bool ok = make_maps(&merge) && merge_table(&merge, TABLE_REGIONS) && merge_nodes(&merge);
    if (ok && again.node_count == whole->node_count)
        memcpy(map, merge.maps[1].of[TABLE_NODES], piece->node_count * sizeof *map);
    else if (ok)
        ok = error_set(error, ERROR_INTERNAL, "a rank has a call path that the job's profile lacks");
    arena_free(&merge.scratch);
    arena_free(&arena);
    return ok;
}

/* Adds data that files of single processes omit because their nodes imply it. If one of the inputs lacks it, so does the result. */
static bool imply(struct merge *merge, const struct profile *const in[2], struct profile full[2])
{
    bool extremes = true, values = true;
    for (int k = 0; k < 2; k++) {
        if (!rows_imply(in[k], &full[k], &merge->scratch, merge->error))
            return false;
        full[k].extremes = profile_extremes(in[k], &full[k].extremes_count, &merge->scratch);
        full[k].region_values = profile_region_values(in[k], &full[k].region_value_count, &merge->scratch);
        if (!full[k].extremes || !full[k].region_values)
            return profile_no_memory(merge->error);
        extremes = extremes && (full[k].extremes_count || !in[k]->nodes[0].ranks.called);
        values = values && (full[k].region_value_count || !in[k]->value_count);
    }
    for (int k = 0; k < 2; k++) {
        full[k].extremes_count = extremes ? full[k].extremes_count : 0;
        full[k].region_value_count = values ? full[k].region_value_count : 0;
    }
    return true;
}

bool profile_merge(const struct profile *a, const struct profile *b, struct profile *out, struct arena *arena,
                   struct error *error)
{
    struct profile full[2];
    struct merge merge = {.in = {&full[0], &full[1]}, .out = out, .arena = arena, .error = error};
    memset(out, 0, sizeof *out);
    bool ok = imply(&merge, (const struct profile *const[]){a, b}, full) && make_maps(&merge);
    for (unsigned table = 0; ok && table < TABLES; table++)
        ok = merge_table(&merge, table);
    ok = ok && rows_bound(out, error) && rank_stays_bound(out, error);
    if (ok)
        profile_set_contexts(out);
    arena_free(&merge.scratch);
    return ok;
}
