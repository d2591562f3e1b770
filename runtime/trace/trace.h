/*
 * trace.h - the trace of a process (INSTR_TRACE): each end of each call, in a file that is written while it runs.
 *
 * Threads write events into buffers of their own (runtime/measure/beside/events.h). When a buffer is full, or its thread ends, it becomes a chunk
 * of the file (profile/trace_format.h). This module also decides which calls are in the trace and how long the file may get, and counts the other
 * calls. docs/dev/trace.md has the reasons.
 */
#ifndef INSTR_TRACE_H
#define INSTR_TRACE_H

#include "profile/trace_format.h"
#include "runtime/machine/clock.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns whether there is a trace. */
bool trace_is_on(void);

/* Starts the trace if one is wanted: once, before the first probe, with the store open. */
void trace_start(void);

/* Writes the events of all threads so far, as before the end of the process, which may still go on. Returns when open calls end in the trace,
 * so that a profile can end at the same time. */
struct clock_pair trace_write(void);

/* Writes completed events while threads go on, for readers of a running program. Does nothing with a ring. */
void trace_flush(void);

/* Notes this process's place in a job; `job` 0: the ranks have not compared their clocks. */
void trace_join(const struct trace_job *joined);

/*
 * --- trace_file.c: the file of a trace: opened, added to, and within its bounds.
 *
 * Its descriptor stays open, at a high number. Programs close descriptors that they don't know, and get the number for a
 * file of their own: before each use it is looked at, and the file is opened again if need be.
 *
 * The caller sees to it that no two threads are in here.
 */

/* Makes the file, and replaces an ordinary one of that name; returns false with errno set: EBUSY if another process writes there. */
bool trace_file_make(const char *path);

/* Writes a header and data behind it; returns false with errno set. A file that gets too long raises no signal. */
bool trace_file_put(uint64_t at, const void *header, size_t header_size, const void *bytes, size_t size);

/* In a child of fork: forgets the file, which is its parent's. */
void trace_file_forget(void);

/* --- print.c: INSTR_PRINT: a line on standard error for each call and each return, when it happens. --- */

/* Starts printing if the settings ask for it, instead of a trace; once, when the runtime starts. */
void print_start(void);

/* --- choice.c: which calls are in a trace, or printed: the options filter, below and every of INSTR_TRACE. --- */

struct node;
struct region;
struct thread;

/* Reads the filter. */
void choice_start(void);

/* Returns whether the filter takes a region; a label or function that was asked for alone is taken in any case. */
bool choice_takes(const struct region *region);

/* Returns for a call about to begin 0, or 1 + the enum trace_left that excludes it. */
unsigned choice_why_not(struct thread *thread, const struct node *node, uint64_t now);

#endif
