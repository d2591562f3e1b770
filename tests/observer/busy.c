/* busy.c SECONDS [THREADS] - each thread calls tiny functions for so much of its processor's time; prints what all of it took. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static volatile unsigned sum;
static double seconds;

__attribute__((noinline)) static void tiny(unsigned x)
{
    for (int i = 0; i < 60; i++)
        sum += x;
}

__attribute__((noinline)) static void tinier(unsigned x)
{
    for (int i = 0; i < 20; i++)
        sum += x;
}

static double taken(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void *work(void *unused)
{
    double end = taken(CLOCK_THREAD_CPUTIME_ID) + seconds;
    do
        for (unsigned i = 0; i < 10000; i++) {
            tiny(i);
            tinier(i);
        }
    while (taken(CLOCK_THREAD_CPUTIME_ID) < end);
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t threads[64];
    int count = argc > 2 ? atoi(argv[2]) : 1;
    seconds = atof(argv[1]);
    for (int i = 1; i < count; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    work(NULL);
    for (int i = 1; i < count; i++)
        pthread_join(threads[i], NULL);
    printf("%.6f\n", taken(CLOCK_PROCESS_CPUTIME_ID));
    return 0;
}
