/*
 * paths.h - finds nodes of a profile by the names on their path.
 */
#ifndef PATHS_H
#define PATHS_H

#include "profile/profile.h"

/* The node at "main/work/leaf" below the root, or null. */
const struct profile_node *path_find(const struct profile *profile, const char *path);

/* Calls of all nodes of a region. */
uint64_t path_calls(const struct profile *profile, const char *name);

/* Of the tally, 0 if it is not there. */
uint64_t path_tally(const struct profile *profile, const char *name);

/* The invariants every profile must keep; fails the test if one does not hold. */
void path_check(const struct profile *profile);

#endif
