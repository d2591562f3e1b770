/* bins.c - see bins.h. */
#include "profile/bins.h"

#include "base/sort.h"
#include "profile/canonical.h"

/* Reads the bins of one input node after node. */
struct reader {
    const struct profile *profile;
    const uint32_t *node_map;
    uint32_t node, bin;     /* the next ones */
    struct profile_bin one; /* of a node that has no bins since one rank called it */
};

/* The bins of the node that becomes `node`, *count of them. */
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

/* Merges two lists into `to`; returns how many there are then. */
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

bool bins_merge(const struct profile *const in[2], uint32_t *const node_map[2], struct profile *out,
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

/* The first bin of `node`, or where it would be. */
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
