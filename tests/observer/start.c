/* start.c - a function whose calls are all short, in one of which the observer begins. */
#include <stdio.h>

enum { CALLS = 4000, INNER = 20, SPINS = 30000000 }; /* calls of a very young process are all timed */

__attribute__((noinline)) static int tiny(int value)
{
    __asm__ volatile("");
    return value + 1;
}

__attribute__((noinline)) static int outer(int value)
{
    for (int i = 0; i < INNER; i++)
        value = tiny(value);
    return value;
}

int main(void)
{
    int value = 0;
    for (volatile int i = 0; i < SPINS; i++)
        ;
    for (int i = 0; i < CALLS; i++)
        value = outer(value);
    printf("%d\n", value);
    return 0;
}
