/*
 * Functions for another machine than the unit's, into which GCC inlines nothing: their unit is timed all the same.
 *
 * calls: core2_ 2
 * calls: plain_ 5
 * calls: integers_ 1
 */
#include <setjmp.h>
#include <stdio.h>

#if defined __x86_64__ && !defined __clang__
#define TARGET(text) __attribute__((target(text)))
#else
#define TARGET(text)
#endif

#ifdef __OPTIMIZE__
#define DEEP 10000000
#else
#define DEEP 10
#endif

static jmp_buf env;

static int plain_(int x)
{
    return x + 1;
}

TARGET("arch=core2") static int core2_(int x)
{
    return plain_(x) + plain_(x);
}

TARGET("general-regs-only") static int integers_(int x)
{
    for (int i = 0; i < 3; i++)
        x += i;
    return x;
}

static int (*volatile next)(int);

/* A jump, where the compiler makes any, and left alone in such a unit. */
static int deep_(int n)
{
    return n == 0 ? core2_(1) : next(n - 1);
}

int main(void)
{
    volatile int turns = 0;
    if (setjmp(env) == 0) {
        turns = plain_(1);
        longjmp(env, 1);
    }
    printf("%d %d\n", core2_(turns), integers_(2));
    next = deep_;
    printf("%d\n", deep_(DEEP));
    return 0;
}
