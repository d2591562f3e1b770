/*
 * vectors.h - calls a function with all vector registers saved. Below an assembly probe the compiler may keep values in them, because it does not
 * know of the call; see struct __instr_stubs. On machines that have no such probes it is just called.
 */
#ifndef INSTR_VECTORS_H
#define INSTR_VECTORS_H

#include "common/machine.h"

#include <stdint.h>

typedef uint64_t vectors_function(uint64_t a, uint64_t b, uint64_t c);

/* One, from a, b and c. */
#define VECTORS_FUNCTION(name, result)                                                                                 \
    uint64_t name(uint64_t a, uint64_t b, uint64_t c)                                                                  \
    {                                                                                                                  \
        (void)a, (void)b, (void)c;                                                                                     \
        return result;                                                                                                 \
    }

#if MACHINE_X86_64

/* Finds out what to save, before the first call. */
void vectors_start(void);

/* Calls function(a, b, c) with all vector and floating-point registers saved. */
uint64_t vectors_keep(vectors_function *function, uint64_t a, uint64_t b, uint64_t c);

#else

static inline void vectors_start(void)
{
}

static inline uint64_t vectors_keep(vectors_function *function, uint64_t a, uint64_t b, uint64_t c)
{
    return function(a, b, c);
}

#endif

#endif
