/* turn.h - a chain of multiplications, which the processor can't do ahead of or beside each other. */
#define PLAIN __attribute__((__noinline__)) static

typedef unsigned long number;
static volatile number kept;

PLAIN number turn(number x, int times)
{
    for (int i = 0; i < times; i++)
        x = x * 6364136223846793005UL + 1442695040888963407UL;
    return x;
}
