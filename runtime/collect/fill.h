/*
 * fill.h - a draft becomes a profile: ticks become picoseconds, and what is sampled is shared out.
 */
#ifndef INSTR_FILL_H
#define INSTR_FILL_H

#include "profile/profile.h"
#include "runtime/machine/clock.h"
#include "runtime/measure/store/tree_data.h"

struct draft;
struct node;

/* The draft is complete but for the root, whose time is since `start`, in ticks. */
bool fill_profile(struct draft *draft, uint64_t start, struct clock_pair end, struct profile *out);

/* What a node itself says, in the profile's units. */
void fill_node(const struct node *node, struct clock_scale scale, struct stat_calls *stat);

/* --- operations_collect.c: the log of operations that a process left, as tables of its profile (profile_operations_log). --- */

struct store_header;

/* Of a process in a job, unless who waited for whom was found there: what ended in its log, with the numbers that it can have. Fills
 * profile->logs, stands and operations as traffic_collect does its tables. False: no memory. */
bool operations_collect(const struct store_header *from, struct clock_scale scale, const struct node *const *nodes,
                        uint32_t count, struct profile *profile, struct arena *arena);

#endif
