/*
 * relaxed.h - reads and writes words that other threads use at the same time, as when a running program is profiled.
 *
 * Each is read whole, and that is all that is promised. On the machines there are it costs what plain reading and
 * writing do, as long as nobody wants a word added to in place.
 */
#ifndef INSTR_RELAXED_H
#define INSTR_RELAXED_H

#include <stddef.h>
#include <stdint.h>

/* The value may have any type that fits a register. */
#define PUT(place, value)                                                                                              \
    do {                                                                                                               \
        __typeof__(place) word_ = (value);                                                                             \
        __atomic_store(&(place), &word_, __ATOMIC_RELAXED);                                                            \
    } while (0)
#define GET(place) __atomic_load_n(&(place), __ATOMIC_RELAXED)

static inline double relaxed_double(const double *place)
{
    double value;
    __atomic_load(place, &value, __ATOMIC_RELAXED);
    return value;
}

/* Copies `size` bytes, in words of eight, that other threads may be changing. */
static inline void relaxed_copy(void *to, const void *from, size_t size)
{
    typedef uint64_t __attribute__((__may_alias__)) word;
    for (size_t i = 0; i < size / sizeof(word); i++)
        ((word *)to)[i] = GET(((const word *)from)[i]);
}

/* Orders stores as seen by a signal handler of this thread, or by a reader after a crash. */
#define BARRIER() __atomic_signal_fence(__ATOMIC_SEQ_CST)

#endif
