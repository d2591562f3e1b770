/*
 * rows.h - selects the ranks that keep a row of their own in each node.
 *
 * Up to ROWS_RANKS ranks and ROWS_MOST rows all do. Beyond that, a sample of the ranks, and in each node the ranks with the least and
 * the most time. The sample depends on the ranks' numbers alone, so it is the same in whatever order a job's profiles are merged. The
 * profile's `ranks_kept` replaces ROWS_RANKS: a number, or "all".
 */
#ifndef INSTR_PROFILE_ROWS_H
#define INSTR_PROFILE_ROWS_H

#include "profile/profile.h"

enum { ROWS_RANKS = 4096, ROWS_MOST = 1 << 19 };

/* Returns whether the rows of all ranks are kept. The file then contains them rank by rank. */
bool rows_of_all(const struct profile *profile);

/* Makes `rowed` a copy of `profile`, with rows derived from its nodes if it is of one rank and has none. */
bool rows_imply(const struct profile *profile, struct profile *rowed, struct arena *arena, struct error *error);

/* Does the same regardless of how few rows are kept. */
bool rows_of_one(const struct profile *profile, struct profile *rowed, struct arena *arena, struct error *error);

/* Return the location of such derived rows, which take 40 bytes per node, and one of them. */
bool rows_location_of_one(const struct profile *profile, struct profile *rowed, struct arena *arena,
                          struct error *error);
struct profile_row rows_of_node(const struct profile *profile, uint32_t node);

/* Sets a row's times of single calls from its node, if one thread made all calls of the node. */
void rows_set_extremes(struct profile_row *row, const struct stat_calls *calls);

/* Returns the row with its extremes, which are implied if there was only one call. */
struct profile_row rows_with_extremes(const struct profile_row *row);

/* Returns whether two locations are threads of one process. */
bool rows_same_process(const struct profile *profile, uint32_t a, uint32_t b);

/* Sorts rows by location: those of location l are order[first[l]] ... order[first[l + 1] - 1], by node. */
bool rows_by_location(const struct profile *profile, uint32_t **order, uint32_t **first, struct arena *arena);

/* Fills the statistics over ranks of all nodes from their rows. */
void rows_set_ranks(struct profile *profile);

/* Returns a sort key whose first ranks are a fair sample, the same in each profile. */
uint32_t rows_scatter(uint32_t rank);

/* Finds the largest of these numbers within a sample of so many ranks; 0 if none is, UINT32_MAX if all are. Returns false if there is no
 * memory. */
bool rows_sample_limit(const uint32_t *numbers, uint32_t count, uint32_t kept, uint32_t *limit, struct arena *scratch);

/* Drops rows and locations beyond the limits. */
bool rows_bound(struct profile *profile, struct error *error);

#endif
