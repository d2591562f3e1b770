/*
 * self_samples.h - INSTR_OBSERVER=signal: threads sample themselves, where the kernel lets nobody else (runtime/observe/samples.h).
 *
 * Each thread has a timer of its processor time, which sends it a real-time signal. The signal's handler puts into a ring what the
 * kernel's sampler would, so that the observer reads both alike:
 *
 *     ring                                                ring + SELF_SAMPLES_PAGE
 *     | struct perf_event_mmap_page: data_head, data_tail | records: program counter, registers, a piece of the stack |
 *
 * Signals are seen by the program: calls that wait may end with EINTR, as with gprof. So this is only done where it is asked for. The
 * kernel looks at such timers when its own clock ticks: each 1 to 10 ms of processor time are a sample.
 */
#ifndef INSTR_SELF_SAMPLES_H
#define INSTR_SELF_SAMPLES_H

#include "runtime/measure/store/thread_self.h"

enum {
    SELF_SAMPLES_PAGE = 4096, /* bytes */
    SELF_SAMPLES_PAGES = 4,   /* of records: a power of 2 */
    SELF_SAMPLES_SIZE = SELF_SAMPLES_PAGE * (1 + SELF_SAMPLES_PAGES),
    SAMPLE_STACK = 128 /* words of the stack in a sample, at most: of the kernel's, too */
};

/* Starts self-sampling before the first thread; and stops it for new threads. */
void self_samples_start(void);
void self_samples_stop(void);

/* Called by a thread itself at its begin (also in a child of fork, where the parent's `samples` are dropped) and at its end. */
void self_samples_begin(struct thread *thread);
void self_samples_end(struct thread *thread);

#endif
