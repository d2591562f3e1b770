/*
 * samples.h - samples where the threads of a program run: the kernel takes program counters (perf_event_open).
 *
 * Each thread has an event of its own: a clock of its processor time. Each time that has gone on by a period while the thread is in the program's
 * code, the kernel puts the program counter, two registers and a piece of the stack into a ring in the observer's memory. Nothing is done in the
 * program's process. The thread's own time brings the samples about, so a busy machine takes none of them away. The ring keeps the event alive when
 * its file is closed, so threads are not bounded by open files. The kernel bounds the memory that rings may take. When that limit is reached, half of
 * the threads, and all later ones, get small rings with the program counter alone.
 *
 * The kernel may refuse it: kernel.perf_event_paranoid above 2, a container's seccomp filter, too many rings. Then samples_of returns NULL, and the
 * thread is only seen by looks.
 */
#ifndef INSTR_OBSERVE_SAMPLES_H
#define INSTR_OBSERVE_SAMPLES_H

#include "runtime/measure/beside/self_samples.h"
#include "runtime/measure/store/store_header.h"

#include <stdbool.h>
#include <stdint.h>

struct ring {
    uint64_t thread; /* address of its struct thread; 0: the ring is free */
    int32_t system_id;
    uint32_t period; /* ns of the thread's processor time for which each sample stands */
    uint64_t round;  /* when the thread was met last */
    uint64_t silent; /* ns: since then no sample came */
    void *page;      /* what the kernel maps, or the thread has, and so many pages of records behind it */
    uint32_t pages;
    bool kernel; /* there are samples also where the kernel runs for the thread */
    bool own;    /* the thread takes them itself (self_samples.h) */
};

struct sample {
    uint64_t counter, base, stack; /* registers: of the program, the frame and the stack */
    uint32_t stands_for;           /* so many samples: others may have been lost before it */
    uint32_t word_count;           /* of the stack, from where it ends; 0: only the counter is known */
    uint64_t words[SAMPLE_STACK];
};

/* Open rings. All zero at first, except for the page. */
struct samples {
    struct ring *rings;
    uint32_t count, room;
    uint32_t period; /* of rings from now on */
    uint32_t large;  /* rings with stacks; */
    uint32_t bound;  /* so many and one there may be; 0: as many as the kernel allows */
    uint64_t round;
    uint64_t page; /* bytes of one */
};

/* Returns a thread's ring, opened at its first call, or its own ring `own`; NULL if there is none. Rings not asked for between samples_begin
 * and samples_end are closed. A ring with another period is opened anew. */
struct ring *samples_of(struct samples *samples, struct observed *observed, struct thread *thread, void *own);
void samples_begin(struct samples *samples);
void samples_end(struct samples *samples);

/* Returns whether there is a sample. */
bool samples_any(const struct ring *ring);

/* Returns the next sample, if there is one. */
bool samples_next(struct ring *ring, uint64_t page, struct sample *sample);

#endif
