/*
 * budget.h - which regions to switch off so that probes keep to INSTR_BUDGET, see runtime/measure/store/budget.h.
 *
 * What a region's probes cost is its calls on their paths times what such a call costs: the time that looks found in probes,
 * divided by all such calls. Calls by function are in line, where no look finds them.
 *
 * A few looks tell little: one of sixty that finds a probe is 1.7 % of the time, by chance. So regions are switched off only where
 * the cost is above the budget by twice its standard error. Those that cost most go first, no more than are needed.
 */
#ifndef INSTR_OBSERVE_BUDGET_H
#define INSTR_OBSERVE_BUDGET_H

#include "runtime/observe/looker.h"

/* What looks stand for since the start, in ns. */
struct budget_looks {
    uint64_t all, probe; /* booked or not; in probes, as far as it is booked */
    uint64_t squares;    /* us^2: those in probes, each by itself */
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
