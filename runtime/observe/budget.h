/*
 * budget.h - which regions to switch off so that probes keep to INSTR_BUDGET, see runtime/measure/budget.h.
 *
 * A probe costs about the same whatever it counts, so of the time that looks found in probes each region has a part as
 * large as its part of the calls. Those with most calls go first, no more than are needed.
 */
#ifndef INSTR_OBSERVE_BUDGET_H
#define INSTR_OBSERVE_BUDGET_H

#include "runtime/observe/looker.h"

/* What was known when it was asked last; all zero at first. */
struct budget {
    uint64_t looked, looked_probe;
    uint64_t *calls; /* by region */
    uint32_t regions;
};

/* Marks the regions that cost too much since it was asked last, and has the program switch them off. */
void budget_keep(struct budget *budget, struct looker *looker);

#endif
