/*
 * exclude_startup.h - removes from a profile the time that is outside its 100% (see total_time.h), and returns how much that was.
 *
 * MPI_Init, MPI_Finalize and similar calls are no nodes afterwards, and no time of their callers; the root's time is that of all threads.
 * Threads get their names. So reports, pages and exports need not know of any of this.
 */
#ifndef INSTR_EXCLUDE_STARTUP_H
#define INSTR_EXCLUDE_STARTUP_H

#include "profile/profile.h"

/* Must be called once, after loading and before any use of the profile. It subtracts probe overhead, too, unless `raw`; calls.probes still has
 * the overhead. */
bool exclude_startup_make(struct profile *profile, bool raw, struct arena *arena, struct error *error);

/* Return ps over all ranks: of starting and ending MPI, and of the time before and after main. */
double exclude_startup_startup(const struct profile *profile);
double exclude_startup_around_main(const struct profile *profile);

/* Returns "not in the 100%: starting and ending MPI, 1.2 s; before and after main, 3 ms", "" if nothing was excluded, or NULL if there is no
 * memory. `text` formats ps. */
typedef const char *exclude_startup_time(struct arena *arena, double ps);
const char *exclude_startup_say_outside(const struct profile *profile, exclude_startup_time *text, struct arena *arena);

/*
 * --- names of threads: a thread gets the name of the function that started it, or that begins its parallel regions. Otherwise all but a 64th of
 * a loop on 64 threads would belong to one "thread" that all functions share.
 */

/* Renames "thread" below a function to "FUNCTION (threads)", at the function's place. */
bool thread_names(struct profile *profile, struct arena *arena, struct error *error);

#endif
