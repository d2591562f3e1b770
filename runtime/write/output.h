/*
 * output.h - where and when the profile is written.
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

/* Learns about the process what the profile will say; call it once, after store_open. `after_last` is called whenever
 * the last profile of the process is written. */
void output_start(void (*after_last)(void));

/* From now on these are called, unless null: before each profile of this process or of its job is made, and when one was
 * written by this process. */
void output_watch(void (*before)(void), void (*written)(const char *path));

/* Calls these: where a job's profile is made. */
void output_tell_before(void);
void output_tell_written(const char *path);

/* Output and ranks of the settings are those from now on. False: the job's profile is being written. */
bool output_change(const struct settings *to);

/* settings.output is another from now on. */
void output_rename(void);

/* The absolute path of the profile of this process, or of its whole job. Null: no memory. */
const char *output_path(bool job, struct arena *arena);

/* The same for who is about to write there: a folder that was asked for is made, and another name is taken where another job has
 * its profile under this one. */
const char *output_target(bool job, struct arena *arena);

/* For the time in which the job's profile is looked for and written: another job may do the same. `launch` tells this one from it.
 * Returns what output_unlock() takes, -1 where nothing can be locked. */
int output_lock(const char *launch, struct arena *arena);
void output_unlock(int lock);

/* Writes the profile; false, and says so once on stderr, if that fails. Never changes errno. Nothing is
 * written that the job's profile already holds. With `end` the process is about to end: a store that is no longer
 * needed is removed. What is open ends at `until`, as it does in the trace. */
bool output_write(struct clock_pair until, bool end);

/* From now on this process writes no profile of its own but at its end, or does so again. */
void output_hold_back(bool back);

/* What was measured so far is in the job's profile: one of this process that holds a part of it is removed. */
void output_written(void);

/* The files of others that INSTR_EXPORT asks for, beside a profile. */

/* `path` is that of the profile. A failure is said once, and costs no more than these files. */
void output_export(const struct profile *profile, const char *path, struct arena *arena);

/*
 * --- periodic.c: what is written while the program runs: profiles, on a signal or every so many seconds (INSTR_SNAPSHOT), and the
 * trace (INSTR_TRACE=flush).
 *
 * Only on request: it takes a thread of our own, which blocks all signals, and the handler of that signal.
 * A handler that the program sets later takes its place.
 */

/* Does what the settings ask for, which may be nothing; `flush` brings the trace's file up to date. */
void periodic_start(void (*flush)(void));

/* Ends that for a while. */
void periodic_stop(void);
void periodic_go_on(void);

/* --- output_text.c: a call tree as text, for a look without any tool. --- */

/* To "stdout" (or null), "stderr" or a file, whose name is a template as that of a profile. Returns 0 or an errno. */
int output_text(const struct profile *profile, const char *where, struct arena *arena);

/* INSTR_OUTPUT=Log: to the program's standard output, in place of the profile. A child of fork says nothing. */
bool output_log(const struct profile *profile, struct arena *arena);

#endif
