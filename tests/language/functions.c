/*
 * Every way to write a function.
 *
 * compilers: gcc
 * flags: -std=gnu11
 * calls: main 1
 * calls: old_style 1
 * calls: outer 2
 * calls: nested 4
 * calls: made_one 1
 * calls: made_two 1
 * calls: returns_pointer 1
 * calls: with_labels 1
 * calls: digraphs 1
 * calls: generic_int 1
 * calls: variable_length 1
 * calls: early 1
 * calls: by_alias 1
 * calls: resolved_by 1
 * calls: naïve 1
 * left alone: asked no_instrument_function
 * left alone: choose ifunc-resolver
 */
#include <stdarg.h>
#include <stdio.h>

#define MAKE(name)                                                                                           \
    static int made_##name(int x)                                                                            \
    {                                                                                                        \
        return x;                                                                                            \
    }
MAKE(one) MAKE(two)

static int state;

__attribute__((constructor(102))) static void early(void)
{
    state = 5;
}

int old_style(a, b)
    int a;
    char *b;
{
    return a + b[0];
}

static int outer(int n)
{
    int nested(int m) { return m + n; }
    return nested(1) + nested(2);
}

static int (*returns_pointer(int n))(int)
{
    return n ? outer : 0;
}

static int with_labels(int n)
{
    __label__ one, two;
    void *targets[] = {&&one, &&two};
    goto *targets[n];
one:
    return 1;
two:
    return 2;
}

int digraphs(int n) <% int a<:2:> = <%n, n%>; return a<:1:>; %>

static int generic_int(int n) { return n; }

static int variable_length(int n, int (*table)[n]) { return table[0][n - 1] + (int)sizeof *table; }

__attribute__((__no_instrument_function__)) static int asked(void) { return 1; }

static int by_alias(void) { return 3; }
int alias(void) __attribute__((alias("by_alias")));

static int resolved_by(void) { return 4; }
static int (*choose(void))(void) { return resolved_by; }
int resolved(void) __attribute__((ifunc("choose")));

static int naïve(void) { return 6; }

int main(void)
{
    int table[1][3] = {{1, 2, 3}};
    int value = ({ int x = state; if (x) x++; x; });
    printf("%d %d %d\n", old_style(1, "b"), outer(3), made_one(1) + made_two(2));
    printf("%d %d %d\n", returns_pointer(1)(4), with_labels(1), digraphs(9));
    printf("%d %d %d\n", _Generic(1, int: generic_int)(8), variable_length(3, table), asked());
    printf("%d %d %d %d\n", alias(), resolved(), value, naïve());
    return 0;
}
