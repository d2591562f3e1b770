/* contexts.h - a place to come home to, two stacks, and something to do, for programs with coroutines. */
#include <ucontext.h>

enum { STACK = 1 << 18 };

static ucontext_t home;
static char stacks[2][STACK];

__attribute__((noinline)) static void work(void)
{
    for (volatile int i = 0; i < 1000; i++)
        continue;
}

static void make(ucontext_t *context, void (*start)(void), char *stack)
{
    getcontext(context);
    context->uc_stack.ss_sp = stack;
    context->uc_stack.ss_size = STACK;
    context->uc_link = &home;
    makecontext(context, start, 0);
}
