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

/* The program and run that the counts are of; "" where it is unknown. */
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

/* Makes the counts of several runs, each with a value of its own. Files below `root` (NULL: the current folder) are named relative to it. */
void counts_make(struct counts *counts, const struct compare_run *runs, uint32_t count, const char *root,
                 struct arena *arena);

/* Drops the metrics of both sides unless they have the same ones. */
void counts_share_metrics(struct counts *before, const struct counts *now);

/* Compares like strcmp by file and name. */
int counts_compare(const struct counts_function *a, const struct counts_function *b);
/* Compares in the same way, for qsort. */
int counts_order(const void *left, const void *right);

/* Returns the key of a metric, or "time". */
const char *counts_key(const struct counts *counts, uint32_t metric);

/* Returns the line in its file, or 0 if it is unknown. */
uint32_t counts_line(const struct counts_function *function);

/* Returns whether its calls are the iterations of a loop. */
bool counts_turns(const struct counts_function *function);

/* Returns whether both have one name, and files that may be one: a run may have been reported from another folder. */
bool counts_same(const struct counts_function *a, const struct counts_function *b);

/* Returns whether runs contain that function, but did not instrument it. */
bool counts_left_alone(const struct counts *counts, const struct counts_function *function);

/* Functions by their names. */
struct counts_names {
    uint32_t *places, mask; /* 1 + the place of a function; 0: none */
};

void counts_index(struct counts_names *names, const struct counts *counts, struct arena *arena);

/* Returns the function meant by the name of a caller of `callee`: one of the same file, or the only one of that name, or that of the file
 * behind "@"; else COUNTS_NONE. */
uint32_t counts_resolve(const struct counts *counts, const struct counts_names *names,
                        const struct counts_function *callee, const char *name);

/* Returns by how many percent its calls, or (not NULL) a metric, may change by the baseline's rules. `all`, unless negative, replaces the
 * rules without a pattern. */
double counts_allow(const struct counts *counts, double all, const struct counts_function *function,
                    const char *metric);

/* Returns by how much two ranges certainly differ; 0 if they overlap. */
double counts_difference(struct counts_range before, struct counts_range now);

/* Returns how much further a range that varied between runs may extend in others. */
double counts_slack(struct counts_range before);

#endif
