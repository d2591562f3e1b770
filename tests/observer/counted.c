/* counted.c CALLS - two functions call one that is counted by function and takes nearly all of the time: its divisions wait for each
 * other, and its last one is stored before it ends. */
#include <stdlib.h>

static volatile unsigned long divisor = 7, last;

__attribute__((noinline)) static void divides(unsigned long x)
{
    x = (x | 1UL << 60) / divisor;
    x = (x | 1UL << 60) / divisor;
    x = (x | 1UL << 60) / divisor;
    x = (x | 1UL << 60) / divisor;
    last = x;
}

__attribute__((noinline)) static void one(void)
{
    for (int i = 0; i < 2; i++)
        divides(last);
}

__attribute__((noinline)) static void other(void)
{
    for (int i = 0; i < 2; i++)
        divides(last);
}

int main(int argc, char **argv)
{
    for (long calls = argc > 1 ? atol(argv[1]) : 0; calls > 0; calls -= 4) {
        one();
        other();
    }
    return 0;
}
