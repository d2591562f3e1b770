/*
 * communicator.h - communicators as data: who is in one, and how many of them a profile keeps.
 *
 * The ranks of a communicator are a text: numbers in ascending order, "3" or a run "first-last" or
 * "first-last:step", separated by commas. Rows, columns and blocks of a grid are then one or two runs, and
 * equal groups have equal texts. A group too irregular for RANKS_TEXT bytes has "", as several communicators
 * have that are kept as one.
 */
#ifndef INSTR_PROFILE_COMMUNICATOR_H
#define INSTR_PROFILE_COMMUNICATOR_H

#include "profile/profile.h"

/* RANKS_TEXT: with the zero at its end. RANKS_MOST: a rank from here on is not believed in. */
enum { RANKS_TEXT = 4096, RANKS_MOST = 1 << 24 };

/* The text for `count` different ranks in ascending order; "" where it does not fit. */
void ranks_text(const uint32_t *ranks, uint32_t count, char text[RANKS_TEXT]);

/* How many ranks the text names, 0 for "". False when it is no such text. */
bool ranks_count(const char *text, uint64_t *count);

/* Like strcmp. What stands for several comes behind each of them. */
int communicator_compare(const struct profile_communicator *a, const struct profile_communicator *b);

/* Adds what `other`, the same communicator elsewhere, says. */
void communicator_merge(struct profile_communicator *communicator, const struct profile_communicator *other);

/* Holds a sorted table of `count` to the bounds of profile.h; map[old] = new place, in the same order.
 * Returns how many are left. */
uint32_t communicators_bound(struct profile_communicator *table, uint32_t count, uint32_t *map);

/* How many ranks are in the communicators that the traffic of `node` names, which begins at entry `first`. Where
 * the ranks of some are not listed, those that are known of. */
uint32_t communicators_members(const struct profile *profile, uint32_t first, uint32_t node);

#endif
