/* leaves.c HOW COUNT - most of its time is in functions that call nothing, see leaves.sh. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#define PLAIN __attribute__((__noinline__)) static

typedef unsigned number;
static volatile number ticks;

/* Some 200 ns, and calls nothing. */
PLAIN number mixes(number x)
{
    for (int i = 0; i < 100; i++)
        x = (number)(x * 1664525u + 1013904223u) ^ x >> 7;
    return x;
}

PLAIN number picks(number x)
{
    return x & 1;
}

PLAIN number works(number count)
{
    number sum = 0;
    for (number i = 0; i < count; i++) {
        sum += mixes(i);
        sum += picks(sum);
    }
    return sum;
}

PLAIN number counts_ticks(void)
{
    return ticks + 1;
}

/* Comes while `mixes` or what calls it runs. */
PLAIN void comes(int signal)
{
    (void)signal;
    ticks = counts_ticks();
}

PLAIN number faults(const volatile number *at)
{
    return *at;
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    number count = argc > 2 ? (number)atoi(argv[2]) : 0;
    if (strcmp(how, "signals") == 0) {
        struct itimerval often = {{0, 2000}, {0, 2000}};
        signal(SIGALRM, comes);
        setitimer(ITIMER_REAL, &often, NULL);
    }
    printf("%u\n", works(count));
    fflush(stdout);
    if (strcmp(how, "fault") == 0)
        for (number i = 0;; i++)
            faults(i < count ? &count : NULL);
    return 0;
}
