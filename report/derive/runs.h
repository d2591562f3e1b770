/*
 * runs.h - tells whether several profiles are the ranks of one job, or processes of several runs.
 *
 * Ranks of a job are compared with each other; unrelated processes are only added up. Such a sum has three keys of its own: "processes"
 * (how many), "programs" (their names, with "/" between them) and "runs". A profile without them is that of one process or one job.
 */
#ifndef INSTR_REPORT_RUNS_H
#define INSTR_REPORT_RUNS_H

#include "profile/profile.h"

#include <stdio.h>
#include <time.h>

/* Merges all of `inputs`, and changes them, into `out`. `names` are their files. Warnings about data counted twice go to `messages`. */
bool runs_merge(struct profile *inputs, char *const *names, uint32_t count, struct profile *out, FILE *messages,
                struct arena *arena, struct error *error);

/* True for a sum over processes that are not the ranks of one job. */
bool runs_several(const struct profile *profile);

/* Returns the start in seconds since 1970, or -1 if the profile lacks it. */
time_t runs_start(const struct profile *profile);

/* Returns whether both profiles are of processes that were ranks of one job: the same number of ranks, running at the same time. */
bool runs_one_job(const struct profile *a, const struct profile *b);

/* Returns what minima, means and maxima are over: "rank" or "process". */
const char *runs_member(const struct profile *profile);
const char *runs_members(const struct profile *profile);

/* Returns the name of the program, or the first few names of several programs. */
const char *runs_title(const struct profile *profile, struct arena *arena);

/* Returns "4 ranks", "3 of 4 ranks", "215 processes of 12 programs", "68 processes in 2 runs", or "" for one process. */
const char *runs_text(const struct profile *profile, struct arena *arena);

#endif
