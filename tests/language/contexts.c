/*
 * Coroutines on stacks of their own.
 *
 * flags: -Wall -Wextra
 * calls: main 1
 * calls: produce 1
 * calls: next 5
 * calls: work 5
 */
#include <stdio.h>
#include <ucontext.h>

static ucontext_t consumer, producer;
static int value;

static int work(int n)
{
    return n * n;
}

static void produce(void)
{
    for (int i = 0;; i++) {
        value = work(i);
        swapcontext(&producer, &consumer);
    }
}

static int next(void)
{
    swapcontext(&consumer, &producer);
    return value;
}

int main(void)
{
    static char stack[1 << 18];
    getcontext(&producer);
    producer.uc_stack.ss_sp = stack;
    producer.uc_stack.ss_size = sizeof stack;
    makecontext(&producer, produce, 0);
    for (int i = 0; i < 5; i++)
        printf("%d\n", next());
    return 0;
}
