/*
 * Tail calls remain jumps where a chain of them can come back: none of these depths fits on a stack.
 *
 * flags: -Wall -Wextra
 * calls -O2: loop 3000001
 * calls -O2: even 1500001
 * calls -O2: odd 1500000
 * calls -O2: run 3000001
 * calls -O2: walk 3000001
 */
#include <stdio.h>

#if defined(__OPTIMIZE__)
enum { DEPTH = 3000000 };
#else
/* Without optimisation the plain program has a frame for each call too. */
enum { DEPTH = 20000 };
#endif

__attribute__((noinline)) int loop(int n, int sum)
{
    if (n == 0)
        return sum;
    return loop(n - 1, sum ^ n);
}

__attribute__((noinline)) int odd(int n);

__attribute__((noinline)) int even(int n)
{
    return n ? odd(n - 1) : 1;
}

__attribute__((noinline)) int odd(int n)
{
    return n ? even(n - 1) : 0;
}

typedef int operation(int n, const void *operations);

__attribute__((noinline)) int run(int n, const void *operations)
{
    if (n == 0)
        return 7;
    operation *const *next = operations;
    return next[n & 1](n - 1, operations);
}

__attribute__((noinline)) void walk(int n, void (*step)(int, void *), void *again)
{
    void (*next)(int, void (*)(int, void *), void *) = (void (*)(int, void (*)(int, void *), void *))again;
    if (n)
        next(n - 1, step, again);
    else
        step(n, again);
}

static void stop(int n, void *again)
{
    printf("stop %d %d\n", n, again != 0);
}

int main(void)
{
    static operation *const operations[] = {run, run};
    printf("%d\n", loop(DEPTH, 0));
    printf("%d\n", even(DEPTH));
    printf("%d\n", run(DEPTH, operations));
    walk(DEPTH, stop, (void *)walk);
    return 0;
}
