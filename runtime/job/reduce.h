/*
 * reduce.h - merges the profiles of many ranks into one.
 */
#ifndef INSTR_REDUCE_H
#define INSTR_REDUCE_H

#include "profile/profile.h"
#include "runtime/job/transport.h"

/*
 * Collective: merges the ranks' profiles along a binomial tree. `mine` is null on a rank that has none.
 * On rank 0 *result is the reduced profile (its strings in `arena`), elsewhere it is left alone. False
 * on every rank when any rank could not take part; each should then write its own.
 */
bool reduce_profiles(struct transport *transport, const struct profile *mine, struct profile *result,
                     struct arena *arena, struct error *error);

/* --- reduce_rows.c: a job's profile with what each rank did, written by all ranks at once. --- */

/*
 * Collective: writes `reduced`, which is only looked at on rank 0, and the rows of `mine` of every rank to `path`, with
 * one collective call. `path` is only looked at on rank 0, too; an error leaves a part of a file there or none. False on
 * every rank when it failed on any. `mine` is null on a rank that has none.
 */
bool reduce_rows(struct transport *transport, const struct profile *reduced, const struct profile *mine,
                 const char *path, struct error *error);

#endif
