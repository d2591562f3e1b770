/* calibrate.c - see calibrate.h. */
#include "runtime/measure/calibrate.h"

#include "runtime/machine/clock.h"
#include "runtime/machine/settings.h"
#include "runtime/measure/burst.h"
#include "runtime/measure/costs.h"
#include "runtime/measure/probe.h"
#include "runtime/measure/sampling.h"

#include <string.h>

static double time_clock(void)
{
    enum { ROUNDS = 9, READINGS = 32 };
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

/* The least time, over a few rounds, of a pair of enter and leave; and what of it the pair itself saw, where it was
 * timed. */
static double time_pairs(const struct probes *probes, struct __instr_region *descriptor, double *inside)
{
    enum { ROUNDS = 9, PAIRS = 32 };
    uint64_t best = UINT64_MAX;
    struct node *node = thread_self->tree.root->last;
    for (int round = 0; round < ROUNDS; round++) {
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

void costs_calibrate(const struct probes *probes)
{
    struct region region = {.name = "", .file = ""};
    struct __instr_region descriptor = {.__state = &region};
    struct thread *thread = thread_self;
    struct node *node;
    if (thread == &thread_nobody || !(node = tree_plain_child(&thread->tree, thread->tree.root, &region)))
        return;
    thread->tree.root->last = node;
    node->review = UINT32_MAX;
    costs.clock = time_clock();
    costs.timed = time_pairs(probes, &descriptor, &costs.inside);
    if (settings.adaptive && sampling_more(node)) {
        double none;
        node->skips = SKIP_MOST;
        thread->turn = INT32_MAX;
        costs.counted = costs.least = time_pairs(probes, &descriptor, &none);
        thread->turn = -1;
        thread->turn_end = INT32_MIN;
        costs.burst = time_pairs(probes, &descriptor, &costs.burst_inside);
        burst_reset(thread);
    }
    sampling_set_limit();
    tree_clear(&thread->tree);
    memset(thread->cache, 0, sizeof thread->cache);
}
