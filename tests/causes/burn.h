/*
 * burn.h - what computes in programs with a planted cause.
 */
#ifndef TESTS_CAUSES_BURN_H
#define TESTS_CAUSES_BURN_H

#define ALONE __attribute__((noinline))

static volatile double sink;

/* About so many ms, as the work of the function that it stands in. */
#define burn(ms)                                                                                                       \
    do {                                                                                                               \
        double sum = sink;                                                                                             \
        for (long i = 0; i < (ms)*600000L; i++)                                                                        \
            sum = sum * 0.999 + (double)i;                                                                             \
        sink = sum;                                                                                                    \
    } while (0)

#endif
