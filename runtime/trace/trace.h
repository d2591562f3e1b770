/*
 * trace.h - the trace of a process (INSTR_TRACE): each end of each call, in a file that is written while it runs.
 *
 * Threads write events into buffers of their own (runtime/measure/beside/events.h). Here is what happens when one is full, or
 * ends: it becomes a chunk of the file (profile/trace_format.h). And here is decided which calls are in it, how long the
 * file may get, and what is said of the others. docs/trace.md has the reasons.
 */
#ifndef INSTR_TRACE_H
#define INSTR_TRACE_H

#include "runtime/machine/clock.h"

#include <stdbool.h>
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
void trace_join(int rank, int ranks, uint64_t job, int64_t ahead, uint64_t within);

#endif
