/* early.c - functions that run before constructors: what an ifunc resolver calls, and, where it can stand, one in
 * .preinit_array. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int picked;

__attribute__((noinline)) static int supports(int level)
{
    return level < 2;
}

__attribute__((noinline)) static int pick(void)
{
    picked++;
    return supports(1) && !supports(2);
}

static int fast(int x)
{
    return x + 1;
}

static int slow(int x)
{
    return x + 2;
}

static int (*resolve(void))(int)
{
    return pick() ? fast : slow;
}

int dispatched(int x) __attribute__((ifunc("resolve")));

__attribute__((constructor(90))) static void constructed(void)
{
}

#ifdef PREINIT
static int before;

__attribute__((noinline)) static void early_work(void)
{
    before++;
}

static void early(void)
{
    early_work();
}

__attribute__((section(".preinit_array"), used)) static void (*const first)(void) = early;
#endif

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 5; i++)
        sum += dispatched(i);
    printf("%d %d\n", sum, picked > 0);
#ifdef PREINIT
    printf("%d\n", before);
#endif
    return 0;
}
