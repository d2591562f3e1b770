/*
 * meter.h - what the metrics that are on (runtime/metrics/) say of call paths.
 *
 * A reading is taken where a timed call begins and where it ends. What is between two readings of a thread belongs to the
 * innermost node on its path that is *metered*, and is booked there as the node's own: so nothing is counted twice, whatever
 * folds, jumps, pauses or is lifted, the sums of a thread are exact, and all until the last reading is in the store when the
 * process is killed. What lies below a node is added up by who makes a profile.
 *
 * A node is metered from its first call on, and stays so as long as its calls take long, which is so many times what a
 * reading costs (METER_LEAST); what a shorter one uses is its caller's. Calls that are only counted are never read. Labels are
 * always metered. The metric `reads` counts the calls that were read.
 *
 * Where no metric is on, no probe knows of any of this: those that do are others (probe_pick).
 */
#ifndef INSTR_METER_H
#define INSTR_METER_H

#include "runtime/measure/store/thread_self.h"
#include "runtime/metrics/metrics.h"

enum { METER_LEAST = 50 };

/* What a thread knows of its last reading. */
struct meter {
    struct metrics_thread sources;
    uint64_t last[METRICS_MOST];
};

/* Turns the metrics on that are asked for, or that coroutines have; before the first thread. */
void meter_start(bool coroutines);

/* A thread begins; it ends. */
void meter_begin(struct thread *thread);
void meter_end(struct thread *thread);

/* The one that goes on in a child of fork, at its first call: what the system counts from the fork on is booked with the next
 * reading. */
void meter_fork(struct thread *thread);

/* Ticks: of what takes less, nothing is read. */
extern uint64_t meter_least;

/* Calls of `node` that are timed are read: before each meter_note. */
static inline bool meter_is_read(const struct node *node)
{
    return node->values && node->values->metered;
}

/* A call that is read or took longer than that has ended and is booked. */
void meter_leave(struct thread *thread, struct node *node, uint64_t ticks);

/* Books what the calling thread used until now. Before its path changes in another way than by a call, and before its tree
 * is read. Does nothing where no metric is on. */
void meter_note(struct thread *thread);

/* Of the innermost call of the calling thread that is open, timed or only counted; of the process where it is not measured. For
 * what is added where it happens. Null: there are none. */
struct node_values *meter_values(void);

/* What is added where it happens: to the metric at this place, if it is on and there are values. */
static inline void meter_add(struct node_values *values, int place, uint64_t more)
{
    if (values && place >= 0)
        __atomic_fetch_add(&values->of[place], more, __ATOMIC_RELAXED);
}

#endif
