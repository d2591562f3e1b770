/*
 * heap_calls.h - how allocations are noticed: malloc and its kin, wherever in the process they are called.
 *
 * A library that comes by dlopen can't interpose symbols. So the words through which loaded objects call these functions are
 * pointed at the runtime (machine/objects.h), those of the C library itself too, whose strdup and getline allocate. In a
 * static program there are no such words: there the linker is told to put heap_wrap.c between. What is called within an object
 * that has an allocator of its own goes past all that, and is not seen.
 */
#ifndef INSTR_HEAP_CALLS_H
#define INSTR_HEAP_CALLS_H

#include <malloc.h>
#include <stdlib.h>

/* clang-format off */
#define HEAP_CALLS(CALL) \
    CALL(malloc) CALL(calloc) CALL(realloc) CALL(reallocarray) CALL(aligned_alloc) CALL(memalign) CALL(valloc) CALL(pvalloc) \
    CALL(posix_memalign) CALL(free)
/* clang-format on */

struct heap_calls {
#define HEAP_POINTER(name) __typeof__(name) *name;
    HEAP_CALLS(HEAP_POINTER)
#undef HEAP_POINTER
};

/* In a static program that was linked so, where its calls go; see heap_wrap.c. */
extern struct heap_calls __instr_heap_calls __attribute__((weak));

/* Before metrics start: finds the functions, or says why there is nothing to be had. */
void heap_calls_find(void);

/* Once heap_start has said yes. */
void heap_calls_begin(void);

#endif
