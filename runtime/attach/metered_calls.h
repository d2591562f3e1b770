/*
 * metered_calls.h - notices allocations, reads and writes anywhere in the process, if metrics need them.
 *
 * A library that comes by dlopen can't interpose symbols. So the words through which loaded objects call these functions are pointed at the
 * runtime (machine/objects.h); of allocations those of the C library itself too, whose strdup and getline allocate. In a static program there are
 * no such words: there the linker is told to put metered_wrap.c between. Calls within an object that has an allocator of its own are not seen.
 *
 * Reads and writes are counted where the program goes to the system. So what stdio and C++'s streams do by themselves is one call
 * of their buffer. The GNU C library's stdio does that through tables of its own, whose words are pointed at the runtime, too.
 */
#ifndef INSTR_METERED_CALLS_H
#define INSTR_METERED_CALLS_H

#include <malloc.h>
#include <stdlib.h>
#include <sys/types.h>

struct iovec;

/* clang-format off */
#define HEAP_CALLS(CALL) \
    CALL(malloc) CALL(calloc) CALL(realloc) CALL(reallocarray) CALL(aligned_alloc) CALL(memalign) CALL(valloc) CALL(pvalloc) \
    CALL(posix_memalign) CALL(free)

/* Return type, name, parameters, arguments; action. */
#define IO_CALLS_OF_ALL(CALL) \
    CALL(ssize_t, read, (int file, void *to, size_t size), (file, to, size), IO_READ) \
    CALL(ssize_t, pread, (int file, void *to, size_t size, long at), (file, to, size, at), IO_READ) \
    CALL(ssize_t, readv, (int file, const struct iovec *to, int count), (file, to, count), IO_READ) \
    CALL(ssize_t, preadv, (int file, const struct iovec *to, int count, long at), (file, to, count, at), IO_READ) \
    CALL(ssize_t, write, (int file, const void *from, size_t size), (file, from, size), IO_WRITE) \
    CALL(ssize_t, pwrite, (int file, const void *from, size_t size, long at), (file, from, size, at), IO_WRITE) \
    CALL(ssize_t, writev, (int file, const struct iovec *from, int count), (file, from, count), IO_WRITE) \
    CALL(ssize_t, pwritev, (int file, const struct iovec *from, int count, long at), (file, from, count, at), IO_WRITE) \
    CALL(int, fsync, (int file), (file), IO_SYNC) \
    CALL(int, fdatasync, (int file), (file), IO_SYNC)

#ifdef __GLIBC__
#define IO_CALLS(CALL) IO_CALLS_OF_ALL(CALL) \
    CALL(ssize_t, pread64, (int file, void *to, size_t size, long long at), (file, to, size, at), IO_READ) \
    CALL(ssize_t, preadv64, (int file, const struct iovec *to, int count, long long at), (file, to, count, at), IO_READ) \
    CALL(ssize_t, __read_chk, (int file, void *to, size_t size, size_t room), (file, to, size, room), IO_READ) \
    CALL(ssize_t, __pread_chk, (int file, void *to, size_t size, long at, size_t room), (file, to, size, at, room), IO_READ) \
    CALL(ssize_t, __pread64_chk, (int file, void *to, size_t size, long long at, size_t room), (file, to, size, at, room), IO_READ) \
    CALL(ssize_t, pwrite64, (int file, const void *from, size_t size, long long at), (file, from, size, at), IO_WRITE) \
    CALL(ssize_t, pwritev64, (int file, const struct iovec *from, int count, long long at), (file, from, count, at), IO_WRITE)
#else
#define IO_CALLS IO_CALLS_OF_ALL
#endif
/* clang-format on */

struct metered_calls {
#define HEAP_POINTER(name) __typeof__(name) *name;
#define IO_POINTER(type, name, parameters, ...) type(*name) parameters;
    HEAP_CALLS(HEAP_POINTER)
    IO_CALLS(IO_POINTER)
#undef HEAP_POINTER
#undef IO_POINTER
};

/* The wrappers of a static program that was linked with them; see metered_wrap.c. */
extern struct metered_calls __instr_metered_calls __attribute__((weak));

/* Finds the functions before metrics start, or the reason why they can't be noticed. Asks the loader (objects.h). */
void metered_calls_find(void);

/* Starts the wanted ones after metrics have started. Asks the loader (objects.h). */
void metered_calls_begin(void);

#endif
