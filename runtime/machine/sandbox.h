/*
 * sandbox.h - whether the process is in a sandbox (seccomp), which kills it for any unexpected system call.
 *
 * What the runtime needs is taken before (runtime/attach/sandbox_calls.c). From then on it makes no system call: it goes
 * on measuring in the memory that it has, and what was measured is recovered from the store.
 */
#ifndef INSTR_SANDBOX_H
#define INSTR_SANDBOX_H

#include <stdatomic.h>
#include <stdbool.h>

extern atomic_bool sandbox_sealed;

static inline bool sandbox_is_entered(void)
{
    return atomic_load_explicit(&sandbox_sealed, memory_order_relaxed);
}

#endif
