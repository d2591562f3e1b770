/*
 * floats.c - the floating-point environment is as the program left it: flags, rounding, what raises a signal. Calls of
 * functions, threads, labels and the exit change nothing of it. With `traps` every exception would be the program's end.
 */
#define _GNU_SOURCE
#include <fenv.h>
#include <instr.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct state {
    unsigned sse;
    unsigned short x87[14];
};

static struct state state(void)
{
    struct state now;
    memset(&now, 0, sizeof now);
#if defined(__x86_64__) || defined(__i386__)
    __asm__ volatile("fnstenv %0\n\tfldenv %0" : "=m"(now.x87));
#endif
#if defined(__x86_64__)
    __asm__ volatile("stmxcsr %0" : "=m"(now.sse));
#endif
    return now;
}

static struct state expected;
static int traps;

__attribute__((noinline)) static void check(const char *where)
{
    struct state now = state();
    if (now.sse != expected.sse || memcmp(now.x87, expected.x87, 6) || fetestexcept(FE_ALL_EXCEPT)) {
        fprintf(stderr, "after %s: mxcsr %x, not %x; flags %x\n", where, now.sse, expected.sse,
                fetestexcept(FE_ALL_EXCEPT));
        _exit(9);
    }
}

static volatile unsigned n;

__attribute__((noinline)) static void tiny(void)
{
    n++;
}

__attribute__((noinline)) static void branch(int depth)
{
    tiny();
    if (depth > 0) {
        branch(depth - 1);
        branch(depth - 1);
    }
}

__attribute__((noinline)) static void *in_thread(void *nothing)
{
    branch(6);
    for (int i = 0; i < 300000; i++)
        tiny();
    return nothing;
}

static void at_exit(void)
{
    check("return from main");
}

/* Runs after ours: the profile is written before it. */
__attribute__((destructor(101))) static void last(void)
{
    check("the end");
}

int main(int argc, char **argv)
{
    pthread_t thread;
    traps = argc > 1 && !strcmp(argv[1], "traps");
    atexit(at_exit);
    feclearexcept(FE_ALL_EXCEPT);
    if (traps)
        feenableexcept(FE_ALL_EXCEPT);
    fesetround(argc > 1 && !strcmp(argv[1], "up") ? FE_UPWARD : FE_TONEAREST);
    expected = state();
    branch(12);
    check("a recursion");
    for (int i = 0; i < 3000000; i++)
        tiny();
    check("many calls");
    for (int i = 0; i < 200; i++) {
        usleep(100);
        tiny();
    }
    check("long calls");
    instr_start("label");
    tiny();
    instr_stop("label");
    check("a label");
    if (pthread_create(&thread, NULL, in_thread, NULL) || pthread_join(thread, NULL))
        return 9;
    check("a thread");
    if (argc > 2)
        instr_snapshot();
    check("a snapshot");
    return 3;
}
