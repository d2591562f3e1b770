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

/* Merges all of `inputs`, which are changed, into `out`. `names` says where they came from; on `messages` is told what is
 * counted twice. */
bool runs_merge(struct profile *inputs, char *const *names, uint32_t count, struct profile *out, FILE *messages,
                struct arena *arena, struct error *error);

/* True for a sum over processes that are not the ranks of one job. */
bool runs_several(const struct profile *profile);

/* When it began, in seconds since 1970; -1 where it does not say. */
time_t runs_start(const struct profile *profile);

/* Whether both are profiles of one process, and these were ranks of one job: it has their number of ranks, and both ran at a time. */
bool runs_one_job(const struct profile *a, const struct profile *b);

/* "rank" or "process": what minima, means and maxima are over. */
const char *runs_member(const struct profile *profile);
const char *runs_members(const struct profile *profile);

/* The program's name, or the first few of several. */
const char *runs_title(const struct profile *profile, struct arena *arena);

/* "4 ranks", "3 of 4 ranks", "215 processes of 12 programs", "68 processes in 2 runs"; "" for one process. */
const char *runs_text(const struct profile *profile, struct arena *arena);

#endif
