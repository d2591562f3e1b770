/*
 * probe.h - enter and leave: what runs on every call of the user's program.
 *
 * The rules of this file: no lock, no allocation, no system call but a clock's on the fast path; errno
 * is never touched; a frame is published before it is filled, since a signal handler may come between
 * any two instructions and be instrumented itself.
 */
#ifndef INSTR_PROBE_H
#define INSTR_PROBE_H

#include "runtime/measure/stack/stack.h"

/* See struct __instr_link and struct __instr_stubs; the stubs are NULL on machines without them. */
struct probes {
    struct __instr_frame *(*enter)(struct __instr_region *);
    void (*leave)(struct __instr_frame *);
    void (*begin)(struct __instr_region *, void *cfa);
    void (*end)(struct __instr_region *, void *cfa);
    void (*resync)(struct __instr_frame *);
    void (*stub_begin)(void), (*stub_end)(void), (*stub_count)(void);
};

/* The probes that labels use. */
extern struct probes probe_of_labels;

/* Returns the probes for a clock: the time stamp counter, or any other. Metrics and traces need others. */
struct probes probe_pick(bool tsc);

/* --- calibrate.c: what probes cost on this machine --- */

/* Sets `costs` with the given probes, before the first thread is measured. */
void costs_calibrate(const struct probes *probes);

#endif
