/*
 * waiting.h - how long calls of MPI waited for other ranks, which ranks these were, and what they did: what the metrics
 * `waiting`, `delay` and `cause` of a profile say of its call paths.
 *
 * Waiting is the time of the rank that waits, where it waits. Delay is the same time once more, where the rank that came late
 * did at last what the others waited for: its send, or its part in a collective call. Cause is what of it is known of the paths
 * in which that rank was until then.
 */
#ifndef INSTR_REPORT_WAITING_H
#define INSTR_REPORT_WAITING_H

#include "report/metric.h"

/* A call path, and what its calls waited, made others wait, or were the cause of; in ps, over all ranks. */
struct waiting_path {
    uint32_t node;
    double time;
};

struct waiting {
    bool known;                                   /* the profile says something of waiting */
    struct metric_shown waited, delayed, caused;  /* where it does */
    struct waiting_path *waits, *delays, *causes; /* those with any, the largest first */
    uint32_t wait_count, delay_count, cause_count;
    double total, mpi; /* ps: all waiting; all time in MPI but its start and end */
};

/* False: no memory. */
bool waiting_make(struct waiting *waiting, const struct view *view, struct arena *arena);

/* ps: what the calls of a node waited. */
double waiting_of(const struct waiting *waiting, uint32_t node);

/* What a metric of these says of a node and what is below, by rank; null: nothing. The rank that has most is max_rank. */
const struct stat_ranks *waiting_ranks(const struct metric_shown *metric, uint32_t node);

#endif
