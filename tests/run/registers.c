/*
 * registers.c - what a compiler keeps in registers, and at the end of the stack, while probes run of which it sees no call. Prints
 * sums that are wrong if a probe changes one of them.
 */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef TRACE_PC
/* What -fsanitize-coverage=trace-pc calls in each block: as any function it may change registers. */
__attribute__((__no_instrument_function__, __no_sanitize_coverage__, __noinline__)) void __sanitizer_cov_trace_pc(void)
{
    __asm__ __volatile__("xor %%r10d, %%r10d\n\txor %%r11d, %%r11d" : : : "r10", "r11", "cc");
}
#endif

enum { LIVE = 12, ROUNDS = 200 };

/* Inlined: their probes stand in the middle of their callers' loops. */
static inline double turn(double x)
{
    return x * 1.0000001 + 0.5;
}

static inline uint64_t mix(uint64_t x)
{
    return (x ^ x >> 7) * 0x9e3779b97f4a7c15u;
}

static double doubles(unsigned seed)
{
    double live[LIVE], sum = 0;
    for (int i = 0; i < LIVE; i++)
        live[i] = seed + i;
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < LIVE; i++)
            live[i] = turn(live[i]);
    for (int i = 0; i < LIVE; i++)
        sum += live[i] * (i + 1);
    return sum;
}

static uint64_t integers(uint64_t seed)
{
    uint64_t a = seed, b = seed + 1, c = seed + 2, d = seed + 3, e = seed + 4, f = seed + 5, g = seed + 6, h = seed + 7;
    for (int round = 0; round < ROUNDS; round++) {
        a += mix(h), b += mix(a), c += mix(b), d += mix(c);
        e += mix(d), f += mix(e), g += mix(f), h += mix(g);
    }
    return a ^ b ^ c ^ d ^ e ^ f ^ g ^ h;
}

/* Calls nothing that the compiler sees: what it stores is at the end of the stack. */
static __attribute__((__noinline__)) unsigned red_zone(unsigned seed)
{
    volatile unsigned char kept[120];
    unsigned sum = 0;
    for (unsigned i = 0; i < sizeof kept; i++)
        kept[i] = (unsigned char)(seed * i + i);
    for (unsigned i = 0; i < sizeof kept; i++)
        sum = sum * 31 + kept[i];
    return sum;
}

static __attribute__((__noinline__)) long many(long a, long b, long c, long d, long e, long f, long g, double x,
                                               double y)
{
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + (long)(8 * x) + (long)(9 * y);
}

/* All of it on paths that differ with `depth`, so that most calls are a path's first ones. */
static __attribute__((__noinline__)) uint64_t deep(unsigned depth, uint64_t seed)
{
    double x = doubles(depth);
    uint64_t bits, sum = integers(seed) + red_zone(depth);
    memcpy(&bits, &x, sizeof bits);
    sum += (uint64_t)many(depth, 2, 3, 4, 5, 6, (long)seed, 1.5, 2.5) + bits;
    return depth ? sum * 3 + deep(depth - 1, seed + depth) : sum;
}

static volatile sig_atomic_t ticks;
static void tick(int number)
{
    (void)number;
    ticks = ticks + (red_zone(7) != 0);
}

/* Runs before the runtime is there. */
static uint64_t early;
__attribute__((__constructor__(102))) static void first(void)
{
    early = deep(1, 9);
}

int main(void)
{
    uint64_t sum = early;
    signal(SIGALRM, tick);
    ualarm(1000, 500);
    for (uint64_t i = 0; i < 20; i++)
        sum = sum * 5 + deep(6, i);
    ualarm(0, 0);
    printf("%016llx\n", (unsigned long long)sum);
    return 0;
}
