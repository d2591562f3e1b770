/*
 * division.h - divides the measured time into parts. Each second is in one part, so no two findings share it.
 *
 *     the 100%, see profile/total_time.h
 *       own time of functions         computing  |  no processor  |  blocked
 *       own time of calls of MPI      waiting for other ranks  |  no processor  |  MPI itself
 *       waiting in OpenMP
 *       threads of teams between regions, finished ranks
 *
 * A thread that waits in OpenMP or for another rank loses nothing without a processor, so that is waiting.
 *
 * Samples tell the time without a processor and blocked time by function. If the kernel reports more for the whole process, the missing
 * processors are shared out in proportion to the functions' times. Blocked time goes first to functions that took longer than the process ran.
 */
#ifndef INSTR_REPORT_DIVISION_H
#define INSTR_REPORT_DIVISION_H

#include "report/derive/waiting.h"

enum time_part {
    TIME_COMPUTING,
    TIME_NO_PROCESSOR, /* ready to run, and others had the processors */
    TIME_BLOCKED,      /* by files, locks, other processes, sleep ... */
    TIME_MPI_WAITING,
    TIME_MPI, /* without waiting; all of it where waiting is not known */
    TIME_OPENMP_WAITING,
    TIME_BETWEEN, /* threads of teams, while the first one goes on alone */
    TIME_ENDED,   /* ranks that are done, while others go on */
    TIME_PARTS
};

/* Of own time; ps. */
struct own_time {
    double computing, no_processor, blocked;
};

struct division {
    double all;                   /* ps: the 100%, all threads and ranks */
    double run;                   /* ps: how long the run took */
    double part[TIME_PARTS];      /* ps, of all threads and ranks; they add up to `all` */
    bool waits_unknown;           /* no part is waiting in MPI, as nobody knows of any: that is in TIME_MPI */
    struct own_time *nodes;       /* by node */
    struct own_time *regions;     /* by region */
    const struct kept_path *kept; /* what kept threads, the longest first */
    uint32_t kept_count;
};

/* Returns true for a function, block or label; false for the process, a device, a call of MPI and a wait. */
bool division_is_function(const struct profile *profile, uint32_t region);

/* Returns a number from the profile's description of the process, or 0 if it is missing. */
double division_meta(const struct profile *profile, const char *key);

void division_make(struct division *division, const struct view *view, const struct waiting *waiting,
                   struct arena *arena);

/* Returns the parts that are not 0, the largest first: "computing 61.2%, no processor 30.0%, blocked 8.8%". */
const char *division_text(const struct division *division, struct arena *arena);

/* Returns a part's key in records, "no-processor", and its name in words, "no processor". */
const char *time_part_key(enum time_part part);
const char *time_part_text(const struct division *division, enum time_part part);

#endif
