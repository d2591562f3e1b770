/*
 * meter.h - charges the metrics that are on (runtime/metrics/) to call paths.
 *
 * Metrics are read where a timed call begins and where it ends. The difference between two readings of a thread is charged to the innermost node
 * on its path that is *metered*, as the node's own. So nothing is counted twice, whatever folds, jumps, pauses or is lifted, the sums of a thread
 * are exact, and all until the last reading is in the store when the process is killed. What lies below a node is added up by who makes a
 * profile.
 *
 * A node is metered from its first call on, while its calls take at least METER_LEAST times the cost of a reading. Shorter
 * calls count for their caller. Calls that are only counted are never read. Labels are always metered. The metric `reads`
 * counts the calls that were read.
 *
 * If no metric is on, other probes are used, which do nothing of this (probe_pick).
 */
#ifndef INSTR_METER_H
#define INSTR_METER_H

#include "runtime/measure/store/thread_self.h"
#include "runtime/metrics/metrics.h"

enum { METER_LEAST = 50 };

/* A thread's last reading. */
struct meter {
    struct metrics_thread sources;
    uint64_t last[METRICS_MOST];
};

/* Turns on the requested metrics, and those of coroutines; before the first thread. */
void meter_start(bool coroutines);

/* Called when a thread begins, and when it ends. */
void meter_begin(struct thread *thread);
void meter_end(struct thread *thread);

/* Starts metrics in a child of fork at its first call. Counts of the system since the fork are charged at the next reading. */
void meter_fork(struct thread *thread);

/* In ticks: calls shorter than this are not read. */
extern uint64_t meter_least;

/* Returns whether timed calls of `node` are read. To be asked before each meter_note. */
static inline bool meter_is_read(const struct node *node)
{
    return node->values && node->values->metered;
}

/* Ends a call that is read or took longer than that, after it was booked. */
void meter_leave(struct thread *thread, struct node *node, uint64_t ticks);

/* Charges the metrics used since the last reading to the calling thread's path. To be called before its path changes other than by a call, and
 * before its tree is read. Does nothing if no metric is on. */
void meter_note(struct thread *thread);

/* Returns the values of the calling thread's innermost open call, timed or only counted, or of the process for a thread that is not measured;
 * NULL if there are none. For metrics that are added where they happen. */
struct node_values *meter_values(void);

/* Adds to the metric at index `place`, if it is on and there are values. */
static inline void meter_add(struct node_values *values, int place, uint64_t more)
{
    if (values && place >= 0)
        __atomic_fetch_add(&values->of[place], more, __ATOMIC_RELAXED);
}

#endif
