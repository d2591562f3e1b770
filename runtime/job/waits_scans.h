/*
 * waits_scans.h - who waited for whom in scans, see waits.h.
 */
#ifndef INSTR_WAITS_SCANS_H
#define INSTR_WAITS_SCANS_H

#include "runtime/job/waits_state.h"

/* What is known of a rank's scan: of the ranks up to it. */
struct scan {
    const struct operation *operation;
    uint32_t seen; /* how many of them are known to have come, and which of them was last, and when */
    uint32_t rank;
    int64_t when;            /* ns of the first rank's clock */
    int64_t waited, longest; /* ns: others waited for this rank, all together and one of them */
};

struct scans {
    struct scan *of; /* sorted by meeting */
    uint32_t count;
    bool none; /* no rank has any */
};

/* Collective: how long this rank waited; and then, who was waited for learns it. False: the transport broke, and what it sends
 * must stay. */
bool waits_scans_match(struct waits *waits, struct scans *scans);
bool waits_scans_tell(struct waits *waits, struct scans *scans);

/* The same in steps, between which it is found who was last, and then for how long others waited. */
void waits_scans_open(struct waits *waits, struct scans *scans);
void waits_scans_wait(struct waits *waits, const struct scans *scans);
void waits_scans_book(const struct waits *waits, const struct scans *scans);

#endif
