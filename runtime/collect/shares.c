/* shares.c - see shares.h. */
#include "runtime/collect/shares.h"

#include "common/check.h"
#include "profile/region.h"
#include "runtime/machine/wide.h"
#include "runtime/measure/store/store_header.h"

#include <string.h>

/* Sums made on the way from the leaves to the root and back. */
struct sums {
    double looked;  /* ns: of looks at the node and at what is counted below it */
    double guessed; /* ticks: the same by the calls that were timed at first */
    uint64_t below; /* ticks: of the nearest known nodes below */
    uint64_t moved; /* ticks that folds and coroutines brought here and below, less what they took; it may wrap */
    double own;     /* ticks: without what is below */
    double probed;  /* ticks: by its calls and those that it makes, the least that their probes may have taken */
    uint32_t pool;  /* the known node in whose time it shares, itself if it is known */
    uint8_t known;
};

struct work {
    const struct store_header *from;
    const struct node *nodes;
    struct sums *sums;
    struct share *shares;
    uint32_t count, others;
    bool counted; /* some calls were only counted */
    bool sampled; /* by program counters, which see what takes a few instructions as well */
    double tick_ns;
};

uint64_t shares_measured(const struct node *node)
{
    return node->sum - (node->extra ? node->extra->folded : 0);
}

/* Returns whether it is a thread, which runs beside the node below which it is. */
static bool is_beside(const struct node *node)
{
    return node->region->kind == REGION_THREAD;
}

/* Returns whether its calls are known only by number, not by caller. */
static bool is_by_function(const struct work *work, const struct node *node)
{
    return node->flags & NODE_IN_CALLERS ||
           (node != work->nodes && work->nodes[node->order].region == work->from->short_children);
}

static bool is_known(const struct work *work, const struct node *node)
{
    if (is_by_function(work, node))
        return false;
    if (!node->calls) /* unless the rest of a call is all that was there, see FRAME_REST */
        return node->region->kind == REGION_ROOT || node->sum;
    return !work->counted || node->timed >= node->calls;
}

/* Returns the time of the node's calls in ticks, from the mean of the timed ones. */
static double guess(const struct work *work, const struct node *node)
{
    if (!node->timed)
        return 0;
    double mean = (double)shares_measured(node) / (double)node->timed - work->from->costs.inside;
    return mean > 0 ? mean * (double)node->calls : 0;
}

/* Sums up from the last node, so that all children come before their parent. */
static void sum_up(struct work *work)
{
    for (uint32_t i = work->count; i-- > 0;) {
        const struct node *node = &work->nodes[i];
        struct sums *mine = &work->sums[i];
        CHECK(!i || node->order < i);
        mine->known = is_known(work, node);
        mine->looked += (double)(node->looked + node->looked_probe);
        if (node->extra)
            mine->moved += node->extra->moved_in - node->extra->moved_out;
        uint64_t below = mine->below; /* as far as it counts for the parent */
        if (mine->known) {
            int64_t total = (int64_t)(shares_measured(node) + mine->moved);
            work->shares[i].total = total > 0 ? (uint64_t)total : 0;
            /* What was read while it went on, a member of a team that ran tasks while it waited, see team.h, and the process, where paths
             * of several threads were folded. */
            bool soft = !i || node->flags & NODE_OPEN || is_beside(node) || i >= work->others;
            if (soft && work->shares[i].total < below)
                work->shares[i].total = below;
            below = work->shares[i].total;
        } else {
            double guessed = guess(work, node);
            if (mine->guessed < guessed - (double)below)
                mine->guessed = guessed - (double)below;
        }
        if (!i)
            continue;
        struct sums *parent = &work->sums[node->order];
        parent->moved += mine->moved;
        if (is_beside(node))
            continue;
        parent->below += below;
        if (!mine->known) {
            parent->looked += mine->looked;
            parent->guessed += mine->guessed;
        }
    }
}

/* Returns the share, minus the last bit, so that rounding never makes the parts exceed the whole. */
static uint64_t share_of(double pool, double amount, double whole)
{
    return whole > 0 ? wide_whole(pool * (amount / whole) * (1 - 1e-12)) : 0;
}

/* Returns the variance of one sample that hits with probability p. If all or none of so many samples hit, the variance is not taken to be 0. */
static double spread(double p, double looks)
{
    double least = looks > 2 ? 1 / looks : 0.5;
    p = p < least ? least : p > 1 - least ? 1 - least : p;
    return p * (1 - p);
}

/* Returns the ns of one of equivalent samples with equal weights: n samples of weights w are worth (sum of w)^2 / (sum of w^2) of these
 * (Kish's effective sample size). */
static double time_of_look(const struct observed *observed)
{
    double squares = (double)observed->squares * 1e6;
    return squares > 0 && observed->tiny ? squares / (double)observed->tiny : 1;
}

/* Divides the time from the root down: each counted node gets its part of the pool. */
static void share_out(struct work *work)
{
    double each = time_of_look(&work->from->observed);
    for (uint32_t i = 0; i < work->count; i++) {
        struct sums *mine = &work->sums[i];
        struct share *share = &work->shares[i];
        mine->pool = mine->known || !i ? i : work->sums[work->nodes[i].order].pool;
        const struct sums *owner = &work->sums[mine->pool];
        CHECK(mine->pool <= i && (owner->known || !mine->pool));
        uint64_t all = work->shares[mine->pool].total;
        double pool = all > owner->below ? (double)(all - owner->below) : 0;
        double own_probes = (double)work->nodes[i].looked_probe, whole = owner->looked;
        if (owner->looked > 0)
            share->probes = pool * own_probes / whole;
        if (mine->known)
            continue;
        if (owner->looked > 0 && work->sampled) {
            double amount = mine->looked, looks = owner->looked / each, p = amount / whole;
            share->total = mine->below + share_of(pool, amount, whole);
            share->error2 = pool * pool * spread(p, looks) / looks;
        } else {
            whole = owner->guessed > pool ? owner->guessed : pool;
            uint64_t guess = share_of(pool, mine->guessed, whole);
            share->total = mine->below + guess;
            share->error2 = (double)guess * (double)guess;
        }
    }
}

