/*
 * operations_collect.h - the log of operations that a process left, as tables of its profile (profile_operations_log).
 */
#ifndef INSTR_OPERATIONS_COLLECT_H
#define INSTR_OPERATIONS_COLLECT_H

#include "profile/profile.h"
#include "runtime/machine/clock.h"
#include "runtime/measure/store/tree_data.h"

struct store_header;

/* Of a process in a job, unless who waited for whom was found there: what ended in its log, with the numbers that it can have. Fills
 * profile->logs, stands and operations as traffic_collect does its tables. False: no memory. */
bool operations_collect(const struct store_header *from, struct clock_scale scale, const struct node *const *nodes,
                        uint32_t count, struct profile *profile, struct arena *arena);

#endif
