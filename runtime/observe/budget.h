/*
 * budget.h - which regions to switch off so that probes keep to INSTR_BUDGET, see runtime/measure/budget.h.
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

/* What was known when it was asked last; all zero at first. */
struct budget {
    uint64_t looked, looked_probe;
    uint64_t *calls; /* by region */
    uint32_t regions;
};

/* Marks the regions that cost too much since it was asked last, and has the program switch them off. */
void budget_keep(struct budget *budget, struct looker *looker);

#endif
