/* sampling.c - see sampling.h. */
#include "runtime/measure/sampling.h"

#include "profile/region.h"
#include "runtime/machine/clock.h"
#include "runtime/machine/counters.h"
#include "runtime/machine/settings.h"
#include "runtime/machine/word.h"
#include "runtime/measure/budget.h"
#include "runtime/measure/costs.h"
#include "runtime/measure/store.h"

enum {
    LIMIT = 100,  /* clock reads */
    SPREAD = 16,  /* variance by squared mean from which on sampling tells too little */
    FOLDED = 64,  /* calls that fold into their caller's node are sampled up to so many times the limit */
    FEW = 16,     /* so many calls in bursts and the mean of the window before counts no more */
    SURPRISE = 4, /* times the limit */
    LONGER = 10,  /* how often the window is doubled at most */
    REVIEW = 256  /* timed calls of a sampled node between two looks */
};

uint64_t sampling_limit;

void sampling_set_limit(void)
{
    sampling_limit = (uint64_t)(LIMIT * costs.clock);
    if (settings.budget > 0 && costs.timed / settings.budget > (double)sampling_limit)
        sampling_limit = (uint64_t)(costs.timed / settings.budget);
}

uint32_t sampling_first_window(const struct region *region)
{
    return GET(region->tiny) || settings.budget > 0 ? SAMPLING_GLANCE : SAMPLING_WINDOW;
}

struct more *sampling_more(struct node *node)
{
    if (!node->more)
        __atomic_store_n(&node->more, store_alloc(sizeof *node->more), __ATOMIC_RELEASE);
    return node->more;
}

uint64_t sampling_bursts(const struct node *node)
{
    if (!node->more)
        return 0;
    return node->more->bursts + (node->skips == SKIP_MOST ? node->sum - node->more->base_sum : 0);
}

/* The variance of a sampled node's mean. Calls of one burst have much in common, so where there are enough it is that of
 * the means between two reviews. */
static double mean_variance(const struct node *node, double sum, double timed)
{
    const struct more *more = node->more;
    double parts = more->reviews, squares = more->review_squares, each = REVIEW;
    if (parts < FEW) {
        parts = timed;
        squares = wide_double(wide_subtract(node->squares, more->base_squares));
        each = 1;
    } else {
        sum = (double)(more->reviewed - more->base_sum);
    }
    double variance = squares / parts - sum / parts * (sum / parts);
    return variance > 0 ? variance / (each * each * parts) : 0;
}

/* The time of the calls of the running phase that were not timed. */
static void estimate_phase(const struct node *node, struct below children, double *ticks, double *error2)
{
    const struct more *more = node->more;
    uint64_t calls = node->calls - more->base_calls, timed = node->timed - more->base_timed;
    *ticks = *error2 = 0;
    if (node->skips < SKIP_MOST || node->folds || calls <= timed)
        return;
    double rest = (double)(calls - timed);
    double known = timed < FEW ? (double)timed / FEW : 1;
    double mean = more->mean > costs.inside ? more->mean - costs.inside : 0;
    *ticks = (1 - known) * rest * mean;
    *error2 = (1 - known) * rest * rest * mean * mean;
    if (timed) {
        double sum = (double)(node->sum - more->base_sum);
        double own = sum - (double)node->timed_below - (double)(children.bursts - more->base_children.bursts);
        double callees = (double)(children.calls - more->base_children.calls) / (double)calls;
        double probes = costs.burst_inside + callees * (costs.burst - costs.burst_inside - word_double(&costs.counted));
        double growth = children.total - more->base_children.total;
        *ticks += known * rest * (own / (double)timed - probes + growth / (double)calls);
        *error2 += known * rest * rest * mean_variance(node, sum, (double)timed);
    }
    if (*ticks < 0)
        *ticks = 0;
}

void sampling_estimate(const struct node *node, struct below children, double *ticks, double *error2)
{
    *ticks = *error2 = 0;
    if (!node->more)
        return;
    estimate_phase(node, children, ticks, error2);
    *ticks += node->more->estimate;
    *error2 += node->more->error2;
}

/* What a node took: measured, and estimated with what is below it. */
static double total(const struct node *node)
{
    if (!node->more)
        return (double)node->sum;
    double ticks, error2;
    sampling_estimate(node, node->more->children, &ticks, &error2);
    return ticks + (double)(node->sum - node->more->folded);
}

static void sum_up_begin(struct node *node)
{
    if (node->more)
        below_put(&node->more->children, (struct below){0, 0, 0});
}

/* All below the node is summed up. */
static void sum_up_end(const struct node *node)
{
    struct more *more = node->parent->more;
    if (more && node->region->kind != REGION_THREAD) {
        struct below sum = more->children;
        below_put(&more->children,
                  (struct below){sum.calls + node->calls, sum.bursts + sampling_bursts(node), sum.total + total(node)});
    }
}

void sampling_sum_up(struct node *root)
{
    struct node *node = root;
    sum_up_begin(node);
    for (;;) {
        for (; node->children; sum_up_begin(node))
            node = node->children;
        for (; node != root && !node->sibling; node = node->parent)
            sum_up_end(node);
        if (node == root)
            return;
        sum_up_end(node);
        node = node->sibling;
        sum_up_begin(node);
    }
}

static void put_wide(struct wide *place, struct wide value)
{
    PUT(place->low, value.low);
    PUT(place->high, value.high);
}

