/*
 * waits_left.h - finds who waited for whom afterwards, from the logs of killed processes (profile_operations_log).
 *
 * Takes the steps of waits.h for one rank after the other, with all ranks whose profiles are there. Clocks of several machines were not
 * compared, so waits between machines stay unknown. So do operations with ranks whose log is missing, and those that had not ended.
 */
#ifndef INSTR_WAITS_LEFT_H
#define INSTR_WAITS_LEFT_H

#include "profile/profile.h"

/* Adds the waits in the logs of these profiles, each of one process, to the profiles, and removes the logs. Returns false if there is no
 * memory. */
bool waits_left_find(struct profile *profiles, uint32_t count, struct arena *arena, struct error *error);

#endif
