/* sampling.c - see sampling.h. */
#include "runtime/sampling.h"

#include "profile/region.h"
#include "runtime/budget.h"
#include "runtime/clock.h"
#include "runtime/counters.h"
#include "runtime/probe.h"
#include "runtime/settings.h"
#include "runtime/store.h"
#include "runtime/word.h"

#include <string.h>

enum {
    PERIOD = 128,     /* the usual one in ... */
    PERIOD_MOST = 4096,
    PERIOD_LEAST = 8, /* below this sampling is not worth it */
    FOLDED = 64,      /* calls that fold into their caller's node are sampled up to so many times the limit */
    NEVER = INT32_MAX,
    FEW = 16,         /* so many samples and the mean of the window before counts no more */
};

struct sampling_costs sampling_costs;
uint64_t sampling_limit;

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

/* Calls, sum and squares of a phase without those that were caught. */
struct sample {
    double calls, sum, squares;
};

static struct sample sample_of(const struct node *node)
{
    const struct more *more = node->more;
    struct wide squares = wide_subtract(wide_subtract(node->squares, more->base_squares), more->caught_squares);
    return (struct sample){(double)(node->timed - more->base_timed - more->caught),
                           (double)(node->sum - more->base_sum - more->caught_sum), wide_double(squares)};
}

static double sample_variance(struct sample sample)
{
    if (sample.calls < 2)
        return 0;
    double deviations = sample.squares - sample.sum * sample.sum / sample.calls;
    return deviations > 0 ? deviations / (sample.calls - 1) : 0;
}

/* The time of the calls of the running phase that were not timed. */
static void estimate_phase(const struct node *node, double *ticks, double *error2)
{
    const struct more *more = node->more;
    uint64_t calls = node->calls - more->base_calls, timed = node->timed - more->base_timed;
    *ticks = *error2 = 0;
    if (!more->period || node->folds || calls <= timed)
        return;
    double rest = (double)(calls - timed);
    struct sample sample = sample_of(node);
    double mean = sample.calls > 0 ? sample.sum / sample.calls : 0;
    if (sample.calls < FEW)
        mean = (sample.sum + (FEW - sample.calls) * more->mean) / FEW;
    if (mean > sampling_costs.rare)
        *ticks = rest * (mean - sampling_costs.rare);
    /* Of drawing without putting back; with few samples the spread is that of the mean itself. */
    double variance = sample.calls < 2 ? mean * mean : sample_variance(sample);
    double drawn = sample.calls < 1 ? 1 : sample.calls;
    *error2 = rest * (rest + drawn) * variance / drawn;
}

void sampling_estimate(const struct node *node, double *ticks, double *error2)
{
    *ticks = *error2 = 0;
    if (!node->more)
        return;
    estimate_phase(node, ticks, error2);
    *ticks += node->more->estimate;
    *error2 += node->more->error2;
}

static void put_wide(struct wide *place, struct wide value)
{
    PUT(place->low, value.low);
    PUT(place->high, value.high);
}

static void begin_phase(struct node *node, uint32_t period)
{
    struct more *more = node->more;
    double ticks, error2;
    estimate_phase(node, &ticks, &error2);
    PUT(more->estimate, more->estimate + ticks);
    PUT(more->error2, more->error2 + error2);
    PUT(more->base_calls, node->calls);
    PUT(more->base_timed, node->timed);
    PUT(more->base_sum, node->sum);
    put_wide(&more->base_squares, node->squares);
    PUT(more->caught, 0);
    PUT(more->caught_sum, 0);
    put_wide(&more->caught_squares, (struct wide){0, 0});
    PUT(more->period, period);
}

/* Calls until the next timed one: 0 to 2 (period - 1), each as likely. */
static uint32_t draw(struct thread *thread, uint32_t period)
{
    uint32_t x = thread->random;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    thread->random = x;
    return (uint32_t)((uint64_t)x * (2 * period - 1) >> 32);
}

/* How a node should be timed after a window of timed calls. */
static uint32_t pick_period(const struct node *node, struct sample window)
{
    double mean = window.sum / window.calls;
    double limit = (double)sampling_limit;
    if (window.calls < (double)node->more->caught)
        return 0; /* most were caught: not tiny */
    if (node->folds)
        return mean < FOLDED * limit ? PERIOD : 0;
    if (mean >= limit)
        return 0;
    /* A spread of twice the mean needs four times the samples for the same precision. */
    double spread = sample_variance(window) / (mean * mean + 1);
    double period = spread > 1 ? PERIOD / spread : PERIOD;
    if (settings.budget > 0 && sampling_costs.timed / (settings.budget * (mean + 1)) > period)
        period = sampling_costs.timed / (settings.budget * (mean + 1));
    if (period > PERIOD_MOST)
        period = PERIOD_MOST;
    return period < PERIOD_LEAST ? 0 : (uint32_t)period;
}

/* INSTR_THROTTLE: enough is known about this node. */
static bool is_throttled(const struct node *node)
{
    if (!settings.throttle_calls || node->folds || node->timed < settings.throttle_calls)
        return false;
    struct clock_scale scale =
        clock_scale_between((enum clock_kind)store->clock, store->start, clock_pair_now());
    double mean = (double)node->sum / (double)node->timed * (double)scale.ps_fixed * 0x1p-40;
    return mean < settings.throttle_us * 1e6;
}

static void throttle(struct node *node)
{
    if (node->more->period != NEVER) {
        struct sample sample = sample_of(node);
        if (sample.calls > 0)
            PUT(node->more->mean, sample.sum / sample.calls);
        begin_phase(node, NEVER);
        counter_add(COUNTER_THROTTLED, 1);
    }
    node->skip = node->gap = NEVER;
    node->review = 1;
}

