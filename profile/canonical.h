/*
 * canonical.h - functions shared by normalize, merge and unpack; private to this folder.
 */
#ifndef INSTR_PROFILE_CANONICAL_H
#define INSTR_PROFILE_CANONICAL_H

#include "profile/profile.h"

/* Compares like strcmp by rank, thread, process and host. */
int location_compare(const struct profile_location *a, const struct profile_location *b);

/* Adds `other`, another copy of the same row. */
void row_merge(struct profile_row *row, const struct profile_row *other);

/* Returns a + b, or the largest value on overflow. */
uint64_t saturating_add(uint64_t a, uint64_t b);

/* Keeps the earlier first call: that of the lower rank, or within a rank the earlier one. */
void first_merge(struct profile_node *node, const struct profile_node *other);

/* Fills in_context of all statistics over ranks, from the tree and the communicators of contexts. Parents must precede their children. */
void profile_set_contexts(struct profile *profile);

/* Reports that there is no memory. Returns false. */
bool profile_no_memory(struct error *error);

/* --- waits.c: how long calls of MPI waited, and were waited for, by the lines that make them. --- */

/* Compares like strcmp by node, then text. */
int call_site_compare(const struct profile_call_site *a, const struct profile_call_site *b);

/* Adds `other`, the same call site in another profile. */
void call_site_merge(struct profile_call_site *site, const struct profile_call_site *other);

/* --- query.c: combining values of metrics by their rules; private to this folder. --- */

/* Combines two values. */
struct u128 value_join(struct u128 a, struct u128 b, uint32_t rule);

/* Adds up by the metric's rule. */
void value_merge(struct profile_value *value, const struct profile_value *other, uint32_t rule);

#endif
