/*
 * verdict.h - the differences in calls and metrics between a run and a baseline.
 *
 * Calls and metrics differ if their ranges don't overlap. A time differs if the change exceeds its error, chosen so that in one of a hundred runs
 * some function fails by chance. Times are informational unless asked for.
 */
#ifndef INSTR_REPORT_VERDICT_H
#define INSTR_REPORT_VERDICT_H

#include "report/compare/counts.h"

/*
 * Matches the functions of a baseline with those of now: of the same file and name; or, if unique, of the same name in another file (moved); or
 * called equally often by the same functions under another name (renamed), in the same file or with the same callees.
 */

struct match {
    uint32_t *before_of, *now_of; /* COUNTS_NONE: there is none */
};

enum verdict_state { VERDICT_SAME, VERDICT_MORE, VERDICT_FEWER, VERDICT_NEW, VERDICT_GONE, VERDICT_LEFT_ALONE };

struct verdict_finding {
    const struct counts_function *before, *now; /* null: not there. Another file or name: it moved, or was renamed */
    uint32_t metric; /* it is of this one of the counts; COUNTS_TIME; COUNTS_NONE: of the calls */
    struct counts_range before_range, now_range; /* of time: in ps, the mean less its error, and plus it */
    enum verdict_state state;
    double difference; /* so much more; of what varies, at least */
    double noise;      /* of a time */
    const struct counts_function
        *instead; /* of what is gone: its caller, which does its work itself now; of what is new: did before */
    bool fails;   /* it is more than the rules allow */
    uint32_t cause;
};

struct verdict_cause {
    const struct counts_function *caller, *callee; /* as they are now, or were; no caller: what calls is not measured */
    const char *metric;                    /* not null: `callee` itself has more or less of it, whoever calls it */
    enum verdict_state state;              /* of the calls of `caller`, or, of a metric, of `callee` */
    enum verdict_state change;             /* of the calls of `callee` */
    const struct counts_function *instead; /* of `callee`, as above */
    double difference;                     /* in the calls of `callee` by `caller`, or in the metric */
    bool spread;                           /* it is an estimate that it is this caller */
    const char *path;                      /* on which most of it is now, or "" */
    uint32_t first, count;                 /* its findings */
};

/* The result. change_origins.h fills in all but the findings and the match. */
struct verdict {
    struct verdict_finding *findings; /* by cause, those that fail; then the others */
    uint32_t finding_count, failed;
    uint32_t failed_functions;    /* of which one or more fail */
    struct verdict_cause *causes; /* of calls, then of metrics; the largest difference first */
    uint32_t cause_count;
    struct match match;
};

struct verdict_rules {
    double allow; /* percent in place of the rule for all functions; negative: that rule */
    bool times;   /* they fail, too */
};

void verdict_make(struct verdict *verdict, const struct counts *before, const struct counts *now,
                  struct verdict_rules rules, struct arena *arena);

/* Returns whether each side's times are of a single run. Noise is then assumed, and no time fails. */
bool verdict_assumes(const struct counts *before, const struct counts *now);

/* Returns the function of a finding as it is now, or as it was if it is gone. */
const struct counts_function *verdict_function(const struct verdict_finding *finding);

/* "more often", "new", ... */
const char *verdict_state_text(const struct verdict_finding *finding);

/*
 * Makes a baseline that accepts a run. Only functions that fail, moved, were renamed or were called by such a function get new lines. So a pull
 * request shows real changes, and allowed changes do not add up.
 */

void accept_make(struct counts *accepted, const struct counts *before, const struct counts *now,
                 const struct verdict *verdict, struct arena *arena);

#endif
