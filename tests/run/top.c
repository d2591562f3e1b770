/* top.c - runs until its standard input ends: a function that takes long, a tiny one that is called often, and one that is
 * over. */
#include <stdio.h>
#include <sys/select.h>

static volatile unsigned sum;

__attribute__((noinline)) static void tiny(unsigned x)
{
    sum += x;
}

__attribute__((noinline)) static void heavy(void)
{
    for (unsigned i = 0; i < 3000000; i++)
        sum += i;
}

__attribute__((noinline)) static void many(void)
{
    for (unsigned i = 0; i < 10000; i++)
        tiny(i);
}

__attribute__((noinline)) static void first(void)
{
    for (unsigned i = 0; i < 10; i++)
        heavy();
}

static int is_held(void)
{
    fd_set files;
    struct timeval at_once = {0, 0};
    FD_ZERO(&files);
    FD_SET(0, &files);
    return select(1, &files, NULL, NULL, &at_once) == 0;
}

int main(void)
{
    unsigned rounds = 0;
    first();
    puts("begun");
    fflush(stdout);
    for (; is_held(); rounds++) {
        heavy();
        many();
    }
    printf("%u\n", rounds);
    return 0;
}
