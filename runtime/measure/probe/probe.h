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

struct probes {
    struct __instr_frame *(*enter)(struct __instr_region *);
    void (*leave)(struct __instr_frame *);
    void (*resync)(struct __instr_frame *);
    void (*stub_enter)(void), (*stub_leave)(void),
        (*stub_count)(void); /* see struct __instr_stubs; null: not on this machine */
};

/* Those that labels use. */
extern struct probes probe_of_labels;

/* Those for a timing and for a clock: the time stamp counter, or any other. Others where metrics are on. */
struct probes probe_pick(bool adaptive, bool tsc);

#endif
