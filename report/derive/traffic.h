/*
 * traffic.h - adds up MPI traffic by function and by communicator.
 */
#ifndef INSTR_REPORT_TRAFFIC_H
#define INSTR_REPORT_TRAFFIC_H

#include "profile/profile.h"

/* The traffic of each region, added up over its nodes. */
struct profile_traffic *traffic_of_regions(const struct profile *profile, struct arena *arena);

/* The traffic of each communicator. */
struct profile_traffic *traffic_of_communicators(const struct profile *profile, struct arena *arena);

/* The names of the contexts that ran on a communicator, separated by commas; "" for none. */
const char *traffic_contexts(const struct profile *profile, uint32_t communicator, struct arena *arena);

/* Returns the power of two that this quantile of the messages is smaller than; 0 without messages. */
double traffic_below(const struct profile_traffic *traffic, double quantile);

#endif
