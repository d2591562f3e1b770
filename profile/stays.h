/*
 * stays.h - which ranks keep entries of their own of what their threads were in (struct profile_stay).
 *
 * All of them up to STAYS_RANKS ranks. Beyond that a sample of so many, and of each node and kind the thread that has most. What is
 * left is one entry, of rank STAYS_OTHERS. So sums stay exact.
 */
#ifndef INSTR_PROFILE_STAYS_H
#define INSTR_PROFILE_STAYS_H

#include "profile/profile.h"

enum { STAYS_RANKS = 64 };
#define STAYS_OTHERS UINT32_MAX

bool stays_bound(struct profile *profile, struct error *error);

#endif
