/*
 * Functions that may return at once: GCC takes their beginning to their callers, and makes a function of the rest.
 *
 * calls: main 1
 * calls: both 5
 * calls: report 15
 * calls: line 8
 * calls: after 2
 * path: main;both;report;line
 * path: main;both;after
 */
#include <stdio.h>

static volatile int quiet, lines = 2;

static __attribute__((__noinline__)) int line(int i)
{
    for (volatile int k = 0; k < 10; k++)
        ;
    return printf("%d\n", i);
}

void report(const char *what);
void report(const char *what)
{
    if (quiet)
        return;
    for (int i = 0; i < lines; i++)
        if (line(i) < 0)
            printf("%s %d\n", what, i);
    printf("%s\n", what);
    printf("%s, %d\n", what, lines);
    printf("%s, %d\n", what, lines + 1);
}

static __attribute__((__noinline__)) int after(void)
{
    for (volatile int k = 0; k < 10; k++)
        ;
    return lines;
}

void both(int i);
void both(int i)
{
    quiet = 1;
    report("first");
    quiet = i % 5 > 1;
    report("second");
    report("third");
    if (!quiet)
        after();
}

int main(void)
{
    for (int i = 0; i < 5; i++)
        both(i);
    return 0;
}
