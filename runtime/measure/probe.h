/*
 * probe.h - enter and leave: what runs on every call of the user's program.
 *
 * The rules of this file: no lock, no allocation, no system call but a clock's on the fast path; errno
 * is never touched; a frame is published before it is filled, since a signal handler may come between
 * any two instructions and be instrumented itself.
 */
#ifndef INSTR_PROBE_H
#define INSTR_PROBE_H

#include "runtime/machine/word.h"
#include "runtime/measure/stack.h"

struct probes {
    struct __instr_frame *(*enter)(struct __instr_region *);
    void (*leave)(struct __instr_frame *);
    void (*resync)(struct __instr_frame *);
    void (*stub_enter)(void), (*stub_leave)(void),
        (*stub_count)(void); /* see struct __instr_stubs; null: not on this machine */
};

/* Those for a timing and for a clock: the time stamp counter, or any other. Others where metrics are on. */
struct probes probe_pick(bool adaptive, bool tsc);

/* Called, unless null, when a thread is about to enter a path that it made just now, outside of all locks. */
extern void (*_Atomic probe_new_path)(void);

/* Opens a frame of the calling thread for a node that is known. Null when there is no room, or timing is off. */
struct __instr_frame *probe_open(struct thread *thread, struct node *node);

/* Takes the top frame of the calling thread off: one whose call was only counted, or any. It is free before a handler can
 * use it. */
static inline void probe_pop_counted(struct thread *thread, struct __instr_frame *frame)
{
    BARRIER();
    stack_pop(thread, frame);
    PUT(thread->probing, 0);
}

static inline void probe_pop(struct thread *thread, struct __instr_frame *frame)
{
    PUT(frame->start, START_COUNTED);
    probe_pop_counted(thread, frame);
}

/* Books a call that was timed. */
void probe_book(struct node *node, struct node *caller, uint64_t ticks);

/* The same for time of a call that is counted elsewhere. */
void probe_book_rest(struct node *node, uint64_t ticks);

/* Books what a frame took until now; it stays, and is of the rest. */
void probe_split(struct __instr_frame *frame, uint64_t now);

/* Closes all frames of a thread that ends. */
void probe_close_all(struct thread *thread, uint64_t now);

#endif
