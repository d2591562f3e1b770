/* probes.c HOW COUNT - hardly does anything but call, see probes.sh. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#define PLAIN __attribute__((__noinline__)) static

typedef unsigned number;
static volatile number kept;
static sigjmp_buf back;

/* Calls nothing. */
PLAIN number takes(number x)
{
    kept = x;
    return x ^ kept;
}

/* Could call. */
PLAIN number passes(number x)
{
    kept = x;
    return x == (number)-1 ? takes(x) : x ^ kept;
}

PLAIN number calls_leaves(number count)
{
    number sum = 0;
    for (number i = 0; i < count; i++)
        sum += takes(i);
    return sum;
}

PLAIN number calls_others(number count)
{
    number sum = 0;
    for (number i = 0; i < count; i++)
        sum += passes(i);
    return sum;
}

static void jumps(int signal)
{
    (void)signal;
    siglongjmp(back, 1);
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* A handler jumps out of calls, often in the midst of a probe; then hardly any are made for ten times as long. */
PLAIN number jumped(number (*calls)(number))
{
    struct itimerval once = {.it_value = {.tv_usec = 1000}};
    signal(SIGALRM, jumps);
    for (volatile int round = 0; round < 200; round++) {
        volatile double begin = seconds();
        if (!sigsetjmp(back, 1)) {
            setitimer(ITIMER_REAL, &once, NULL);
            kept = calls((number)-1);
        }
        double took = seconds() - begin, end = seconds() + 10 * took;
        while (seconds() < end)
            for (int i = 0; i < 1000; i++)
                kept++;
    }
    return 0;
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    number count = argc > 2 ? (number)strtoul(argv[2], NULL, 10) : 0;
    if (strcmp(how, "leaves") == 0)
        printf("%u\n", calls_leaves(count));
    else if (strcmp(how, "others") == 0)
        printf("%u\n", calls_others(count));
    else
        printf("%u\n", jumped(strcmp(how, "jumped leaves") == 0 ? calls_leaves : calls_others));
    return 0;
}
