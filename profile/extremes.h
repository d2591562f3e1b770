/*
 * extremes.h - what each region took, least and most, over the ranks and their threads; private to this folder.
 *
 * A region's total on a rank is a sum over call paths, so its least and its most don't follow from those of the paths. They
 * are settled in the first merge of a process's profile with another one, from its rows, and from then on merged like any
 * other statistics: so they are exact for any number of ranks, whatever rows are kept.
 */
#ifndef INSTR_PROFILE_EXTREMES_H
#define INSTR_PROFILE_EXTREMES_H

#include "profile/profile.h"

/* Fills the extremes of `out`, whose regions are merged from those of in[0] and in[1]; the maps keep the order. */
bool extremes_merge(const struct profile *const in[2], uint32_t *const region_map[2], struct profile *out,
                    struct arena *arena, struct error *error);

/* Sorts the extremes, now that region_map[old] is the new index of each of `region_count` regions, and merges equal ones. */
bool extremes_normalize(struct profile *profile, const uint32_t *region_map, uint32_t region_count, struct arena *arena,
                        struct error *error);

/* Fills in_context of all, which the file does not hold: every rank could have called a region. */
void extremes_set_contexts(struct profile *profile);

#endif
