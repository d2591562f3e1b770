/*
 * plain.c - one thread, functions in two files, tiny ones, recursion of both kinds.
 *
 *     plain nothing          one call
 *     plain work [TIMES]     some of everything
 *     plain deep LEVELS      a recursion of one function, and one of two that call each other
 *     plain kill             ends by SIGKILL in the midst of its work
 *     plain fork CHILDREN    children that work, and end by _exit
 */
#include "work.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define OWN __attribute__((noinline)) static

OWN void odd(int level);

OWN void even(int level)
{
    spin(2);
    if (level)
        odd(level - 1);
}

OWN void odd(int level)
{
    spin(1);
    if (level)
        even(level - 1);
}

OWN int fib(int n)
{
    spin(1);
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

OWN unsigned sweep(unsigned cells)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < cells; i++)
        sum += cell(i);
    return sum;
}

OWN void solve(int steps)
{
    for (int i = 0; i < steps; i++) {
        sink += sweep(2000);
        spin(300);
    }
}

OWN void never_called(void)
{
    spin(1);
}

OWN void setup(void)
{
    spin(1500);
}

OWN void work(void)
{
    setup();
    solve(10);
    sink += (unsigned long)fib(12);
    even(20);
    solve(5);
}

OWN void deep(int levels)
{
    spin(1);
    if (levels)
        deep(levels - 1);
}

OWN void breed(int children)
{
    for (int i = 0; i < children; i++)
        if (fork() == 0) {
            solve(10 * (i + 1));
            usleep(110000);
            solve(2);
            _exit(0);
        }
    work();
    while (wait(NULL) > 0)
        continue;
}

#ifdef OUTSIDE
#pragma instr skip
#endif
int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "work";
    int count = argc > 2 ? atoi(argv[2]) : 1;
    for (int i = 0; i < count && strcmp(what, "work") == 0; i++)
        work();
    if (strcmp(what, "deep") == 0) {
        deep(count);
        even(count);
    }
    if (strcmp(what, "fork") == 0)
        breed(count);
    if (strcmp(what, "kill") == 0) {
        work();
        raise(SIGKILL);
    }
    if (argc > 9)
        never_called();
    return 0;
}
