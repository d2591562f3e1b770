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

/* Called by the initializing thread. Returns false inside a parallel region, unless it is the region's first thread. */
bool threads_begin(void);

/* Returns this thread's number; -1 with an error counted if there are too many. */
int threads_self(void);

/* Return the maximal number of threads, and the present one: with OpenMP the whole team, else threads that called. */
int threads_limit(void);
int threads_count(void);

/* Returns whether the program runs with one thread now, as far as OpenMP tells. */
bool threads_serial(void);

/* Returns what makes the program's threads: "OMP" or "PTHREADS". */
const char *threads_kind(void);

#endif
