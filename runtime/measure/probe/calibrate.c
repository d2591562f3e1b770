/* calibrate.c - see probe.h. */
#include "runtime/measure/probe/probe.h"

#include "runtime/machine/clock.h"
#include "runtime/machine/settings.h"
#include "runtime/measure/beside/events.h"
#include "runtime/measure/store/costs.h"
#include "runtime/measure/tree/tree.h"

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

/* Returns the least time of an enter and leave over a few rounds; and the part of it that the pair itself measures, if it is timed. */
static double time_pairs(const struct probes *probes, struct __instr_region *descriptor, struct node *node,
                         double *inside)
{
    enum { ROUNDS = 9, PAIRS = 32 };
    uint64_t best = UINT64_MAX;
    for (int round = 0; round < ROUNDS; round++) {
        node->sum = 0;
        node->review = UINT8_MAX; /* none comes */
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
    struct region region = {.name = "", .file = "", .trace = EVENTS_NOT};
    struct __instr_region descriptor = {.__state = &region};
    struct thread *thread = thread_self;
    struct node *node;
    if (thread == &thread_none || !(node = tree_plain_child(&thread->tree, thread->tree.root, &region)))
        return;
    costs.clock = time_clock();
    costs.timed = time_pairs(probes, &descriptor, node, &costs.inside);
    tree_clear(&thread->tree);
}
