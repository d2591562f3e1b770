/*
 * what_if.h - by how much a run would be shorter if a function took less time, or the same on all ranks: from the work of each rank and
 * what its lateness caused.
 *
 * A rank that is late throughout holds the others up: then the run gets shorter by what the most work of a rank does. Where another
 * rank is late each time, it gets shorter by what is saved on a rank in the mean, and by waiting: by that part of what the function caused,
 * and at most also by all that others caused, but never by more than all that is saved. A profile does not have the meetings one by one, so where both may be,
 * the truth lies between these two. Threads that meet in parallel regions are taken likewise.
 */
#ifndef INSTR_REPORT_WHAT_IF_H
#define INSTR_REPORT_WHAT_IF_H

#include "report/derive/balance.h"

struct what_if {
    double least, most;     /* ps by which the run would be shorter */
    uint32_t before, after; /* the rank with most work; PROFILE_NONE: there is but one, or it is not known */
};

/* `chosen`: of each node, whether its own time changes. `stays`: so much of it is left, or what is not a number: all ranks have the
 * mean. A difference of `least` ps is none. */
void what_if_find(struct what_if *what, const struct balance *balance, const bool *chosen, double stays, double least);

#endif
