/*
 * counts.c - how often a call was only counted, as it is seen from outside: many calls of something tiny, in a loop, in a
 * recursion and on two threads. Prints how many calls it made of `leaf` and of `walk`.
 */
#include <pthread.h>
#include <stdio.h>

static __thread unsigned long leaves, walks;

__attribute__((noinline)) static unsigned leaf(unsigned n)
{
    leaves++;
    return n * 3 + 1;
}

__attribute__((noinline)) static unsigned walk(unsigned depth)
{
    walks++;
    return depth ? walk(depth - 1) + leaf(depth) : 0;
}

static void *part(void *result)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < 300000; i++)
        sum += leaf(i);
    for (unsigned i = 0; i < 3000; i++)
        sum += walk(i % 8);
    *(unsigned *)result = sum;
    ((unsigned long *)result)[1] = leaves;
    ((unsigned long *)result)[2] = walks;
    return NULL;
}

int main(void)
{
    unsigned long results[2][3] = {{0}};
    pthread_t thread;
    if (pthread_create(&thread, NULL, part, results[0]))
        return 1;
    part(results[1]);
    pthread_join(thread, NULL);
    printf("leaf %lu\nwalk %lu\n", results[0][1] + results[1][1], results[0][2] + results[1][2]);
    return 0;
}
