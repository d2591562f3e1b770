/*
 * total_time.h - defines 100%: the time of all measured threads, each from its beginning to its end, without start-up and shutdown.
 *
 *     (process)      holds all threads
 *       main         its thread's time
 *         MPI_Init   excluded, as all calls that start or end MPI
 *         thread     beside main: the process holds it, main does not
 *
 * The process's own time, before and after main, is excluded as well if main was measured. Otherwise the process itself is the program.
 * A device runs beside the processor, so its time is in no total.
 *
 * Included is also time that nobody measures: of OpenMP threads between parallel regions, and of ranks that ended before others. So 100%
 * is the run's time for each rank and each thread of the largest team.
 *
 * A profile's sums (calls.sum) have the excluded time. Its rows and statistics over ranks do not.
 */
#ifndef INSTR_TOTAL_TIME_H
#define INSTR_TOTAL_TIME_H

#include "profile/profile.h"

/* Returns true for a thread or a device, which runs beside its parent node. */
bool total_time_beside(const struct profile *profile, uint32_t node);

/* Returns the node whose inclusive time includes that of `node`, or PROFILE_NONE. */
uint32_t total_time_holder(const struct profile *profile, uint32_t node);

/* Fills in how many ps of each node's own time are excluded, with probe overhead. */
void total_time_outside(const struct profile *profile, double *outside);

/* ps. `whole` is the 100%; `measured` is the time of all measured threads. */
struct total_time {
    double
        run; /* how long it took, by the first thread of the rank that took longest; of several runs, what was measured */
    double threads; /* of the largest teams that first threads begin; 1: there are none */
    double whole;   /* what was measured, `between` and `ended` */
    double between; /* for so long threads of teams had no part of a region, while the first one went on alone */
    double ended;   /* and so long ranks waited in MPI_Finalize, or had ended, while others went on */
};
struct total_time total_time_of(const struct profile *profile, double measured, bool one_job);

#endif
