/*
 * exclude_startup.h - removes from a profile the time that is outside its 100% (see total_time.h), and returns how much that was.
 *
 * MPI_Init, MPI_Finalize and similar calls are no nodes afterwards, and no time of their callers; the root's time is that of all threads.
 * Threads get their names. So reports, pages and exports need not know of any of this.
 */
#ifndef INSTR_EXCLUDE_STARTUP_H
#define INSTR_EXCLUDE_STARTUP_H

#include "profile/profile.h"

/* To be done once, with all that was loaded and before anything is made of it. What the probes took is taken off, too,
 * unless `raw`; calls.probes still says how much that was. */
bool exclude_startup_make(struct profile *profile, bool raw, struct arena *arena, struct error *error);

/* ps, on all ranks together: what starting and ending MPI took; what passed before and after main. */
double exclude_startup_startup(const struct profile *profile);
double exclude_startup_around_main(const struct profile *profile);

/* "not in the 100%: starting and ending MPI, 1.2 s; before and after main, 3 ms", or "" where there is nothing. `text` writes ps of
 * time. Null without memory. */
typedef const char *exclude_startup_time(struct arena *arena, double ps);
const char *exclude_startup_say_outside(const struct profile *profile, exclude_startup_time *text, struct arena *arena);

/*
 * --- what threads do by themselves gets the name of the function that started them, or whose parallel regions these are: of
 * a loop on 64 threads all but a 64th would else be of one "thread" that all functions have in common.
 */

/* "thread" below a function becomes "FUNCTION (threads)", with its place. */
bool thread_names(struct profile *profile, struct arena *arena, struct error *error);

#endif
