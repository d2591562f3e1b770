/*
 * thread_busy.h - tells whether the calling thread is inside the runtime.
 *
 * A signal's handler that comes then must not change what is being changed. It may also leave for good, by siglongjmp, or as
 * the thread ends. So what has to be done whole is held: no signal comes meanwhile (signals_blocked.h). Where that would cost too much,
 * calls of handlers go on as ever, and only the stack stays what it is. Then the word says where on the machine's stack
 * the thread came in: once a function runs further up, that will never go on.
 */
#ifndef INSTR_THREAD_BUSY_H
#define INSTR_THREAD_BUSY_H

#include "runtime/machine/thread_local.h"

#include <stdbool.h>
#include <stdint.h>

/* 0: the thread is not in the runtime. Odd: its own calls are not measured either. */
extern THREAD_LOCAL uintptr_t thread_busy;

bool thread_is_busy(void);

static inline bool thread_is_held(void)
{
    return thread_busy & 1 && thread_is_busy();
}

static inline void thread_busy_set(uintptr_t busy)
{
    __atomic_store_n(&thread_busy, busy, __ATOMIC_RELEASE);
}

/* Sets it, and returns the value before, which the caller restores. */
uintptr_t thread_busy_begin(bool odd);

/* The same with signals blocked; for long work see signals_blocked_begin_long. */
#define THREAD_HELD UINTPTR_MAX
uintptr_t thread_hold_begin(void);
uintptr_t thread_hold_begin_long(void);
void thread_hold_end(uintptr_t before);

/* Clears it when a function of the program runs whose frame is above `here`: runtime code further down will never continue. */
void thread_busy_above(const void *here);

#endif
