/*
 * shares.h - what each node took, from what was timed and what was looked at.
 *
 * A node of which every call was timed is *known*. What a known node took, less what the nearest known ones below it
 * took, is shared out among the node itself and the counted nodes in between, in proportion to how often the observer
 * found the thread there (see runtime/measure/observer.h). So totals are those of the clock, whatever the number of
 * looks, and only how a stretch between two clock readings divides is an estimate: of a share p of n looks the
 * standard error is that of the binomial distribution, sqrt(p (1 - p) / n).
 *
 * Where nobody looked, counted nodes take what their first calls, which were timed, say.
 *
 * To a look from outside a call of few instructions can begin and end at once. What it took is seen in its caller; so no counted
 * call takes less than some of the way to its probes and back.
 *
 * Where the kernel took samples (runtime/observe/samples.h), and it is known where the probes are, program counters tell all that, and
 * nothing is added to it.
 *
 * Looks that found the thread in a probe tell, of each node's own time, what the probes took, but for the ways there and back,
 * which are calibrated: what the probes of a region that is off take. Without looks all costs are.
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
