/* processor.c - keeps a processor busy for two seconds of the clock on the wall, in calls of work(). */
#define _POSIX_C_SOURCE 200809L
#include <time.h>

static volatile unsigned sink;

__attribute__((noinline)) static void work(void)
{
    for (unsigned i = 0; i < 1000000; i++)
        sink += i;
}

int main(void)
{
    struct timespec begin, now;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    do {
        work();
        clock_gettime(CLOCK_MONOTONIC, &now);
    } while (now.tv_sec - begin.tv_sec < 2);
    return 0;
}
