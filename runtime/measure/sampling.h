/*
 * sampling.h - adaptive timing: every call counted, few of the tiny and hot ones timed.
 *
 * A node begins with every call timed. After each window of calls its mean is looked at: while that is
 * below `limit` (100 clock reads) and the spread allows it, the node is *sampled*: its calls are timed in bursts only
 * (see burst.h). Calls that are long because something timed below them is long are *caught*: they are known, so they
 * stand apart. A sampled node whose own time turns long goes back.
 *
 * What the calls of a sampled node took that were not timed is estimated, per phase, as their number times the node's
 * mean own time in bursts, and with it what was measured and estimated below them: that is known for all calls, so
 * that a long call below a tiny one is never left to chance. A long stretch inside a function that is tiny else, with
 * no probe in it, is: such a one is counted once where a burst sees it and sends the node back, for a longer window
 * each time.
 *
 * Labels are always timed: who sets one by hand wants to know.
 *
 * Calls of a recursion take from nothing to all of its time, and a few of them tell nothing of the rest. So where
 * calls fold (see tree.h), those of all nodes from the one that calls up to the one that is folded into are timed.
 * Only where a function calls itself, and no time moves, some are enough.
 */
#ifndef INSTR_SAMPLING_H
#define INSTR_SAMPLING_H

#include "runtime/machine/word.h"
#include "runtime/measure/thread.h"

/* Timed calls between two looks at a node of which all are timed; and up to the first one where other
 * nodes of its region are sampled already, or timing has a budget. */
enum { SAMPLING_WINDOW = 1000, SAMPLING_GLANCE = 16 };

/* What is below a node, over its children. */
struct below {
    uint64_t calls;
    uint64_t bursts; /* ticks: of sampled ones, the calls that bursts timed */
    double total;    /* ticks: of all calls */
};

/* Stores it for who reads the tree from outside. */
static inline void below_put(struct below *place, struct below value)
{
    PUT(place->calls, value.calls);
    PUT(place->bursts, value.bursts);
    PUT(place->total, value.total);
}

/* What only some nodes need; in the store. */
struct more {
    /* Ticks. Of node->sum, the time of calls that folded into this node; what moved to it, from these and from
     * coroutines; and what moved away. */
    uint64_t folded, moved_in, moved_out;

    /* The phase: everything since the node's numbers were these. */
    uint64_t base_calls, base_timed, base_sum;
    struct wide base_squares;
    struct below base_children;

    /* Where all are timed: calls that were long because one below them was. */
    uint64_t caught, caught_sum;
    struct wide caught_squares;

    /* Where the node is sampled. In ticks: the mean of a call in the window before; node->sum at the last look, and
     * what it grew by from one look to the next, squared and summed up. */
    double mean;
    uint64_t reviewed;
    double review_squares;
    uint32_t reviews;

    uint32_t surprises; /* long stretches of own time, in all phases */
    uint64_t bursts;    /* ticks: of earlier phases, calls timed in bursts */

    /* Of a label or of a loop's turns: 1 + the number of the iteration that took min and max; 0 = none. */
    uint32_t min_iteration, max_iteration;

    struct below children; /* as sampling_sum_up found it */

    /* Of earlier phases: the time of the calls not timed, in ticks, and the variance of that. */
    double estimate, error2;
};

/* Calls longer than this many ticks are worth timing. */
extern uint64_t sampling_limit;

/* Sets it, by what probes cost. */
void sampling_set_limit(void);

/* Timed calls until the first look at a new node of that region. */
uint32_t sampling_first_window(const struct region *region);

/* The node's `more`, made if need be; null without memory. Only by the tree's owner. */
struct more *sampling_more(struct node *node);

/* After a timed call, when node->review says so. */
void sampling_review(struct thread *thread, struct node *node);

/* Counts a timed call that was long because one below it was. */
void sampling_caught(struct node *node, uint64_t ticks);

/* A timed call of a sampled node was long, and none below it. */
void sampling_long(struct node *node, uint64_t ticks);

/* Begins a new phase in which every call is timed. */
void sampling_restart(struct node *node);

/* The node's part in `bursts` of what is below its parent. */
uint64_t sampling_bursts(const struct node *node);

/* The estimate for all calls of the node that were not timed, in ticks, and its variance. */
void sampling_estimate(const struct node *node, struct below children, double *ticks, double *error2);

/* Sets more->children of `root` and of all nodes below it that have it, by the tree's owner. */
void sampling_sum_up(struct node *root);

/* A call that had this number (1 + it; 0 = none) was the node's shortest or longest so far. */
void sampling_iteration(struct node *node, bool is_min, bool is_max, uint32_t iteration);

/* Adds the `more` of `from`, whose `children` is known, to that of `to`, whose phase stays what it is and whose min and
 * max are still without those of `from`. */
void sampling_add(struct node *to, const struct node *from);

#endif
