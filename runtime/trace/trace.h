/*
 * trace.h - the trace of a process (INSTR_TRACE): each end of each call, in a file that is written while it runs.
 *
 * Threads write events into buffers of their own (runtime/measure/beside/events.h). Here is what happens when one is full, or
 * ends: it becomes a chunk of the file (profile/trace_format.h). And here is decided which calls are in it, how long the
 * file may get, and what is said of the others. docs/dev/trace.md has the reasons.
 */
#ifndef INSTR_TRACE_H
#define INSTR_TRACE_H

#include "profile/trace_format.h"
#include "runtime/machine/clock.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether there is one. */
bool trace_is_on(void);

/* Starts it where there is to be one: once, before the first probe, with the store open. */
void trace_start(void);

/* Writes what all threads have so far, as before the process ends. It may go on all the same. Returns when what is open
 * ends in the trace: a profile that ends then says the same of it. */
struct clock_pair trace_write(void);

/* Writes what they surely have while they go on, for who reads the file meanwhile. Nothing where there is a ring. */
void trace_flush(void);

/* What is known of this process's place in a job; `job` 0: the ranks have not compared their clocks. */
void trace_join(const struct trace_job *joined);

/*
 * --- trace_file.c: the file of a trace: opened, added to, and within its bounds.
 *
 * Its descriptor stays open, at a high number. Programs close descriptors that they don't know, and get the number for a
 * file of their own: before each use it is looked at, and the file is opened again if need be.
 *
 * The caller sees to it that no two threads are in here.
 */

/* Makes the file, in place of an ordinary one of that name; false with errno set: EBUSY where another process writes there. */
bool trace_file_make(const char *path);

/* Writes a header and what stands behind it; false with errno set. No signal comes of a file that is too long. */
bool trace_file_put(uint64_t at, const void *header, size_t header_size, const void *bytes, size_t size);

/* In the child of a fork: the file is its parent's. */
void trace_file_forget(void);

/* --- print.c: INSTR_PRINT: a line on standard error for each call and each return, when it happens. --- */

/* Once, when the runtime starts; in place of a trace where the settings say so. */
void print_start(void);

/* --- choice.c: which calls are in a trace, or printed: the options filter, below and every of INSTR_TRACE. --- */

struct node;
struct region;
struct thread;

/* Reads the filter. */
void choice_start(void);

/* By the filter; a label, or a function, whose calls alone are wanted is taken whatever that says of it. */
bool choice_takes(const struct region *region);

/* Of a call that is about to begin: 0, or 1 and the enum trace_left by which it is not taken. */
unsigned choice_why_not(struct thread *thread, const struct node *node, uint64_t now);

#endif
