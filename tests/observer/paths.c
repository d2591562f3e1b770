/* paths.c ROUNDS - one function that three others call: an eighth, a quarter and five eighths of all calls, which all take as long. */
#include <stdlib.h>

#define PLAIN __attribute__((__noinline__)) static

typedef unsigned long number;
static volatile number kept;

PLAIN number work(number x)
{
    for (int i = 0; i < 40; i++)
        x = x * 6364136223846793005UL + 1442695040888963407UL;
    return x;
}

PLAIN number once(number x)
{
    return work(x) + 1;
}

PLAIN number twice(number x)
{
    return work(work(x)) + 1;
}

PLAIN number often(number x)
{
    for (int i = 0; i < 5; i++)
        x = work(x);
    return x + 1;
}

PLAIN number all(number x)
{
    return once(twice(often(x)));
}

int main(int argc, char **argv)
{
    number x = 1;
    for (long i = 0, rounds = argc > 1 ? atol(argv[1]) : 1; i < rounds; i++)
        x = all(x);
    kept = x;
    return 0;
}
