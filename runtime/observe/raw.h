/*
 * raw.h - system calls without the C library: for the observer, which keeps nothing of the program's, see observer_spawn.h.
 *
 * Calls return the kernel's result: from -4095 to -1 it is a negative error number.
 */
#ifndef INSTR_RAW_H
#define INSTR_RAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>

#if defined(__x86_64__) && defined(__LP64__)

#define RAW_CALLS 1

static inline long raw_call(long number, long a, long b, long c, long d, long e, long f)
{
    register long r10 __asm__("r10") = d, r8 __asm__("r8") = e, r9 __asm__("r9") = f;
    long result;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
}

/* Continues in `function`, which never returns, on the stack that ends at `end`, a multiple of 16. */
_Noreturn static inline void raw_go(void *end, void (*function)(void *), void *argument)
{
    __asm__ volatile("mov %0, %%rsp\n\txor %%ebp, %%ebp\n\tcall *%1\n\tud2"
                     :
                     : "r"(end), "r"(function), "D"(argument)
                     : "memory");
    __builtin_unreachable();
}

/* Starts a process with the same memory in `function`, which never returns, on the stack that ends at `end`. Returns its number, which is also
 * stored in `number` before it starts. */
static inline long raw_clone(long flags, void *end, int32_t *number, void (*function)(void *), void *argument)
{
    long result;
    __asm__ volatile(
        "syscall\n\ttest %%rax, %%rax\n\tjnz 1f\n\txor %%ebp, %%ebp\n\tmov %6, %%rdi\n\tcall *%5\n\tud2\n1:"
        : "=a"(result)
        : "a"(SYS_clone), "D"(flags), "S"(end), "d"(number), "r"(function), "r"(argument)
        : "rcx", "r11", "memory");
    return result;
}

#elif defined(__aarch64__) && defined(__LP64__)

#define RAW_CALLS 1

static inline long raw_call(long number, long a, long b, long c, long d, long e, long f)
{
    register long x8 __asm__("x8") = number, x0 __asm__("x0") = a, x1 __asm__("x1") = b, x2 __asm__("x2") = c;
    register long x3 __asm__("x3") = d, x4 __asm__("x4") = e, x5 __asm__("x5") = f;
    __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
    return x0;
}

_Noreturn static inline void raw_go(void *end, void (*function)(void *), void *argument)
{
    register void *x0 __asm__("x0") = argument;
    __asm__ volatile("mov sp, %0\n\tmov x29, xzr\n\tblr %1\n\tudf #0"
                     :
                     : "r"(end), "r"(function), "r"(x0)
                     : "memory", "x30");
    __builtin_unreachable();
}

static inline long raw_clone(long flags, void *end, int32_t *number, void (*function)(void *), void *argument)
{
    register long x8 __asm__("x8") = SYS_clone, x0 __asm__("x0") = flags;
    register void *x1 __asm__("x1") = end, *x2 __asm__("x2") = number;
    __asm__ volatile("svc 0\n\tcbnz x0, 1f\n\tmov x29, xzr\n\tmov x0, %5\n\tblr %4\n\tudf #0\n1:"
                     : "+r"(x0)
                     : "r"(x8), "r"(x1), "r"(x2), "r"(function), "r"(argument)
                     : "memory");
    return x0;
}

#else

#define RAW_CALLS 0

static inline long raw_call(long number, long a, long b, long c, long d, long e, long f)
{
    (void)number, (void)a, (void)b, (void)c, (void)d, (void)e, (void)f;
    return -1;
}

_Noreturn static inline void raw_go(void *end, void (*function)(void *), void *argument)
{
    function(end ? argument : NULL);
    __builtin_unreachable();
}

static inline long raw_clone(long flags, void *end, int32_t *number, void (*function)(void *), void *argument)
{
    (void)flags, (void)end, (void)number, (void)function, (void)argument;
    return -1;
}

#endif

static inline long raw_with(long number, long a, long b, long c)
{
    return raw_call(number, a, b, c, 0, 0, 0);
}

/* A macro, because GCC warns of a variable whose address a function with a pointer to const gets, although the kernel sets it. */
#define raw_word(pointer) ((long)(intptr_t)(pointer))

static inline uint64_t raw_now_ns(void)
{
    struct timespec time;
    raw_with(SYS_clock_gettime, CLOCK_MONOTONIC, raw_word(&time), 0);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/* Maps private memory, or a file from its beginning if `file` is not negative. NULL if that fails. */
static inline void *raw_map(uint64_t size, long file)
{
    long memory = raw_call(SYS_mmap, 0, (long)size, PROT_READ | PROT_WRITE,
                           file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED, file, 0);
    return memory < 0 && memory > -4096 ? NULL : (void *)(intptr_t)memory;
}

/* Unmaps memory; does nothing for NULL. */
static inline void raw_unmap(void *memory, uint64_t size)
{
    if (memory)
        raw_with(SYS_munmap, raw_word(memory), (long)size, 0);
}

/* Reads so many bytes of a file from an offset. Returns false if it has fewer. */
static inline bool raw_read_at(long file, void *into, uint64_t size, uint64_t offset)
{
    uint64_t done = 0;
    while (done < size) {
        long more =
            raw_call(SYS_pread64, file, raw_word(into) + (long)done, (long)(size - done), (long)(offset + done), 0, 0);
        if (more <= 0)
            break;
        done += (uint64_t)more;
    }
    return done == size;
}

static inline bool raw_is_same(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

/* Write a text or a number at `at`, and return the end. */
static inline char *raw_text(char *at, const char *text)
{
    while (*text)
        *at++ = *text++;
    return at;
}

static inline char *raw_number(char *at, unsigned number)
{
    char digits[16];
    int count = 0;
    do
        digits[count++] = (char)('0' + number % 10);
    while (number /= 10);
    while (count)
        *at++ = digits[--count];
    return at;
}

/* Reads the number that begins at `at`, before `end`; 0 if there is none. */
static inline uint64_t raw_digits(const char *at, const char *end)
{
    uint64_t number = 0;
    for (; at < end && *at >= '0' && *at <= '9'; at++)
        number = number * 10 + (uint64_t)(*at - '0');
    return number;
}

#endif
