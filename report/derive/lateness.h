/*
 * lateness.h - explains why a rank has more work than the others: more calls, more work in each, or a slower processor.
 *
 * Counts are exact, so they decide first. If the number of calls is equal, it is more work or a slower processor. Functions that every rank
 * calls equally often tell which, if there are any: a slow processor is slow for them, too.
 */
#ifndef INSTR_REPORT_LATENESS_H
#define INSTR_REPORT_LATENESS_H

#include "report/derive/balance.h"

enum lateness_kind {
    LATENESS_UNKNOWN,  /* by no function alone */
    LATENESS_CHANCE,   /* ranks had no processor for longer; a region is named if it has more calls */
    LATENESS_CALLS,    /* more calls */
    LATENESS_EACH,     /* as many calls, and more work in each */
    LATENESS_BOTH,     /* more calls, and more time in each */
    LATENESS_SLOWER,   /* as many calls, and all functions took longer by about one factor */
    LATENESS_UNDECIDED /* as many calls with more time in each, and nothing to hold it against */
};

struct lateness {
    enum lateness_kind kind;
    uint32_t node;             /* a path of what is late; PROFILE_NONE: nothing can be named */
    bool one_path;             /* it is that path, not all of its region */
    double own, usual;         /* ps: of what is late, on the late rank and in the mean */
    double calls, calls_usual; /* the same of its calls */
    double factor;             /* by which all is slower that it calls as often as others */
};

/* `by_chance`: ranks lacked a processor for longer than this rank is late. */
struct lateness lateness_of(const struct balance *balance, const struct balance_slowest *slowest, bool by_chance);

#endif
