/*
 * waiting.h - how long calls of MPI waited for other ranks, and which ranks these were: what the metrics `waiting` and `delay`
 * of a profile say of its call paths.
 *
 * Waiting is the time of the rank that waits, where it waits. Delay is the same time once more, where the rank that came late
 * did at last what the others waited for: its send, or its part in a collective call.
 */
#ifndef INSTR_REPORT_WAITING_H
#define INSTR_REPORT_WAITING_H

#include "report/metric.h"

/* A call path, and what its calls waited or made others wait, in ps, over all ranks. */
struct waiting_path {
    uint32_t node;
    double time;
};

struct waiting {
    bool known;                          /* the profile says something of waiting */
    struct metric_shown waited, delayed; /* where it does */
    struct waiting_path *waits, *delays; /* those with any, the largest first */
    uint32_t wait_count, delay_count;
    double total, mpi; /* ps: all waiting; all time in MPI but its start and end */
};

/* False: no memory. */
bool waiting_make(struct waiting *waiting, const struct view *view, struct arena *arena);

/* ps: what the calls of a node waited. */
double waiting_of(const struct waiting *waiting, uint32_t node);

/* What others waited for calls of this node, by rank; null: nobody did. The rank that they waited for most is max_rank. */
const struct stat_ranks *waiting_delays(const struct waiting *waiting, uint32_t node);

#endif
