/*
 * region_values.h - what each metric says of each region, least and most over the ranks; private to this folder.
 *
 * As with times (extremes.h) the least and the most of a sum over call paths don't follow from those of the paths. They are
 * settled in the first merge of a process's profile with another one, from its nodes, and merged from then on.
 */
#ifndef INSTR_PROFILE_REGION_VALUES_H
#define INSTR_PROFILE_REGION_VALUES_H

#include "profile/profile.h"

/* Fills the region values of `out`, whose regions and metrics are merged from those of in[0] and in[1]; the maps keep the
 * order. */
bool region_values_merge(const struct profile *const in[2], uint32_t *const region_map[2],
                         uint32_t *const metric_map[2], struct profile *out, struct arena *arena);

/* Sorts them, now that the maps say where the old regions and metrics are, and merges equal ones. */
bool region_values_normalize(struct profile *profile, const uint32_t *region_map, uint32_t region_count,
                             const uint32_t *metric_map, uint32_t metric_count, struct arena *arena,
                             struct error *error);

/* Fills in_context of all, which the file does not hold: every rank could have called a region. */
void region_values_set_contexts(struct profile *profile);

/* By region, then metric. */
int region_value_compare(const struct profile_region_value *a, const struct profile_region_value *b);

#endif
