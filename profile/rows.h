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

/* Whether the rows of all ranks are to be kept. They stand in the file rank by rank then. */
bool rows_of_all(const struct profile *profile);

/* `rowed` becomes `profile`, with rows made from its nodes where it is of one rank and has none. */
bool rows_imply(const struct profile *profile, struct profile *rowed, struct arena *arena, struct error *error);

/* The same, however few rows are kept. */
bool rows_of_one(const struct profile *profile, struct profile *rowed, struct arena *arena, struct error *error);

/* The location of such rows alone, which take 40 bytes a node; and one of them. */
bool rows_location_of_one(const struct profile *profile, struct profile *rowed, struct arena *arena,
                          struct error *error);
struct profile_row rows_of_node(const struct profile *profile, uint32_t node);

/* Takes from a node what single calls took, where one thread has all of them. */
void rows_set_extremes(struct profile_row *row, const struct stat_calls *calls);

/* The row with them also where there was one call alone. */
struct profile_row rows_with_extremes(const struct profile_row *row);

/* Whether two locations are threads of one process. */
bool rows_same_process(const struct profile *profile, uint32_t a, uint32_t b);

/* order[first[l]] ... order[first[l + 1] - 1] are the rows of location l, in the order of their nodes. */
bool rows_by_location(const struct profile *profile, uint32_t **order, uint32_t **first, struct arena *arena);

/* Fills the statistics over ranks of all nodes from their rows. */
void rows_set_ranks(struct profile *profile);

/* What is first by this is a fair sample of ranks, and the same in each profile. */
uint32_t rows_scatter(uint32_t rank);

/* Of these numbers, the largest that belongs to a sample of so many ranks; 0: of none, UINT32_MAX: all do. False: no memory. */
bool rows_sample_limit(const uint32_t *numbers, uint32_t count, uint32_t kept, uint32_t *limit, struct arena *scratch);

/* Drops the rows and locations that are too many. */
bool rows_bound(struct profile *profile, struct error *error);

#endif
