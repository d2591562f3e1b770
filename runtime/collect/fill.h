/*
 * fill.h - a draft becomes a profile: ticks become picoseconds, and what is sampled is shared out.
 */
#ifndef INSTR_FILL_H
#define INSTR_FILL_H

#include "profile/profile.h"
#include "runtime/machine/clock.h"

struct draft;
struct node;

/* The draft is complete but for the root, whose time is since `start`, in ticks. */
bool fill_profile(struct draft *draft, uint64_t start, struct clock_pair end, struct profile *out);

/* What a node itself says, in the profile's units. */
void fill_node(const struct node *node, struct clock_scale scale, struct stat_calls *stat);

#endif
