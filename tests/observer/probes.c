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

/* Goes on paths by chance, too many for the processor's caches: five calls deep, of one of eight functions each. */
#define LEVEL(of, next)                                                                                                \
    PLAIN number of##0(number x) { return next(x >> 3) + 0; }                                                          \
    PLAIN number of##1(number x) { return next(x >> 3) + 1; }                                                          \
    PLAIN number of##2(number x) { return next(x >> 3) + 2; }                                                          \
    PLAIN number of##3(number x) { return next(x >> 3) + 3; }                                                          \
    PLAIN number of##4(number x) { return next(x >> 3) + 4; }                                                          \
    PLAIN number of##5(number x) { return next(x >> 3) + 5; }                                                          \
    PLAIN number of##6(number x) { return next(x >> 3) + 6; }                                                          \
    PLAIN number of##7(number x) { return next(x >> 3) + 7; }                                                          \
    static number (*const of##_all[])(number) = {of##0, of##1, of##2, of##3, of##4, of##5, of##6, of##7};
#define LAST(x) (x)
#define TO_FIFTH(x) fifth_all[(x) & 7](x)
#define TO_FOURTH(x) fourth_all[(x) & 7](x)
#define TO_THIRD(x) third_all[(x) & 7](x)
#define TO_SECOND(x) second_all[(x) & 7](x)
LEVEL(fifth, LAST)
LEVEL(fourth, TO_FIFTH)
LEVEL(third, TO_FOURTH)
LEVEL(second, TO_THIRD)
LEVEL(first, TO_SECOND)

PLAIN number goes(number count)
{
    number sum = 0, random = 1;
    for (number i = 0; i < count; i++) {
        random = random * 1664525 + 1013904223;
        sum += first_all[random >> 29](random >> 14);
    }
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
    else if (strcmp(how, "paths") == 0)
        printf("%u\n", goes(count));
    else
        printf("%u\n", jumped(strcmp(how, "jumped leaves") == 0 ? calls_leaves : calls_others));
    return 0;
}
