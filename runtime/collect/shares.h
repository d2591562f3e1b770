/*
 * shares.h - computes the time of each node, from timed calls and samples.
 *
 * A node whose calls were all timed is *known*. The time of a known node, minus that of the nearest known nodes below it, is divided among the
 * node itself and the counted nodes in between, in proportion to the observer's samples (see runtime/observe/observer.h). So totals are those of
 * the clock, whatever the number of samples. Only the division of a stretch between two clock readings is an estimate: the standard error of a
 * share p of n samples is that of the binomial distribution, sqrt(p (1 - p) / n).
 *
 * Without samples, the time of counted nodes is extrapolated from their first calls, which were timed.
 *
 * The observer may miss calls of a few instructions, and attribute their time to the caller. So each counted call gets at least a part of the
 * time that its probes take. If the kernel took samples (runtime/observe/samples.h), and the places of probes are known, program counters show
 * these calls, and nothing is added.
 *
 * Samples inside a probe give the probe overhead in each node's own time, without the jump to the probe and back. The jump and the probes of
 * regions that are off have calibrated costs. Without samples all costs are calibrated.
 */
#ifndef INSTR_SHARES_H
#define INSTR_SHARES_H

#include "common/arena.h"
#include "runtime/measure/store/tree_data.h"

struct store_header;

/* Of one node, in ticks. */
struct share {
    uint64_t total; /* inclusive, probes and all */
    uint64_t
        net; /* the same without what probes took in the node and below it, and what is outside, see total_time.h */
    double error2; /* variance of it; 0 where it is known */
    double probes; /* of its own time, what probes took */
};

/* Returns the shares of `count` nodes. Each node's `order` is its parent's index, which is smaller than its own. Nodes from `others` on belong
 * to threads that were running while they were read. A tick takes `tick_ns`. NULL if there is no memory. */
struct share *shares_make(const struct store_header *from, const struct node *nodes, uint32_t count, uint32_t others,
                          double tick_ns, struct arena *arena);

/* Returns the ticks of timed calls from a node's parent, without those that folded. */
uint64_t shares_measured(const struct node *node);

#endif
