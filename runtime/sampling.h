/*
 * sampling.h - adaptive timing: every call counted, few of the tiny and hot ones timed.
 *
 * A node begins with every call timed. After each window of calls its mean is looked at: while that is
 * below `limit` (25 clock reads) and the spread allows it, the node is sampled: one call in `period` on
 * average is timed, the gaps drawn at random so that no rhythm of the program can hide from them. A
 * node whose calls turn long, or of which one call is surprisingly long, goes back.
 *
 * What the calls that were not timed took is estimated, per phase, as their number times the mean of
 * those that were. Two things keep that honest:
 *   - A call that is long because something timed below it is long is *caught*: the frame below takes
 *     over the start of its long callee. Caught calls are known, so they stand apart from the sample;
 *     what is left has little spread. Only a long stretch inside a function whose calls are usually
 *     tiny, with no probe in it, is left to chance, and the variance of the estimate says so.
 *   - A timed call's own time holds a clock read, and a branch that the processor foretold wrongly
 *     since most calls take the other: what the calls not timed don't have is taken off the estimate.
 *
 * Labels are always timed: who sets one by hand wants to know.
 *
 * Calls of a recursion take from nothing to all of its time, and a few of them tell nothing of the rest. So where
 * calls fold (see tree.h), those of all nodes from the one that calls up to the one that is folded into are timed.
 * Only where a function calls itself, and no time moves, some are enough.
 */
#ifndef INSTR_SAMPLING_H
#define INSTR_SAMPLING_H

#include "runtime/thread.h"

/* Timed calls between two looks at a node of which all are timed; and up to the first one where other
 * nodes of its region are sampled already, or timing has a budget. */
enum { SAMPLING_WINDOW = 1000, SAMPLING_GLANCE = 16 };

/* What only some nodes need; in the store. */
struct more {
    /* Ticks. Of node->sum, the time of calls that folded into this node; what moved to it, from these and from
     * coroutines; and what moved away. */
    uint64_t folded, moved_in, moved_out;

    /* The phase: everything since the node's numbers were these. */
    uint64_t base_calls, base_timed, base_sum;
    struct wide base_squares;
    uint64_t caught, caught_sum; /* of the phase's timed calls */
    struct wide caught_squares;
    uint32_t period; /* one in so many calls is timed; 0: each */
    double mean;     /* ticks: of the window before the phase */
    double recent;   /* ticks: running mean of the timed calls */

    /* Of a label or of a loop's turns: 1 + the number of the iteration that took min and max; 0 = none. */
    uint32_t min_iteration, max_iteration;

    /* Of earlier phases: the time of the calls not timed, in ticks, and the variance of that. */
    double estimate, error2;
};

/* Ticks that probes cost on this machine; measured by sampling_calibrate. */
struct sampling_costs {
    double clock;   /* one reading */
    double timed;   /* enter and leave of a timed call */
    double inside;  /* of it, what falls into the call's own time */
    double rare;    /* the same where few calls are timed, which the processor does not expect */
    double counted; /* enter and leave of a call that is only counted */
};
extern struct sampling_costs sampling_costs;

/* Calls longer than this many ticks are worth timing. */
extern uint64_t sampling_limit;

/* Measures the costs with the probes given, and sets the limit. Before the first thread is measured. */
struct probes;
void sampling_calibrate(const struct probes *probes);

/* Timed calls until the first look at a new node of that region. */
uint32_t sampling_first_window(const struct region *region);

/* The node's `more`, made if need be; null without memory. Only by the tree's owner. */
struct more *sampling_more(struct node *node);

/* After a timed call, when node->review says so. */
void sampling_review(struct thread *thread, struct node *node, uint64_t ticks);

/* Counts a timed call that was caught. */
void sampling_caught(struct node *node, uint64_t ticks);

/* Begins a new phase in which every call is timed. */
void sampling_restart(struct node *node);

/* The estimate for all calls of the node that were not timed, in ticks, and its variance. */
void sampling_estimate(const struct node *node, double *ticks, double *error2);

/* A call that had this number (1 + it; 0 = none) was the node's shortest or longest so far. */
void sampling_iteration(struct node *node, bool is_min, bool is_max, uint32_t iteration);

/* Adds the `more` of `from` to that of `to`, whose phase stays what it is and whose min and max are
 * still without those of `from`. */
void sampling_add(struct node *to, const struct node *from);

#endif
