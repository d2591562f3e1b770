/*
 * unwound.c - the stack is unwound at any moment, by a signal: threads that can be cancelled anywhere, and a sampler as profilers
 * have it. Prints how many threads were cancelled, how many of these cleaned up, and how many samples did not lead to main.
 */
#include <execinfo.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>

enum { THREADS = 300, SAMPLES = 300, DEPTH = 64 };

static volatile unsigned sink;
static volatile int samples, astray;
static int cleaned;

static __attribute__((noinline)) unsigned tiny(unsigned x)
{
    return x * 3 + 1;
}

static unsigned inlined(unsigned x)
{
    return x ^ 7;
}

static __attribute__((noinline)) unsigned middle(unsigned x)
{
    for (int i = 0; i < 50; i++)
        x = tiny(inlined(x));
    return x;
}

static void clean(void *nothing)
{
    (void)nothing;
    cleaned++;
}

static void *run(void *started)
{
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    pthread_cleanup_push(clean, NULL);
    __atomic_store_n((int *)started, 1, __ATOMIC_SEQ_CST);
    for (;;)
        sink = middle(sink);
    pthread_cleanup_pop(0);
    return NULL;
}

static int cancel(int delay)
{
    pthread_t thread;
    int started = 0;
    void *result = NULL;
    if (pthread_create(&thread, NULL, run, &started) != 0)
        exit(9);
    while (!__atomic_load_n(&started, __ATOMIC_SEQ_CST))
        continue;
    for (volatile int i = 0; i < delay; i++)
        continue;
    pthread_cancel(thread);
    pthread_join(thread, &result);
    return result == PTHREAD_CANCELED;
}

int main(void);

/* Behind main are two frames of the C library, and _start. */
static void sample(int signal)
{
    void *frames[DEPTH];
    int count = backtrace(frames, DEPTH);
    (void)signal;
    astray += count < 5 || (char *)frames[count - 4] < (char *)main || (char *)frames[count - 4] > (char *)main + 2000;
    samples++;
}

int main(void)
{
    int cancelled = 0;
    struct itimerval often = {{0, 200}, {0, 200}}; /* of real time: processor time is counted in ticks of milliseconds */
    void *frames[DEPTH];
    backtrace(frames, DEPTH); /* loads what it needs */
    for (int i = 0; i < THREADS; i++)
        cancelled += cancel(1000 + i * 7);
    signal(SIGALRM, sample);
    setitimer(ITIMER_REAL, &often, NULL);
    while (samples < SAMPLES)
        sink = middle(sink);
    often = (struct itimerval){{0, 0}, {0, 0}};
    setitimer(ITIMER_REAL, &often, NULL);
    printf("%d cancelled, %d cleaned, %d astray\n", cancelled, cleaned, astray);
    return 0;
}
