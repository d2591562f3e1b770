/*
 * reduce.h - many ranks' profiles into one.
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

#endif
