/*
 * metered_wrap.c - in a static program, what calls of malloc, read and their kin call: whatever a table says, which is themselves
 * until somebody asks for metrics of these. That is one jump.
 *
 * A member of its own of libinstr.a: it is linked in only where the linker wraps these names (see plan_argv.c). It must bring
 * nothing of the C library's allocator into a program that has its own, and that need not have all of these. In the GNU C
 * library all are in one object, so what is there need not be asked for.
 */
#include "runtime/attach/metered_calls.h"

#define REAL(name) extern __typeof__(name) __real_##name;
#define REAL_IO(type, name, parameters, ...) extern type __real_##name parameters;
HEAP_CALLS(REAL)
IO_CALLS(REAL_IO)

#ifdef __GLIBC__
#pragma weak __real_aligned_alloc
#pragma weak __real_memalign
#pragma weak __real_valloc
#pragma weak __real_posix_memalign
#endif
#pragma weak __real_pvalloc /* in no other one */

#define FILLED(name) .name = __real_##name,
#define FILLED_IO(type, name, ...) .name = __real_##name,
struct metered_calls __instr_metered_calls = {HEAP_CALLS(FILLED) IO_CALLS(FILLED_IO)};

#define WRAP(type, name, parameters, arguments)                                                                        \
    type __wrap_##name parameters;                                                                                     \
    type __wrap_##name parameters                                                                                      \
    {                                                                                                                  \
        return __instr_metered_calls.name arguments;                                                                   \
    }
WRAP(void *, malloc, (size_t size), (size))
WRAP(void *, calloc, (size_t count, size_t size), (count, size))
WRAP(void *, realloc, (void *block, size_t size), (block, size))
WRAP(void *, reallocarray, (void *block, size_t count, size_t size), (block, count, size))
WRAP(void *, aligned_alloc, (size_t alignment, size_t size), (alignment, size))
WRAP(void *, memalign, (size_t alignment, size_t size), (alignment, size))
WRAP(void *, valloc, (size_t size), (size))
WRAP(void *, pvalloc, (size_t size), (size))
WRAP(int, posix_memalign, (void **block, size_t alignment, size_t size), (block, alignment, size))

void __wrap_free(void *block);
void __wrap_free(void *block)
{
    __instr_metered_calls.free(block);
}

#define WRAP_IO(type, name, parameters, arguments, what) WRAP(type, name, parameters, arguments)
IO_CALLS(WRAP_IO)
