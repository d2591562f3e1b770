/*
 * rank_stays.h - limits the number of ranks that keep their own entries of struct profile_stay.
 *
 * Up to RANK_STAYS_RANKS ranks all do. Beyond that, a sample of that size and, for each node and kind, the thread with the largest
 * entry. The rest becomes one entry of rank RANK_STAYS_OTHERS, so sums stay exact.
 */
#ifndef INSTR_RANK_STAYS_H
#define INSTR_RANK_STAYS_H

#include "profile/profile.h"

enum { RANK_STAYS_RANKS = 64 };
#define RANK_STAYS_OTHERS UINT32_MAX

bool rank_stays_bound(struct profile *profile, struct error *error);

#endif
