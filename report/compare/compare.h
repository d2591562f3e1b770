/*
 * compare.h - compares several runs: each function, or each call path, once, with its figures in every run.
 *
 * A region is the same in all runs when name, file and kind are: lines move when a program is edited, and so do checkouts
 * (checkouts.h). Several regions of one file that share a name (made by a macro, say) are added up.
 */
#ifndef INSTR_REPORT_COMPARE_H
#define INSTR_REPORT_COMPARE_H

#include "report/derive/metric.h"
#include "report/derive/view.h"

/* The compared figures of one node; times in ps. */
struct compare_node {
    uint32_t region, parent;
    uint64_t calls;
    double own, inclusive;     /* the latter of outermost frames only */
    double variance;           /* ps^2: how far `own` would spread if calls were drawn anew */
    double error2, own_error2; /* ps^2: how far `inclusive` and `own` may be off as estimates */
    bool estimated;            /* `own` is */
    bool spread;               /* `calls` is an estimate: some of the function's are counted without their path */
};

struct compare_run {
    const char *name; /* of the profile */
    struct profile profile;
    struct view view;
    struct compare_node *nodes; /* node_count, as the profile had them */
    uint32_t node_count;
    double
        waiting; /* ps: what calls of MPI waited for other ranks; not a number where the profile says nothing of it */
    bool waiting_estimated;
    struct metrics_shown metrics; /* of --metric: the same of all */
};

/* The figures of one line in one run; times in ps, summed over the ranks. */
struct compare_value {
    double own, inclusive;
    double variance; /* ps^2: of `own`, as far as the spread of calls, of estimates and of ranks in MPI tells */
    double error2, own_error2; /* ps^2: of `inclusive` and `own`, as far as these are estimates */
    uint64_t calls;
    bool estimated;  /* `own` is */
    bool left_alone; /* the function is not measured in this run, for a reason */
    bool spread;     /* some of the calls are counted by function: exact for a function, an estimate for a path */
};

struct compare_line {
    const struct profile_region *region;
    uint32_t above;    /* of a path: the line of its parent, or PROFILE_NONE */
    uint32_t place;    /* of the region among all, as view_compare_regions has them */
    uint32_t function; /* of compare_callers, where there is a line above: that of the function over all its callers */
};

struct compare {
    struct compare_line *lines;
    struct compare_value *values; /* of line i in run k: values[i * run_count + k] */
    double *metrics; /* own values: of line i in run k, metric m: metrics[(i * run_count + k) * metric_count + m] */
    uint32_t line_count, run_count, metric_count;
};

/* Loads the named files as one profile, and derives its view. */
bool compare_load(struct compare_run *run, char *const *files, int count, const struct options *options,
                  struct arena *arena, struct error *error);

/* Does the same for a run that is only compared. The profile keeps its root, regions and description, the view its total and folder: a quarter
 * of the memory while the next run is loaded. */
bool compare_load_outline(struct compare_run *run, char *const *files, int count, const struct options *options,
                          struct arena *arena, struct error *error);

/* Sorts the runs by their number of ranks. */
void compare_sort(struct compare_run *runs, uint32_t count);

void compare_functions(struct compare *compare, const struct compare_run *runs, uint32_t count, struct arena *arena);
/* Compares by call path. A parent precedes its children. */
void compare_paths(struct compare *compare, const struct compare_run *runs, uint32_t count, struct arena *arena);

/* Compares functions as compare_functions does. Behind each function follow its pairs of caller and callee: a line of the callee whose `above`
 * is the caller's line. */
void compare_callers(struct compare *compare, const struct compare_run *runs, uint32_t count, struct arena *arena);

const struct compare_value *compare_at(const struct compare *compare, uint32_t line, uint32_t run);

/* Returns "main/solve/burn", or the name of a function. */
const char *compare_name(const struct compare *compare, uint32_t line, struct arena *arena);

#endif