static void review_window(struct thread *thread, struct node *node)
{
    struct sample window = sample_of(node);
    uint32_t period = pick_period(node, window);
    double mean = window.calls > 0 ? window.sum / window.calls : 0;
    begin_phase(node, period);
    PUT(node->more->mean, mean);
    PUT(node->more->recent, mean);
    if (period) {
        PUT(node->region->tiny, true);
        node->skip = draw(thread, period);
        node->gap = draw(thread, period);
        node->review = 1;
    } else {
        node->review = SAMPLING_WINDOW;
    }
}

void sampling_restart(struct node *node)
{
    begin_phase(node, 0);
    node->skip = node->gap = 0;
    node->review = SAMPLING_WINDOW;
}

static void review_sample(struct thread *thread, struct node *node, uint64_t ticks)
{
    struct more *more = node->more;
    double limit = (double)sampling_limit, took = (double)ticks;
    bool surprise = !node->folds && took > 4 * limit;
    if (node->folds) { /* long calls among tiny ones are what recursion is */
        limit *= 2 * FOLDED;
        took = took < 2 * limit ? took : 2 * limit;
    }
    PUT(more->recent, more->recent + (took - more->recent) / FEW);
    if (surprise || more->recent > limit) {
        sampling_restart(node);
    } else {
        node->gap = draw(thread, more->period);
        node->review = 1;
    }
}

/* Ticks that the node's probes took since the last look at it, about. */
static double cost_since_review(const struct node *node)
{
    const struct more *more = node->more;
    if (more->period)
        return more->period * sampling_costs.counted + sampling_costs.timed;
    return (double)(node->timed - more->base_timed) * sampling_costs.timed;
}

void sampling_review(struct thread *thread, struct node *node, uint64_t ticks)
{
    if (thread_busy || node->region->kind == REGION_LABEL || !sampling_more(node)) {
        node->review = SAMPLING_WINDOW;
        return;
    }
    budget_charge(thread, node->region, cost_since_review(node));
    if (is_throttled(node))
        throttle(node);
    else if (node->more->period)
        review_sample(thread, node, ticks);
    else
        review_window(thread, node);
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
    sampling_estimate(from, &ticks, &error2);
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

/* The least time, in ticks, of a pair of enter and leave, over a few rounds; and what of it the pair itself
 * saw, where it was timed. */
static double time_pairs(const struct probes *probes, struct __instr_region *descriptor, uint32_t skip,
                         double *inside)
{
    enum { ROUNDS = 7, PAIRS = 64 };
    uint64_t best = UINT64_MAX;
    for (int round = 0; round < ROUNDS; round++) {
        struct node *node = thread_self->tree.root->last;
        node->skip = skip;
        node->sum = 0;
        uint64_t start = clock_now();
        for (int i = 0; i < PAIRS; i++)
            probes->leave(probes->enter(descriptor));
        uint64_t ticks = clock_now() - start;
        if (ticks < best) {
            best = ticks;
            *inside = (double)node->sum / PAIRS;
        }
    }
    return (double)best / PAIRS;
}

/* The least mean, over a few rounds, of what a timed call among many counted ones takes by itself. */
static double time_rare(const struct probes *probes, struct __instr_region *descriptor)
{
    enum { ROUNDS = 9, SAMPLES = 16 };
    struct thread *thread = thread_self;
    struct node *node = thread->tree.root->last;
    double best = (double)UINT64_MAX;
    for (int round = 0; round < ROUNDS; round++) {
        node->timed = node->sum = 0;
        for (int i = 0; i < SAMPLES; i++) {
            node->skip = draw(thread, PERIOD / 2);
            for (uint32_t pair = node->skip + 1; pair > 0; pair--)
                probes->leave(probes->enter(descriptor));
        }
        double mean = (double)node->sum / SAMPLES;
        if (mean < best)
            best = mean;
    }
    return best;
}

static double time_clock(void)
{
    enum { ROUNDS = 7, READINGS = 64 };
    uint64_t best = UINT64_MAX;
    for (int round = 0; round < ROUNDS; round++) {
        uint64_t start = clock_now();
        for (int i = 1; i < READINGS; i++)
            clock_now();
        uint64_t ticks = clock_now() - start;
        if (ticks < best)
            best = ticks;
    }
    return (double)best / READINGS;
}

void sampling_calibrate(const struct probes *probes)
{
    struct region region = {.name = "", .file = ""};
    struct __instr_region descriptor = {.__state = &region};
    struct thread *thread = thread_self;
    struct node *node;
    if (thread == &thread_nobody || !(node = tree_plain_child(&thread->tree, thread->tree.root, &region)))
        return;
    thread->tree.root->last = node;
    node->review = UINT32_MAX;
    sampling_costs.clock = time_clock();
    sampling_costs.timed = time_pairs(probes, &descriptor, 0, &sampling_costs.inside);
    sampling_costs.counted = sampling_costs.timed;
    sampling_costs.rare = sampling_costs.inside;
    if (settings.adaptive) {
        double none;
        sampling_costs.counted = time_pairs(probes, &descriptor, UINT32_MAX, &none);
        sampling_costs.rare = time_rare(probes, &descriptor);
    }
    sampling_limit = (uint64_t)(25 * sampling_costs.clock);
    if (settings.budget > 0 && sampling_costs.timed / settings.budget > (double)sampling_limit)
        sampling_limit = (uint64_t)(sampling_costs.timed / settings.budget);
    tree_clear(&thread->tree);
    memset(thread->cache, 0, sizeof thread->cache);
}
