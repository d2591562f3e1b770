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

/* One line; [0] is before, [1] after: the means of a side, as group_means.h has them. Times in ps. */
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

/* Loads the profiles that were named, as `diff` says. */
bool sides_load(struct sides *sides, const struct options *options, struct arena *arena, struct error *error);

/* Each line of `compare`; the largest change first. */
void changes_make(struct changes *changes, const struct compare *compare, const struct sides *sides,
                  struct arena *arena);

/* The whole run: its 100%. `values` has room for a number of each run. */
struct change changes_whole(const struct sides *sides, double *values);

double change_difference(const struct change *change);
bool change_is_noise(const struct change *change);

/* As view_shown(): the times of a side, and the difference, which is not seen where a side is not and it is no more than noise. */
double change_own(const struct change *change, unsigned side);
double change_inclusive(const struct change *change, unsigned side);
double change_shown(const struct change *change);

/* ps by which it is slower for certain: noise, and time that went from a callee to the function itself, are not counted. */
double change_slower(const struct change *change);

/* The change by the time before, or not a number: of next to nothing everything is many times as much. */
double change_relative(const struct change *change);

/* Whether there is but one run on each side, so that noise is an assumption. */
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

/* What is worth a word in a run that takes `total`. */
double times_least(double total);

const char *times_text(struct mean time, struct arena *arena);
bool times_read(const char *text, struct mean *time);

/* Whether both are of one run, so that noise is an assumption. */
bool times_assume(struct mean before, struct mean now);

/* What they may differ by without a change, in a run that takes `total`, but for this chance. */
double times_noise(struct mean before, struct mean now, double total, double chance);

#endif
