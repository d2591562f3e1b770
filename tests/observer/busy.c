/* busy.c SECONDS [THREADS] - each thread calls tiny functions for so much of its processor's time; prints how long all of them had a
 * processor, and how long they were ready and had none. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static volatile unsigned sum;
static double seconds;
static double ready[64];

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

/* Of this thread; 0: the kernel does not say. */
static double waited(void)
{
    FILE *file = fopen("/proc/thread-self/schedstat", "r");
    unsigned long long run, ns = 0;
    if (file && fscanf(file, "%llu %llu", &run, &ns) != 2)
        ns = 0;
    if (file)
        fclose(file);
    return (double)ns * 1e-9;
}

static void *work(void *number)
{
    double end = taken(CLOCK_THREAD_CPUTIME_ID) + seconds;
    do
        for (unsigned i = 0; i < 10000; i++) {
            tiny(i);
            tinier(i);
        }
    while (taken(CLOCK_THREAD_CPUTIME_ID) < end);
    *(double *)number = waited();
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[64];
    int count = argc > 2 ? atoi(argv[2]) : 1;
    seconds = atof(argv[1]);
    for (int i = 1; i < count; i++)
        pthread_create(&threads[i], NULL, work, &ready[i]);
    work(&ready[0]);
    for (int i = 1; i < count; i++)
        pthread_join(threads[i], NULL);
    for (int i = 1; i < count; i++)
        ready[0] += ready[i];
    printf("%.6f %.6f\n", taken(CLOCK_PROCESS_CPUTIME_ID), ready[0]);
    return 0;
}
