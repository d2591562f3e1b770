/*
 * changes.h - the functions that became slower or faster between two runs, or two groups of runs.
 *
 * With several runs per side their spread tells the noise. With one it is assumed: from the spread of calls, of estimates, and of ranks in
 * MPI, and at least ONE_RUN of the time and ONE_RUN_TOTAL of the run.
 */
#ifndef INSTR_REPORT_CHANGES_H
#define INSTR_REPORT_CHANGES_H

#include "report/compare/compare.h"
#include "report/compare/group_means.h"

struct sides {
    struct compare_run *runs;
    uint32_t count[2]; /* runs before, runs after */
};

/* A line of the comparison: [0] is before, [1] after. Each holds means of a side, see group_means.h; times in ps. */
struct change {
    uint32_t line;
    double own[2], inclusive[2], noise;
    double error2[2], own_error2[2]; /* ps^2: of `inclusive` and `own`, as far as these are estimates */
    double calls[2];
    bool estimated;
    bool left_alone[2]; /* the function was not measured, for a reason, in any run of that side */
};

struct changes {
    const struct compare *compare;
    struct change *list;
    uint32_t count;
};

/* Loads the profiles on the command line of `diff`. */
bool sides_load(struct sides *sides, const struct options *options, struct arena *arena, struct error *error);

/* Makes a change of each line of `compare`, the largest first. */
void changes_make(struct changes *changes, const struct compare *compare, const struct sides *sides,
                  struct arena *arena);

/* Returns the change of the whole run. `values` has room for one number per run. */
struct change changes_whole(const struct sides *sides, double *values);

double change_difference(const struct change *change);
bool change_is_noise(const struct change *change);

/* Return the times of a side, and the difference, or NaN as view_shown() does. A difference is unseen if a side is unseen and it is within the
 * noise. */
double change_own(const struct change *change, unsigned side);
double change_inclusive(const struct change *change, unsigned side);
double change_shown(const struct change *change);

/* Returns by how many ps the line is certainly slower: without noise, and without time that moved from a callee into the function itself. */
double change_slower(const struct change *change);

/* Returns the change divided by the time before; NaN if that is close to zero. */
double change_relative(const struct change *change);

/* Returns whether each side is a single run, so that noise is assumed. */
bool sides_assume(const struct sides *sides);
#define CHANGES_ASSUMED "one run per side: noise is assumed"

/*
 * What a function takes itself, over runs: its mean and standard error, as a baseline has them, "124 +-3 ms, 5 runs".
 *
 * Times are no exact counts. They are written as coarsely as they are known, and not at all where they are less than a hundredth
 * of the run.
 */

enum { TIMES_RUNS = 5 }; /* of a program that is run: fewer know their error too little */

/* In ps. `values` has room for a number of each run. */
struct mean times_of(const struct compare *compare, uint32_t line, double *values);

/* Returns the least time worth showing in a run that takes `total`. */
double times_least(double total);

const char *times_text(struct mean time, struct arena *arena);
bool times_read(const char *text, struct mean *time);

/* Returns whether both are single runs, so that noise is assumed. */
bool times_assume(struct mean before, struct mean now);

/* Returns how far two times may differ without a change, in a run that takes `total`. They differ by more with the given chance. */
double times_noise(struct mean before, struct mean now, double total, double chance);

#endif
