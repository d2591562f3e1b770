/*
 * macsio_timing.h - the timers of MACSio, the I/O proxy application, on instr's runtime.
 *
 * A program is linked with -linstr_macsio in place of MACSio's own macsio_timing.c. Its timers are then labels in instr's call
 * tree too. With HAVE_MPI defined, as MACSio does, this header needs mpi.h. See docs/dev/timers.md for what differs.
 */
#ifndef _MACSIO_TIMING_H
#define _MACSIO_TIMING_H

#ifdef HAVE_MPI
#include <mpi.h>
#endif
#include <stdio.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef unsigned int MACSIO_TIMING_TimerId_t;
typedef unsigned long long MACSIO_TIMING_GroupMask_t;

/* The number of an iteration: one more than the last; and none. */
#define MACSIO_TIMING_ITER_AUTO -1
#define MACSIO_TIMING_ITER_IGNORE -2

#define MACSIO_TIMING_INVALID_TIMER (~((MACSIO_TIMING_TimerId_t)0x0))
#define MACSIO_TIMING_NO_GROUP ((MACSIO_TIMING_GroupMask_t)0x0)
#define MACSIO_TIMING_GROUP_NONE MACSIO_TIMING_NO_GROUP
#define MACSIO_TIMING_ALL_GROUPS (~((MACSIO_TIMING_GroupMask_t)0)) /* asked for: also timers in no group */

#define __BASEFILE__ (strrchr(__FILE__, '/') ? strrchr(__FILE__, '/') + 1 : __FILE__)
#define MT_StartTimer(LAB, GMASK, ITER) MACSIO_TIMING_StartTimer(LAB, GMASK, ITER, __BASEFILE__, __LINE__)
#define MT_StopTimer(ID) MACSIO_TIMING_StopTimer(ID)
#define MT_Time MACSIO_TIMING_GetCurrentTime

/* Not 0: MPI_Wtime where MPI runs. 0: gettimeofday. A timer stops by the clock that it was started by. */
extern int MACSIO_TIMING_UseMPI_Wtime;

/* Seconds since the clock in use was first asked. */
extern double MACSIO_TIMING_GetCurrentTime(void);

/* The mask of the group of that name, made at need: one of 64, or 0. A null name forgets all groups. */
extern MACSIO_TIMING_GroupMask_t MACSIO_TIMING_GroupMask(char const *grpName);

/* Starts an iteration of the timer that label, groups, file and line make, or goes on with the one of the same number. */
extern MACSIO_TIMING_TimerId_t MACSIO_TIMING_StartTimer(char const *label, MACSIO_TIMING_GroupMask_t gmask,
                                                        int iter_num, char const *file, int line);

/* The time of the iteration so far. DBL_MAX: no such timer runs. */
extern double MACSIO_TIMING_StopTimer(MACSIO_TIMING_TimerId_t id);

/* One figure of a timer, here or over the ranks of the last reduction; -1: no such timer or field.
 *     __line__ start_time iter_count iter_time min_iter max_iter min_rank max_rank iter_num depth
 *     total_time min_time max_time running_mean running_var */
extern double MACSIO_TIMING_GetTimerDatum(MACSIO_TIMING_TimerId_t tid, char const *field);
extern double MACSIO_TIMING_GetReducedTimerDatum(MACSIO_TIMING_TimerId_t tid, char const *field);

/* One line for each timer in one of the groups; to be freed each, and the array. */
extern void MACSIO_TIMING_DumpTimersToStrings(MACSIO_TIMING_GroupMask_t gmask, char ***strs, int *nstrs, int *maxlen);
extern void MACSIO_TIMING_DumpReducedTimersToStrings(MACSIO_TIMING_GroupMask_t gmask, char ***strs, int *nstrs,
                                                     int *maxlen);

/* All ranks of the communicator have to call; `root` has the result then. A root of -1 forgets it. */
#ifdef HAVE_MPI
extern void MACSIO_TIMING_ReduceTimers(MPI_Comm comm, int root);
#else
extern void MACSIO_TIMING_ReduceTimers(int comm, int root);
#endif

/* Forgets the timers in one of the groups, and what was reduced. */
extern void MACSIO_TIMING_ClearTimers(MACSIO_TIMING_GroupMask_t gmask);

#ifdef __cplusplus
}
#endif
#endif
