/* interval.c SECONDS THREADS - functions of which one takes three times as long a call as the other: a chain of multiplications, that the
 * processor can't do ahead of or beside each other. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define PLAIN __attribute__((__noinline__)) static

typedef unsigned long number;
static volatile number kept;
static double seconds;

PLAIN number one(number x)
{
    for (int i = 0; i < 60; i++)
        x = x * 6364136223846793005UL + 1442695040888963407UL;
    return x;
}

PLAIN number three(number x)
{
    for (int i = 0; i < 180; i++)
        x = x * 6364136223846793005UL + 1442695040888963407UL;
    return x;
}

PLAIN double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

PLAIN void *work(void *argument)
{
    number x = (number)argument;
    for (double end = now() + seconds; now() < end;)
        for (int i = 0; i < 2000; i++)
            x = three(one(x));
    kept = x;
    return NULL;
}

int main(int argc, char **argv)
{
    enum { MOST = 64 };
    pthread_t threads[MOST];
    int count = argc > 2 ? atoi(argv[2]) : 1;
    seconds = argc > 1 ? atof(argv[1]) : 1;
    for (int i = 1; i < count && i < MOST; i++)
        if (pthread_create(&threads[i], NULL, work, &threads[i]) != 0)
            return 1;
    work(NULL);
    for (int i = 1; i < count && i < MOST; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
