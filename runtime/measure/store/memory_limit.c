/* memory_limit.c - see memory_limit.h. */
#include "runtime/measure/store/memory_limit.h"

#include "runtime/machine/settings.h"

#include <stdatomic.h>

static _Atomic size_t used;

size_t memory_limit_bytes(void)
{
    return (size_t)settings.memory << 20;
}

void memory_limit_take(size_t size)
{
    atomic_fetch_add_explicit(&used, size, memory_order_relaxed);
}

void memory_limit_give(size_t size)
{
    atomic_fetch_sub_explicit(&used, size, memory_order_relaxed);
}

bool memory_limit_allows(size_t size)
{
    return atomic_load_explicit(&used, memory_order_relaxed) + size <= memory_limit_bytes();
}

bool memory_limit_is_far(void)
{
    return atomic_load_explicit(&used, memory_order_relaxed) < memory_limit_bytes() / 4;
}

void memory_limit_clear(void)
{
    used = 0;
}
