/*
 * fill.h - turns a draft into a profile: ticks become picoseconds, and sampled time is divided.
 */
#ifndef INSTR_FILL_H
#define INSTR_FILL_H

#include "profile/profile.h"
#include "runtime/machine/clock.h"
#include "runtime/measure/store/tree_data.h"

struct draft;
struct node;

/* Fills in the profile from a draft that is complete except for the root, whose time in ticks is since `start`. */
bool fill_profile(struct draft *draft, uint64_t start, struct clock_pair end, struct profile *out);

/* Fills in a node's own figures, in the profile's units. */
void fill_node(const struct node *node, struct clock_scale scale, struct stat_calls *stat);

/* --- operations_collect.c: a process's log of operations, as tables of its profile (profile_operations_log) --- */

struct store_header;

/* Fills profile->logs, stands and operations of a process in a job whose waiting was not matched: the ended operations in its log, with
 * numbers if they can have any. Works like traffic_collect. Returns false if there is no memory. */
bool operations_collect(const struct store_header *from, struct clock_scale scale, const struct node *const *nodes,
                        uint32_t count, struct profile *profile, struct arena *arena);

#endif
