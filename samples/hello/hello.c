/* hello.c - the smallest program with a call tree worth looking at. */
#include <stdio.h>

static unsigned long fibonacci(unsigned n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static void greet(const char *whom)
{
    printf("hello, %s: fibonacci(%u) = %lu\n", whom, 20u, fibonacci(20));
}

int main(void)
{
    greet("world");
    greet("again");
    return 0;
}
