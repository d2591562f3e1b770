/*
 * verdict.h - what a run does more or less often than a baseline says, and where that comes from.
 *
 * What a function has of a metric is its own, so a function that has more of it is its own cause, unless it has so much more as it
 * is called more often.
 *
 * A function is called more often because a function that calls it is called more often, or because one calls it more often
 * than it did. The first is a consequence: the way up along the callers ends at one of the second kind, the cause.
 */
#ifndef INSTR_REPORT_VERDICT_H
#define INSTR_REPORT_VERDICT_H

#include "report/gate/match.h"

enum verdict_state { VERDICT_SAME, VERDICT_MORE, VERDICT_FEWER, VERDICT_NEW, VERDICT_GONE, VERDICT_LEFT_ALONE };

struct verdict_finding {
    const struct counts_function *before, *now; /* null: not there. Another file or name: it moved, or was renamed */
    uint32_t metric;                            /* it is of this one of the counts; COUNTS_NONE: of the calls */
    struct counts_range before_range, now_range;
    enum verdict_state state;
    double difference; /* so much more; of what varies, at least */
    bool fails;        /* it is more than the rules allow */
    uint32_t cause;
};

struct verdict_cause {
    const struct counts_function *caller, *callee; /* as they are now, or were; no caller: what calls is not measured */
    const char *metric;       /* not null: `callee` itself has more or less of it, whoever calls it */
    enum verdict_state state; /* of the calls of `caller`, or, of a metric, of `callee` */
    double difference;        /* in the calls of `callee` by `caller`, or in the metric */
    bool spread;              /* it is an estimate that it is this caller */
    const char *path;         /* on which most of it is now, or "" */
    uint32_t first, count;    /* its findings */
};

struct verdict {
    struct verdict_finding *findings; /* by cause, those that fail; then the others */
    uint32_t finding_count, failed;
    uint32_t failed_functions;    /* of which one or more fail */
    struct verdict_cause *causes; /* of calls, then of metrics; the largest difference first */
    uint32_t cause_count;
    struct match match;
};

/* `allow`: percent in place of the rule for all functions; negative: that rule. */
bool verdict_make(struct verdict *verdict, const struct counts *before, const struct counts *now, double allow,
                  const struct compare_run *run, struct arena *arena);

/* The one of the two that is there, as it is now if it is. */
const struct counts_function *verdict_function(const struct verdict_finding *finding);

/* "more often", "new", ... */
const char *verdict_state_text(const struct verdict_finding *finding);

#endif
