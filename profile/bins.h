/*
 * bins.h - the histograms over ranks, from which percentiles are read; private to this folder.
 *
 * A time has 32 bins a power of two, see stat.h, and only those are kept that some rank is in. Merged by adding
 * up, so the result does not depend on the order, and its size not on the number of ranks.
 */
#ifndef INSTR_PROFILE_BINS_H
#define INSTR_PROFILE_BINS_H

#include "profile/profile.h"

/* Fills the bins of `out`, whose nodes are merged from those of in[0] and in[1]; the maps keep the order. */
bool bins_merge(const struct profile *const in[2], uint32_t *const node_map[2], struct profile *out,
                struct arena *arena, struct error *error);

#endif
