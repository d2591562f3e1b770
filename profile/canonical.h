/*
 * canonical.h - what normalize, merge and unpack share; private to this folder.
 */
#ifndef INSTR_PROFILE_CANONICAL_H
#define INSTR_PROFILE_CANONICAL_H

#include "profile/profile.h"

/* Like strcmp: by rank, thread, process and host. */
int location_compare(const struct profile_location *a, const struct profile_location *b);

/* Adds what `other`, another copy of the same row, has. */
void row_merge(struct profile_row *row, const struct profile_row *other);

/* a + b, or the largest value there is. */
uint64_t saturating_add(uint64_t a, uint64_t b);

/* The first call of the two: of the lower rank, and of one rank the one that came earlier. */
void first_merge(struct profile_node *node, const struct profile_node *other);

/* Fills in_context of all statistics over ranks, from who called what and the communicators of contexts. Parents must precede
 * their children. */
void profile_set_contexts(struct profile *profile);

/* The failure that every step can have. Returns false. */
bool profile_no_memory(struct error *error);

#endif
