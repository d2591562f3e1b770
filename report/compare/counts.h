/*
 * counts.h - exact call counts of each function and its callers, and its exclusive metrics: of runs, or of a baseline (see baseline.h).
 */
#ifndef INSTR_REPORT_COUNTS_H
#define INSTR_REPORT_COUNTS_H

#include "report/compare/compare.h"
#include "report/compare/group_means.h"

#define COUNTS_NONE UINT32_MAX
#define COUNTS_TIME (UINT32_MAX - 1) /* in place of the number of a metric: the function's own time */

struct counts_range {
    uint64_t least, most; /* over the runs */
};

struct counts_caller {
    const char *name;  /* of what calls, and "@" and its file where the name alone would mean another */
    uint32_t function; /* the same among all; COUNTS_NONE: it is not there */
    struct counts_range calls;
};

struct counts_function {
    const char *file, *name; /* of what has no file its kind, as "(mpi)" */
    struct counts_range calls;
    struct counts_range metrics[METRICS_SHOWN];
    struct mean time;              /* its own, in ps; of a baseline no runs where it is little */
    struct counts_caller *callers; /* who calls most stands first */
    uint32_t caller_count;
    bool spread;                         /* its calls are exact, and `callers` an estimate */
    const struct profile_region *region; /* of runs */
    const char *text, *remarks; /* of a baseline: its line, and the remarks in front of it, each with its line end */
};

struct counts_rule {
    const char *pattern; /* null: it is for all */
    double allow;        /* percent; infinity for "any" */
};

/* What they are of, where that is stored with them; each "" where it is not known. */
struct counts_of {
    const char *commit, *time, *subject; /* see read/git.h */
    const char *tag;                     /* what INSTR_TAG said */
};

struct counts {
    struct counts_of of;
    struct counts_function *functions; /* sorted by file and name */
    uint32_t function_count, run_count;
    const struct counts_function *left_alone; /* of runs: what was not measured for a reason, in the same order */
    uint32_t left_alone_count;
    const char *metrics[METRICS_SHOWN]; /* their keys */
    uint32_t metric_count;
    uint32_t time_runs; /* of a baseline: of so many runs, at most, it has times; 0 if it has none */
    double total;       /* of runs, in ps: what one takes */
    struct counts_rule *rules;
    uint32_t rule_count;
    const char *head,
        *tail; /* of a baseline: the lines in front of the first function and behind the last, each with its line end */
};

/* Of runs, of which each is a value of its own. Files below `root` (null: the folder we are in) are named from there. */
void counts_make(struct counts *counts, const struct compare_run *runs, uint32_t count, const char *root,
                 struct arena *arena);

/* Where they do not have the same metrics, none is compared. */
void counts_share_metrics(struct counts *before, const struct counts *now);

/* Like strcmp, by file and name. */
int counts_compare(const struct counts_function *a, const struct counts_function *b);
/* The same for qsort. */
int counts_order(const void *left, const void *right);

/* The key of a metric, or "time". */
const char *counts_key(const struct counts *counts, uint32_t metric);

/* Of its file; 0: it is not known. */
uint32_t counts_line(const struct counts_function *function);

/* Whether its calls are the turns of a loop. */
bool counts_turns(const struct counts_function *function);

/* One name, and files that can be one: a run may have been looked at from another folder. */
bool counts_same(const struct counts_function *a, const struct counts_function *b);

/* Whether runs have that function, and left it alone. */
bool counts_left_alone(const struct counts *counts, const struct counts_function *function);

/* Functions by their names. */
struct counts_names {
    uint32_t *places, mask; /* 1 + the place of a function; 0: none */
};

void counts_index(struct counts_names *names, const struct counts *counts, struct arena *arena);

/* The function that the name of a caller of `callee` means: one of its file, or the only one of that name, or the one of the
 * file behind "@". COUNTS_NONE: there is none. */
uint32_t counts_resolve(const struct counts *counts, const struct counts_names *names,
                        const struct counts_function *callee, const char *name);

/* By how many percent its calls, or (not null) a metric of it, may change by the rules of a baseline; `all`, unless negative,
 * stands for those without a pattern. */
double counts_allow(const struct counts *counts, double all, const struct counts_function *function,
                    const char *metric);

/* By how much they certainly differ: 0 where they overlap. */
double counts_difference(struct counts_range before, struct counts_range now);

/* By how much more what varied between runs may differ in others. */
double counts_slack(struct counts_range before);

#endif
