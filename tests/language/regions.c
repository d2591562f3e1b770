/*
 * Regions inside functions, at the finest level and by pragma.
 *
 * flags: -DTIMER_LEVEL=3
 * calls: regions 1
 * calls: init 1
 * calls: stretch 3
 * calls: scope 3
 * calls: turns 5
 * calls: left by goto 1
 * calls: returned from 2
 * calls: outer: loop at 28 1
 * calls: outer: loop at 29 3
 * calls: outer: if at 30 3
 * calls: outer: else at 32 6
 */
#include <stdio.h>

#ifdef __INSTR__
#define PRAGMA(text) _Pragma(#text)
#else
#define PRAGMA(text)
#endif

static int outer(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            if (i > k) {
                sum += i;
            } else {
                sum -= k;
            }
    return sum;
}

static int returns(int n)
{
    PRAGMA(instr region("returned from"))
    {
        if (n)
            return 1;
        n += 2;
    }
    return n;
}

static int regions(int n)
{
    PRAGMA(instr region("init") group("start,all"))
    n += outer(3);
    for (int i = 0; i < 3; i++) {
        PRAGMA(instr begin("stretch"))
        n++;
        if (n == 1000)
            return 0;
        PRAGMA(instr end("stretch"))
        PRAGMA(instr begin("scope"))
        int seen = n;
        PRAGMA(instr end("scope"))
        n += seen;
    }
    PRAGMA(instr iterate("turns"))
    for (int i = 0; i < 5; i++) {
        if (i == 2)
            continue;
        n += i;
    }
    PRAGMA(instr region("left by goto"))
    {
        if (n)
            goto out;
        n = 7;
    }
out:
    return n + returns(0) + returns(1);
}

int main(void)
{
    printf("%d\n", regions(1));
    return 0;
}
