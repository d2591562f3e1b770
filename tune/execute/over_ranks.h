/*
 * over_ranks.h - the time or calls of a region, rank by rank, out of a profile, and one number of these.
 */
#ifndef INSTR_TUNE_OVER_RANKS_H
#define INSTR_TUNE_OVER_RANKS_H

#include "profile/profile.h"
#include "tune/project/project.h"

/* Seconds, or calls. A rank that never came there counts as 0. Of a region that is open within itself, the outermost call
 * counts; threads are added up. False with a reason in `error`. */
bool over_ranks(const struct profile *profile, const struct measure *measure, double *number, struct arena *arena,
                struct error *error);

#endif
