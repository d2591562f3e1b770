/*
 * budget.h - which regions to switch off so that probes keep to INSTR_BUDGET, see runtime/measure/store/budget.h.
 *
 * What a region's probes cost is its calls times what a call costs:
 *
 *     calls on their paths     what looks found in probes, divided by all such calls
 *     calls by function        what the process measured when it started: no look finds it, as it is in line
 *
 * Those that cost most go first, no more than are needed.
 */
#ifndef INSTR_OBSERVE_BUDGET_H
#define INSTR_OBSERVE_BUDGET_H

#include "runtime/observe/looker.h"

/* What looks stand for since the start, in ns. */
struct budget_looks {
    uint64_t all, probe; /* booked or not; in probes, as far as it is booked */
};

/*
 * Calls are counted behind a look and judged with the next one; those before the first count are not judged. So the time that they
 * are held against is longer than theirs, however long the observer waits for a processor:
 *
 *     look   count   look            look   count   look
 *       |      |-------- calls ---------------|      |
 *       |----------------------- time ---------------|
 *
 * All zero at first.
 */
struct budget {
    struct budget_looks from, counted; /* where the time begins; the look before the last count */
    struct called *since;              /* the calls to be judged, by region, or null */
    uint32_t count;                    /* of them */
    uint64_t *calls;                   /* up to the last count, by region */
    uint32_t regions;
};

/* After each look from when one is due: marks the regions that cost too much, and has the program switch them off. False: it wants
 * to be asked after the next look, too. */
bool budget_keep(struct budget *budget, struct looker *looker);

#endif
