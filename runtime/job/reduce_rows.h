/*
 * reduce_rows.h - a job's profile with what each rank did, written by all ranks at once.
 */
#ifndef INSTR_REDUCE_ROWS_H
#define INSTR_REDUCE_ROWS_H

#include "profile/profile.h"
#include "runtime/job/transport.h"

/*
 * Collective: writes `reduced`, which is only looked at on rank 0, and the rows of `mine` of every rank to `path`, with
 * one collective call. `path` is only looked at on rank 0, too; an error leaves a part of a file there or none. False on
 * every rank when it failed on any. `mine` is null on a rank that has none.
 */
bool reduce_rows(struct transport *transport, const struct profile *reduced, const struct profile *mine,
                 const char *path, struct error *error);

#endif
