/* bound.c - see bound.h. */
#include "runtime/measure/store/bound.h"

#include "runtime/machine/settings.h"

#include <stdatomic.h>

static _Atomic size_t used;

size_t bound_bytes(void)
{
    return (size_t)settings.memory << 20;
}

void bound_take(size_t size)
{
    atomic_fetch_add_explicit(&used, size, memory_order_relaxed);
}

void bound_give(size_t size)
{
    atomic_fetch_sub_explicit(&used, size, memory_order_relaxed);
}

bool bound_allows(size_t size)
{
    return atomic_load_explicit(&used, memory_order_relaxed) + size <= bound_bytes();
}

bool bound_is_far(void)
{
    return atomic_load_explicit(&used, memory_order_relaxed) < bound_bytes() / 4;
}

void bound_clear(void)
{
    used = 0;
}
