/*
 * wide.h - arithmetic with whole numbers of 128 bits, modulo 2^128. What is kept of them is a struct u128.
 *
 * Sums of squares of ticks need them: 2^64 calls of 2^32 ticks each still fit.
 */
#ifndef INSTR_WIDE_H
#define INSTR_WIDE_H

#include "profile/stat.h"

__extension__ typedef unsigned __int128 wide;

static inline wide wide_of(struct u128 a)
{
    return (wide)a.high << 64 | a.low;
}

static inline struct u128 wide_split(wide a)
{
    return (struct u128){(uint64_t)a, (uint64_t)(a >> 64)};
}

/* Returns a sum of squares with one more square. */
static inline struct u128 wide_add_square(struct u128 sum, uint64_t number)
{
    return wide_split(wide_of(sum) + (wide)number * number);
}

static inline double wide_double(wide a)
{
    return (double)(uint64_t)(a >> 64) * 0x1p64 + (double)(uint64_t)a;
}

/* Returns the whole part of a number, limited to 64 bits, because a damaged store may hold anything. */
static inline uint64_t wide_whole(double value)
{
    if (!(value > 0))
        return 0;
    return value < 0x1p64 ? (uint64_t)value : UINT64_MAX;
}

#endif
