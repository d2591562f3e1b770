/*
 * what_if.h - predicts how much shorter a run would be if a function took less time, or the same on all ranks.
 *
 * If one rank is always late, the run gets shorter by as much as the largest work of a rank. If the late rank changes, it gets shorter by the mean
 * saving of a rank and by waiting: at least the part that the function caused, at most all waiting, and never more than the total saving. A profile
 * does not have single meetings, so the result may be a range. Threads in parallel regions are treated alike.
 */
#ifndef INSTR_REPORT_WHAT_IF_H
#define INSTR_REPORT_WHAT_IF_H

#include "report/derive/balance.h"

struct what_if {
    double least, most;     /* ps by which the run would be shorter */
    uint32_t before, after; /* the rank with most work; PROFILE_NONE: there is but one, or it is not known */
};

/* Computes the answer. `chosen` tells for each node whether its own time changes. `stays` is the fraction that remains, or NaN: all ranks get
 * the mean. Differences below `least` ps count as none. */
void what_if_find(struct what_if *what, const struct balance *balance, const bool *chosen, double stays, double least);

#endif