static void begin_phase(struct node *node, uint16_t skips)
{
    struct more *more = node->more;
    if (node->skips != skips) {
        sampling_sum_up(node);
        double ticks, error2;
        estimate_phase(node, more->children, &ticks, &error2);
        PUT(more->estimate, more->estimate + ticks);
        PUT(more->error2, more->error2 + error2);
        PUT(more->bursts, sampling_bursts(node));
        below_put(&more->base_children, more->children);
        PUT(node->timed_below, 0);
    }
    PUT(more->base_calls, node->calls);
    PUT(more->base_timed, node->timed);
    PUT(more->base_sum, node->sum);
    put_wide(&more->base_squares, node->squares);
    PUT(more->reviewed, node->sum);
    PUT(more->reviews, 0);
    PUT(more->review_squares, 0);
    PUT(more->caught, 0);
    PUT(more->caught_sum, 0);
    put_wide(&more->caught_squares, (struct wide){0, 0});
    PUT(node->skips, skips);
}

/* Whether a node is to be sampled after a window of timed calls, those that were caught apart. */
static bool is_tiny(const struct node *node, double *mean)
{
    const struct more *more = node->more;
    double calls = (double)(node->timed - more->base_timed - more->caught);
    if (calls < 1 || calls < (double)more->caught)
        return false;
    struct wide squares = wide_subtract(wide_subtract(node->squares, more->base_squares), more->caught_squares);
    *mean = (double)(node->sum - more->base_sum - more->caught_sum) / calls;
    if (node->folds) /* long calls among tiny ones are what recursion is */
        return *mean < FOLDED * (double)sampling_limit;
    double variance = wide_double(squares) / calls - *mean * *mean;
    return *mean < (double)sampling_limit && variance < SPREAD * (*mean * *mean + 1);
}

/* INSTR_THROTTLE: enough is known about this node. */
static bool is_throttled(const struct node *node)
{
    if (!settings.throttle_calls || node->folds || node->timed < settings.throttle_calls)
        return false;
    struct clock_scale scale = clock_scale_between((enum clock_kind)store->clock, store->start, clock_pair_now());
    double mean = (double)node->sum / (double)node->timed * (double)scale.ps_fixed * 0x1p-40;
    return mean < settings.throttle_us * 1e6;
}

static void throttle(struct node *node)
{
    PUT(node->more->mean, (double)node->sum / (double)node->timed);
    begin_phase(node, SKIP_ALL);
    counter_add(COUNTER_THROTTLED, 1);
}

void sampling_restart(struct node *node)
{
    begin_phase(node, SKIP_NONE);
    uint32_t surprises = node->more->surprises;
    node->review = (uint32_t)SAMPLING_WINDOW << (surprises < LONGER ? surprises : LONGER);
}

/* After some calls of a sampled node were timed. */
static void review_sampled(struct node *node)
{
    struct more *more = node->more;
    uint64_t ticks = node->sum - more->reviewed;
    PUT(more->reviewed, node->sum);
    PUT(more->reviews, more->reviews + 1);
    PUT(more->review_squares, more->review_squares + (double)ticks * (double)ticks);
    node->review = REVIEW;
    if (!node->folds && ticks > REVIEW * sampling_limit)
        sampling_restart(node);
}

/* After a window of timed calls. */
static void review_window(struct node *node)
{
    double mean;
    if (!is_tiny(node, &mean)) {
        sampling_restart(node);
        return;
    }
    begin_phase(node, node->folds ? SKIP_OWN_FOLDS : SKIP_MOST);
    PUT(node->more->mean, mean);
    PUT(node->region->tiny, true);
    node->review = REVIEW;
}

void sampling_review(struct thread *thread, struct node *node)
{
    if (thread_busy || node->region->kind == REGION_LABEL || !sampling_more(node)) {
        node->review = SAMPLING_WINDOW;
        return;
    }
    double cost = node->skips ? REVIEW * (costs.burst + thread->burst.period * word_double(&costs.counted))
                              : (double)(node->timed - node->more->base_timed) * costs.timed;
    budget_charge(thread, node->region, cost);
    if (is_throttled(node))
        throttle(node);
    else if (node->skips)
        review_sampled(node);
    else
        review_window(node);
}

void sampling_long(struct node *node, uint64_t ticks)
{
    struct more *more = node->more;
    if (thread_busy || ticks <= SURPRISE * sampling_limit)
        return;
    PUT(node->timed_below, node->timed_below + ticks);
    PUT(more->surprises, more->surprises + 1);
    sampling_restart(node);
}

void sampling_caught(struct node *node, uint64_t ticks)
{
    if (!node->more && (thread_busy || !sampling_more(node)))
        return;
    struct more *more = node->more;
    PUT(more->caught, more->caught + 1);
    PUT(more->caught_sum, more->caught_sum + ticks);
    put_wide(&more->caught_squares, wide_add(more->caught_squares, wide_multiply(ticks, ticks)));
}

void sampling_iteration(struct node *node, bool is_min, bool is_max, uint32_t iteration)
{
    if (!(is_min || is_max) || (!iteration && !node->more) || !sampling_more(node))
        return;
    if (is_min)
        PUT(node->more->min_iteration, iteration);
    if (is_max)
        PUT(node->more->max_iteration, iteration);
}

void sampling_add(struct node *to, const struct node *from)
{
    if (!from->more || !sampling_more(to))
        return;
    double ticks, error2;
    sampling_estimate(from, from->more->children, &ticks, &error2);
    to->more->folded += from->more->folded;
    to->more->moved_in += from->more->moved_in;
    to->more->moved_out += from->more->moved_out;
    to->more->estimate += ticks;
    to->more->error2 += error2;
    if (from->min < to->min)
        to->more->min_iteration = from->more->min_iteration;
    if (from->max > to->max)
        to->more->max_iteration = from->more->max_iteration;
}
