/*
 * reduce.h - merges the profiles of many ranks into one.
 */
#ifndef INSTR_REDUCE_H
#define INSTR_REDUCE_H

#include "profile/profile.h"
#include "runtime/job/transport.h"

/*
 * Merges the ranks' profiles along a binomial tree. Collective. `mine` is NULL on a rank that has none. On rank 0 *result becomes
 * the reduced profile (its strings in `arena`); on other ranks it is unchanged. Returns false on every rank if any rank could not
 * take part; each should then write its own.
 */
bool reduce_profiles(struct transport *transport, const struct profile *mine, struct profile *result,
                     struct arena *arena, struct error *error);

/* --- reduce_rows.c: writes a job's profile with the rows of each rank, by all ranks at once. --- */

/*
 * Writes `reduced` and the rows of `mine` of every rank to `path`, with one collective call. Only rank 0 uses `reduced` and `path`.
 * `mine` is NULL on a rank that has none. Returns false on every rank if it failed on any; then `path` is incomplete or missing.
 */
bool reduce_rows(struct transport *transport, const struct profile *reduced, const struct profile *mine,
                 const char *path, struct error *error);

#endif
