/*
 * threads.h - the numbers by which GPTL knows threads.
 *
 * In a parallel region of OpenMP it is the thread's number in its team, and with two regions nested one that is unique in both,
 * as GPTL has it. Elsewhere the thread that called GPTLinitialize is 0, and others are numbered as they come, behind those
 * that OpenMP may start.
 */
#ifndef COMPAT_GPTL_THREADS_H
#define COMPAT_GPTL_THREADS_H

#include <stdbool.h>

enum { THREADS_MOST = 4096 };

/* To be called by the thread that initializes. False: inside a parallel region by another than its first. */
bool threads_begin(void);

/* This thread's number; -1 with an error counted where there are more than may be. */
int threads_self(void);

/* How many there may be at most, and how many there are: with OpenMP all of a team count, else those that came. */
int threads_limit(void);
int threads_count(void);

/* Whether the program runs by one thread just now, as far as OpenMP tells. */
bool threads_serial(void);

/* What the program has threads by: "OMP" or "PTHREADS". */
const char *threads_kind(void);

#endif
