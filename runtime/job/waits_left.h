/*
 * waits_left.h - finds who waited for whom afterwards, from the logs of killed processes (profile_operations_log).
 *
 * By the steps of waits.h, rank after rank. All ranks whose profiles are there take part, as far as their clock is one: where ranks ran on
 * several machines nobody has compared these, and what meets over machines stays unknown. So does what ranks take part in whose log is
 * not there, and what had not ended.
 */
#ifndef INSTR_WAITS_LEFT_H
#define INSTR_WAITS_LEFT_H

#include "profile/profile.h"

/* Books what the logs of these profiles, each of which is of one process, tell, as if their processes had found it; the profiles have no
 * logs then. False: no memory. */
bool waits_left_find(struct profile *profiles, uint32_t count, struct arena *arena, struct error *error);

#endif
