/*
 * output.h - decides where and when the profile is written.
 *
 * The name is a template: %x program, %d its folder, %p process, %j job, %r rank, %h host, %% a percent sign, and
 * $YYYY $MM $DD $hh $mm $ss of the start in local time. It is relative to the directory in which the
 * program was started, wherever the program goes.
 */
#ifndef INSTR_OUTPUT_H
#define INSTR_OUTPUT_H

#include "common/arena.h"
#include "profile/profile.h"
#include "runtime/machine/clock.h"

#include <stdbool.h>

/* Collects what the profile says about the process; once, after store_open. `after_last` is called after each writing of the process's last
 * profile. */
void output_start(void (*after_last)(void));

/* Registers callbacks, which may be NULL: before each profile of this process or its job is made, and after this process wrote one. */
void output_watch(void (*before)(void), void (*written)(const char *path));

/* Calls the former, where a job's profile is made. */
void output_tell_before(void);
void output_tell_written(const char *path);

/* Takes output and ranks of these settings from now on. Returns false while the job's profile is being written. */
bool output_change(const struct settings *to);

/* Notes that settings.output has changed. */
void output_rename(void);

/* Returns the absolute path of the profile of this process, or of its whole job. NULL if there is no memory. */
const char *output_path(bool job, struct arena *arena);

/* Returns the same for writing: makes a requested folder, and takes another name if another job's profile has this one. */
const char *output_target(bool job, struct arena *arena);

/* Locks while the job's profile is searched and written, because another job may do the same; `launch` identifies this one. Returns what
 * output_unlock() takes, -1 if nothing can be locked. */
int output_lock(const char *launch, struct arena *arena);
void output_unlock(int lock);

/* Writes the profile; if that fails, returns false and reports it once on stderr. Never changes errno. Writes nothing if the job's profile
 * already includes it. With `end` the process is about to end, and an unneeded store is removed. Open calls end at `until`, as in the trace. */
bool output_write(struct clock_pair until, bool end);

/* Holds back this process's own profiles except at its end, or stops that. */
void output_hold_back(bool back);

/* Notes that the job's profile includes everything so far: a profile of this process with a part of it is removed. */
void output_written(void);

/* Writes the other files that INSTR_EXPORT asks for, beside a profile. */

/* `path` is that of the profile. A failure is reported once, and affects only these files. */
void output_export(const struct profile *profile, const char *path, struct arena *arena);

/*
 * --- periodic.c: what is written while the program runs: profiles, on a signal or every so many seconds (INSTR_SNAPSHOT), and the
 * trace (INSTR_TRACE=flush).
 *
 * Only on request: it takes a thread of our own, which blocks all signals, and the handler of that signal.
 * A handler that the program sets later takes its place.
 */

/* Starts what the settings ask for, perhaps nothing; `flush` brings the trace's file up to date. */
void periodic_start(void (*flush)(void));

/* Ends that for a while. */
void periodic_stop(void);
void periodic_go_on(void);

/* --- output_text.c: the call tree as text --- */

/* Writes to "stdout" (or NULL), "stderr" or a file, whose name is a template like a profile's. Returns 0 or an errno. */
int output_text(const struct profile *profile, const char *where, struct arena *arena);

/* Writes to the program's standard output instead of a profile (INSTR_OUTPUT=Log). A child of fork writes nothing. */
bool output_log(const struct profile *profile, struct arena *arena);

#endif
