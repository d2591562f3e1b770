/*
 * rank_stays.h - which ranks keep entries of their own of what their threads were in (struct profile_stay).
 *
 * All of them up to RANK_STAYS_RANKS ranks. Beyond that a sample of so many, and of each node and kind the thread that has most. What is
 * left is one entry, of rank RANK_STAYS_OTHERS. So sums stay exact.
 */
#ifndef INSTR_RANK_STAYS_H
#define INSTR_RANK_STAYS_H

#include "profile/profile.h"

enum { RANK_STAYS_RANKS = 64 };
#define RANK_STAYS_OTHERS UINT32_MAX

bool rank_stays_bound(struct profile *profile, struct error *error);

#endif
