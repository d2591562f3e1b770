/*
 * metrics.h - how the values of metrics in a profile are added up, merged and sorted; private to this folder.
 *
 * Nothing here knows a metric by its name: a profile says of each how it is merged, so one that this version has never heard
 * of is merged and shown like any other.
 */
#ifndef INSTR_PROFILE_METRICS_H
#define INSTR_PROFILE_METRICS_H

#include "profile/profile.h"

/* Like strcmp: what makes two metrics one. */
int metric_compare(const struct profile_metric *a, const struct profile_metric *b);

/* Merges the lists of metrics, and the values of nodes and regions; the maps keep the order. */
bool metrics_merge(const struct profile *const in[2], uint32_t *const region_map[2], uint32_t *const node_map[2],
                   struct profile *out, struct arena *arena, struct error *error);

/* Sorts metrics and values, now that the maps say where the old regions and nodes are, and adds up equal ones. */
bool metrics_normalize(struct profile *profile, const uint32_t *region_map, uint32_t region_count,
                       const uint32_t *node_map, uint32_t node_count, struct arena *arena, struct error *error);

/* Fills in_context of all values, which the file does not hold, from that of their nodes or from the number of ranks. */
void metrics_set_contexts(struct profile *profile);

#endif
