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

/* RANKS_TEXT includes the terminating zero. Ranks from RANKS_MOST on are rejected as invalid. */
enum { RANKS_TEXT = 4096, RANKS_MOST = 1 << 24 };

/* Writes the text for `count` different ranks in ascending order; "" if it does not fit. */
void ranks_text(const uint32_t *ranks, uint32_t count, char text[RANKS_TEXT]);

/* Counts the ranks that the text names; "" has 0. Returns false for text of another form. */
bool ranks_count(const char *text, uint64_t *count);

/* Compares like strcmp. An entry for several communicators comes behind each of them. */
int communicator_compare(const struct profile_communicator *a, const struct profile_communicator *b);

/* Adds `other`, the same communicator in another profile. */
void communicator_merge(struct profile_communicator *communicator, const struct profile_communicator *other);

/* Reduces a sorted table of `count` entries to the bounds of profile.h. Sets map[old] = new, in the same order, and returns the new number. */
uint32_t communicators_bound(struct profile_communicator *table, uint32_t count, uint32_t *map);

/* Returns how many ranks are in the communicators of the traffic of `node`, which begins at entry `first`. Communicators without a list of
 * ranks count with the ranks that are known. */
uint32_t communicators_members(const struct profile *profile, uint32_t first, uint32_t node);

#endif
