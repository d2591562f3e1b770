/*
 * total_time.h - what 100% is: the time of all measured threads, each from its beginning to its end, less what is outside.
 *
 *     (process)      holds all threads
 *       main         its thread's time
 *         MPI_Init   outside, like all that starts and ends MPI
 *         thread     beside main: the process holds it, main does not
 *
 * The own time of the process, before and after main, is outside as well, if main was measured. If it was not, the process
 * itself is the program. What a device did runs beside the processor, and nothing holds it.
 *
 * A profile's sums (calls.sum) hold what is outside. Its rows and statistics over ranks do not.
 */
#ifndef INSTR_TOTAL_TIME_H
#define INSTR_TOTAL_TIME_H

#include "profile/profile.h"

/* A thread, or a device: it runs beside the node it hangs under. */
bool total_time_beside(const struct profile *profile, uint32_t node);

/* The node whose inclusive time holds that of `node`; PROFILE_NONE: there is none. */
uint32_t total_time_holder(const struct profile *profile, uint32_t node);

/* Fills in, of each node's own time, the ps that are outside, probes and all. */
void total_time_outside(const struct profile *profile, double *outside);

#endif
