/* thread_busy.c - see thread_busy.h. */
#include "runtime/measure/store/thread_busy.h"

#include "runtime/machine/sandbox.h"
#include "runtime/machine/signals_blocked.h"

#include <signal.h>

THREAD_LOCAL uintptr_t thread_busy;

/* Returns whether a signal handler may be running on a stack of its own. Then nothing is known of the code that it interrupted. */
static bool on_other_stack(void)
{
    stack_t other;
    return sandbox_is_entered() || sigaltstack(NULL, &other) != 0 || (other.ss_flags & SS_ONSTACK);
}

void thread_busy_above(const void *here)
{
    if (thread_busy && (uintptr_t)here >= thread_busy && !on_other_stack())
        thread_busy_set(0);
}

__attribute__((__noinline__)) bool thread_is_busy(void)
{
    thread_busy_above((const char *)__builtin_frame_address(0) - 1);
    return thread_busy;
}

static uintptr_t begin(uintptr_t at)
{
    uintptr_t before = thread_busy;
    __atomic_store_n(&thread_busy, before && at != THREAD_HELD ? before : at, __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    return before;
}

__attribute__((__noinline__)) uintptr_t thread_busy_begin(bool odd)
{
    return begin((uintptr_t)__builtin_frame_address(0) | odd);
}

uintptr_t thread_hold_begin(void)
{
    signals_blocked_begin();
    return begin(THREAD_HELD);
}

uintptr_t thread_hold_begin_long(void)
{
    signals_blocked_begin_long();
    return begin(THREAD_HELD);
}

void thread_hold_end(uintptr_t before)
{
    thread_busy_set(before);
    signals_blocked_end();
}
