/*
 * waiting_kept.h - what kept threads from running, by call path, as far as the runtime's observer saw it by looks.
 */
#ifndef INSTR_REPORT_WAITING_KEPT_H
#define INSTR_REPORT_WAITING_KEPT_H

#include "report/derive/view.h"

struct kept_path {
    uint32_t node, holder; /* of a lock, where its owner was; PROFILE_NONE: not known */
    const char *by;        /* "lock" */
    uint64_t looks;
    double time, most; /* ps: of all threads; of the one that has most */
    uint32_t rank, thread;
};

/* Those with most time first. Null: no memory. */
const struct kept_path *waiting_kept(const struct profile *profile, uint32_t *count, struct arena *arena);

#endif
