/* patched.c - counts the probes that stand in its own code, before and after work on two threads beside a timer's signals. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

extern const unsigned char __executable_start, etext;

/* Where a thread's first call comes that has nothing to count with; in clang's code. */
extern void __instr_stub_count11(void) __attribute__((weak, visibility("hidden")));

static int is_first_count(const unsigned char *call)
{
    int distance;
    memcpy(&distance, call + 1, sizeof distance);
    return call + 5 + distance == (const unsigned char *)(void *)__instr_stub_count11;
}

/* Ends of probes whose instruction behind the region's address begins with this byte. */
static int find(unsigned char opcode)
{
    int found = 0;
    for (const unsigned char *at = &__executable_start; at + 12 < &etext; at++)
        found += memcmp(at, "\x4c\x8d\x1d", 3) == 0 && at[7] == opcode && !is_first_count(at + 7);
    return found;
}

/* Those that call a stub, and those that call nothing. */
static void count(const char *when)
{
    printf("%s %d %d\n", when, find(0xe8), find(0xa9));
}

static volatile unsigned ticks;

static unsigned tiny(unsigned x)
{
    return x * 3 + 1;
}

/* A loop: it is not trivial. */
static unsigned little(unsigned x)
{
    unsigned sum = 0;
    for (unsigned i = x & 1; i < 2; i++)
        sum += tiny(x + i);
    return sum;
}

/* Calls nothing. */
static unsigned leaf(unsigned x)
{
    while (x > 3)
        x >>= 2;
    return x;
}

static void tick(int signal)
{
    (void)signal;
    ticks += tiny(ticks) & 1;
}

static void *work(void *result)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < 20000000; i++)
        sum += little(i) + leaf(i);
    *(unsigned *)result = sum;
    return NULL;
}

int main(void)
{
    unsigned sums[2];
    pthread_t other;
    struct itimerval often = {{0, 500}, {0, 500}};
    count("before");
    signal(SIGALRM, tick);
    setitimer(ITIMER_REAL, &often, NULL);
    if (pthread_create(&other, NULL, work, &sums[0]) != 0)
        return EXIT_FAILURE;
    work(&sums[1]);
    pthread_join(other, NULL);
    count("after");
    printf("sums %u %u\n", sums[0], sums[1]);
    return EXIT_SUCCESS;
}
