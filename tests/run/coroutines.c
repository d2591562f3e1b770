/*
 * Coroutines that pass control to each other, that return, that are given up, and that are made again in the same
 * place: paths.sh compares the calls on each path with those stated here.
 *
 * A context hangs under the function that resumed it first: ping under main, pong under ping's volley.
 *
 * path: main 1
 * path: main/rally 1
 * path: main/rally/ping 1
 * path: main/rally/ping/volley 10
 * path: main/rally/ping/volley/hit 10
 * path: main/rally/ping/volley/pong 1
 * path: main/rally/ping/volley/pong/volley 10
 * path: main/rally/ping/volley/pong/volley/hit 10
 * path: main/numbers 1
 * path: main/numbers/next 5
 * path: main/numbers/next/produce 1
 * path: main/numbers/next/produce/hit 6
 * path: main/elsewhere 1
 * path: main/elsewhere/hit 1
 * path: main/many 1
 * path: main/many/once 3000
 * path: main/many/once/hit 3000
 * path: main/many/never 3000
 * path: main/many/never/hit 3000
 * path: main/jump 1
 * path: main/jump/leap 1
 * path: main/jump/leap/hit 1
 * sum: hit 6028
 */
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

enum { STACK = 1 << 16 };

static ucontext_t home, left, right;
static int value;

__attribute__((noinline)) static void hit(void)
{
    for (volatile int i = 0; i < 100; i++)
        continue;
}

static void make(ucontext_t *context, void (*start)(void), ucontext_t *then)
{
    static char stacks[3][STACK];
    static int used;
    getcontext(context);
    context->uc_stack.ss_sp = stacks[used++ % 3];
    context->uc_stack.ss_size = STACK;
    context->uc_link = then;
    makecontext(context, start, 0);
}

__attribute__((noinline)) static void volley(ucontext_t *me, ucontext_t *you)
{
    hit();
    swapcontext(me, you);
}

static void ping(void)
{
    for (int i = 0; i < 10; i++)
        volley(&left, &right);
}

static void pong(void)
{
    for (;;)
        volley(&right, &left);
}

/* Returns home when ping does; pong never does. */
__attribute__((noinline)) static void rally(void)
{
    make(&left, ping, &home);
    make(&right, pong, &home);
    swapcontext(&home, &left);
}

static void produce(int first, char *unused)
{
    for (value = first + (unused != NULL);; value++) {
        hit();
        swapcontext(&left, &home);
    }
}

__attribute__((noinline)) static int next(void)
{
    swapcontext(&home, &left);
    return value;
}

__attribute__((noinline)) static void numbers(void)
{
    static char stack[STACK];
    getcontext(&left);
    left.uc_stack.ss_sp = stack;
    left.uc_stack.ss_size = STACK;
    left.uc_link = NULL;
    makecontext(&left, (void (*)(void))produce, 2, 40, stack);
    for (int i = 0; i < 4; i++)
        printf("%d\n", next());
    printf("%d\n", next());
}

/* The producer goes on below next, where it began. */
__attribute__((noinline)) static void elsewhere(void)
{
    hit();
    swapcontext(&home, &left);
}

static void once(void)
{
    hit();
}

static void never(void)
{
    hit();
    swapcontext(&right, &home);
}

/* Some return; of the others each is given up, and its place used for the next. */
__attribute__((noinline)) static void many(void)
{
    for (int i = 0; i < 3000; i++) {
        make(&left, once, &home);
        swapcontext(&home, &left);
        make(&right, never, &home);
        swapcontext(&home, &right);
    }
}

static void leap(void)
{
    hit();
    setcontext(&home);
}

/* Control comes back to getcontext, and the coroutine's frames are left for good. */
__attribute__((noinline)) static void jump(void)
{
    volatile int again = 0;
    make(&left, leap, NULL);
    getcontext(&home);
    if (!again++)
        swapcontext(&right, &left);
}

int main(void)
{
    rally();
    numbers();
    elsewhere();
    many();
    jump();
    puts("done");
    return 0;
}
