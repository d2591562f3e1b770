/* inlined.c - `mixed` takes most of the time of `turn`, which calls it: each step waits for the one before. The argument is the number of
 * calls of `turn`. */
#include "inlined.h"

#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) uint32_t turn(uint32_t s)
{
    for (int i = 0; i < 200000; i++) {
        s = mixed(s);
        s = shifted(s) + (uint32_t)i;
    }
    return s;
}

int main(int argc, char **argv)
{
    uint32_t sum = 1;
    for (int i = 0; i < (argc > 1 ? atoi(argv[1]) : 1); i++)
        sum = turn(sum);
    printf("%u\n", sum);
    return 0;
}