/* Returns whether a device reported it; such work contains no probe. */
static bool is_of_device(const struct node *node)
{
    return node->region->kind == REGION_DEVICE || (is_beside(node) && strcmp(node->region->groups, "device") == 0);
}

/* Adds calibrated probe overhead where there are no samples. The part of a call's probe outside the call is in its caller's own time. */
static void add_calibrated(struct work *work)
{
    const struct costs *cost = &work->from->costs;
    for (uint32_t i = 1; i < work->count; i++) {
        const struct node *node = &work->nodes[i];
        if (is_of_device(node))
            continue;
        if (work->sums[work->sums[i].pool].looked == 0)
            work->shares[i].probes += (double)node->timed * cost->inside;
        if (!is_beside(node) && work->sums[work->sums[node->order].pool].looked == 0)
            work->shares[node->order].probes += (double)node->timed * (cost->timed - cost->inside);
    }
}

/* Returns the least ticks that the probes of a node's calls take, without stalls. */
static double least_cost(const struct work *work, const struct node *node)
{
    const struct store_header *from = work->from;
    double path = from->paths ? (double)from->paths_ticks / (double)from->paths : 0;
    double pruned = node->extra ? (double)node->extra->pruned : 0;
    return (double)node->timed * from->costs.timed + path + pruned;
}

/* Limits probe overhead to a multiple of its calibrated cost, unless program counters show more: if few samples exist, a single one in a probe
 * stands for far too much. Folded calls of a node are of unknown number. */
static void limit_probes(struct work *work)
{
    enum { MANY = 10 };
    for (uint32_t i = 1; i < work->count; i++) {
        double cost = least_cost(work, &work->nodes[i]);
        work->sums[i].probed += cost;
        work->sums[work->nodes[i].order].probed += cost;
    }
    for (uint32_t i = 0; i < work->count; i++)
        if (!work->sampled && !work->nodes[i].folds && work->shares[i].probes > MANY * work->sums[i].probed)
            work->shares[i].probes = MANY * work->sums[i].probed;
    for (uint32_t i = 0; i < work->count; i++)
        work->sums[i].own = (double)work->shares[i].total;
    for (uint32_t i = 1; i < work->count; i++)
        if (!is_beside(&work->nodes[i]))
            work->sums[work->nodes[i].order].own -= (double)work->shares[i].total;
    for (uint32_t i = 0; i < work->count; i++) {
        double most = work->sums[i].own > 0 ? work->sums[i].own : 0;
        if (work->shares[i].probes > most)
            work->shares[i].probes = most;
    }
}

/* Limits the error of a guess to the guess itself. */
static void limit_guess(struct work *work, uint32_t i)
{
    double all = (double)work->shares[i].net;
    if (work->sums[work->sums[i].pool].looked == 0 && work->shares[i].error2 > all * all)
        work->shares[i].error2 = all * all;
}

/* Goes through the nodes from the last one, so that subtrees are known before their root. From here on `own` is the excluded part of a node's
 * own time: probe overhead, or all of it, and then that of its subtree. */
static void take_off_probes(struct work *work)
{
    bool main = false;
    for (uint32_t i = 1; i < work->count; i++)
        main |= !work->nodes[i].order && region_is_main(work->nodes[i].region->kind, work->nodes[i].region->name);
    for (uint32_t i = 0; i < work->count; i++)
        if (!region_is_outside(work->nodes[i].region->kind, work->nodes[i].region->name, main) ||
            work->sums[i].own < work->shares[i].probes)
            work->sums[i].own = work->shares[i].probes;
    for (uint32_t i = work->count; i-- > 0;) {
        double apart = work->sums[i].own;
        work->shares[i].net = wide_whole((double)work->shares[i].total - apart);
        limit_guess(work, i);
        if (i && !is_beside(&work->nodes[i]))
            work->sums[work->nodes[i].order].own += apart;
    }
}

struct share *shares_make(const struct store_header *from, const struct node *nodes, uint32_t count, uint32_t others,
                          double tick_ns, struct arena *arena)
{
    struct arena scratch = {0};
    struct work work = {.from = from,
                        .nodes = nodes,
                        .sums = arena_array(&scratch, count, sizeof *work.sums),
                        .shares = arena_array(arena, count, sizeof *work.shares),
                        .count = count,
                        .others = others,
                        .sampled = from->observed.samples && !from->observed.refused && from->sites,
                        .tick_ns = tick_ns};
    if (!work.sums || !work.shares) {
        arena_free(&scratch);
        return NULL;
    }
    for (uint32_t i = 0; i < count && from->settings.adaptive; i++)
        work.counted |= nodes[i].timed < nodes[i].calls;
    sum_up(&work);
    share_out(&work);
    add_calibrated(&work);
    limit_probes(&work);
    take_off_probes(&work);
    arena_free(&scratch);
    return work.shares;
}
