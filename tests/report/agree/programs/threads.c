/*
 * threads.c - threads with several start functions, one of which starts a thread itself.
 *
 *     threads COUNT AMOUNT
 */
#include "work.h"

#include <pthread.h>
#include <stdlib.h>

#define OWN __attribute__((noinline)) static

static int amount = 10;

OWN void mill(int turns)
{
    for (int i = 0; i < turns; i++)
        spin(100);
}

OWN void *grinder(void *argument)
{
    mill(amount);
    for (unsigned i = 0; i < 2000; i++)
        sink += cell(i);
    return argument;
}

OWN void *sorter(void *argument)
{
    mill(amount / 2);
    return argument;
}

OWN void *foreman(void *argument)
{
    pthread_t below;
    pthread_create(&below, NULL, sorter, NULL);
    mill(amount / 3);
    pthread_join(below, NULL);
    return argument;
}

OWN void *idle(void *argument)
{
    return argument;
}

OWN void launch(int count)
{
    void *(*const starts[])(void *) = {grinder, sorter, foreman, idle};
    pthread_t *threads = calloc((size_t)count, sizeof *threads);
    for (int i = 0; i < count; i++)
        pthread_create(&threads[i], NULL, starts[i % 4], NULL);
    mill(amount / 4);
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    free(threads);
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 4;
    amount = argc > 2 ? atoi(argv[2]) : amount;
    mill(amount / 2);
    launch(count);
    return 0;
}
