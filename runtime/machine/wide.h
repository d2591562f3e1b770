/*
 * wide.h - whole numbers of 128 bits, also where the compiler has none.
 *
 * Sums of squares of ticks need them: 2^64 calls of 2^32 ticks each still fit.
 */
#ifndef INSTR_WIDE_H
#define INSTR_WIDE_H

#include <stdint.h>

struct wide {
    uint64_t low, high;
};

static inline struct wide wide_add(struct wide a, struct wide b)
{
    struct wide sum = {a.low + b.low, a.high + b.high};
    sum.high += sum.low < a.low;
    return sum;
}

static inline struct wide wide_subtract(struct wide a, struct wide b)
{
    struct wide rest = {a.low - b.low, a.high - b.high};
    rest.high -= a.low < b.low;
    return rest;
}

static inline struct wide wide_multiply(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
    __extension__ unsigned __int128 product = (unsigned __int128)a * b;
    return (struct wide){(uint64_t)product, (uint64_t)(product >> 64)};
#else
    uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
    uint64_t middle = ah * bl + (al * bl >> 32);
    uint64_t other = al * bh + (uint32_t)middle;
    return (struct wide){a * b, ah * bh + (middle >> 32) + (other >> 32)};
#endif
}

/* The whole part of a number, or the nearest that 64 bits hold. What is read from a damaged store may be anything. */
static inline uint64_t wide_whole(double value)
{
    if (!(value > 0))
        return 0;
    return value < 0x1p64 ? (uint64_t)value : UINT64_MAX;
}

/* Modulo 2^128. */
static inline struct wide wide_multiply_wide(struct wide a, uint64_t b)
{
    struct wide product = wide_multiply(a.low, b);
    product.high += a.high * b;
    return product;
}

static inline struct wide wide_shift_left(struct wide a, unsigned bits)
{
    if (bits == 0)
        return a;
    if (bits >= 64)
        return (struct wide){0, a.low << (bits - 64)};
    return (struct wide){a.low << bits, a.high << bits | a.low >> (64 - bits)};
}

static inline struct wide wide_shift_right(struct wide a, unsigned bits)
{
    if (bits == 0)
        return a;
    if (bits >= 64)
        return (struct wide){a.high >> (bits - 64), 0};
    return (struct wide){a.low >> bits | a.high << (64 - bits), a.high >> bits};
}

static inline double wide_double(struct wide a)
{
    return (double)a.high * 18446744073709551616.0 + (double)a.low;
}

#endif
