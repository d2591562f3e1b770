/*
 * A coroutine that goes on in another thread and comes back, and one whose thread is gone when it goes on:
 * paths.sh compares the calls on each path with those stated here. What it does is where it is resumed; it
 * was called once.
 *
 * path: main 1
 * path: main/run 3
 * path: main/run/run (threads) 4
 * path: main/run/run (threads)/first/wander 1
 * path: main/run/run (threads)/first/wander/work 3
 * path: main/run/run (threads)/second 1
 * path: main/run/run (threads)/second/wander 0
 * path: main/run/run (threads)/second/wander/work 3
 * path: main/run/run (threads)/starts/orphan 1
 * path: main/run/run (threads)/starts/orphan/work 1
 * path: main/run/run (threads)/ends 1
 * path: main/run/run (threads)/ends/work 2
 * sum: wander 1
 * sum: orphan 1
 * sum: work 9
 * tally: coroutines that went on in another thread: 2
 */
#include "contexts.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static ucontext_t away, wanderer;
static sem_t begun, go_on, done;

static void wander(void)
{
    work();
    work();
    swapcontext(&wanderer, &home);
    work();
    work();
    work();
    swapcontext(&wanderer, &away);
    work();
}

static void *first(void *unused)
{
    make(&wanderer, wander, stacks[0]);
    swapcontext(&home, &wanderer);
    sem_post(&begun);
    sem_wait(&go_on);
    swapcontext(&home, &wanderer);
    sem_post(&done);
    return unused;
}

static void *second(void *unused)
{
    sem_wait(&begun);
    swapcontext(&away, &wanderer);
    sem_post(&go_on);
    sem_wait(&done);
    return unused;
}

static void orphan(void)
{
    work();
    swapcontext(&wanderer, &home);
    work();
    work();
}

static void *starts(void *unused)
{
    make(&wanderer, orphan, stacks[1]);
    swapcontext(&home, &wanderer);
    return unused;
}

static void *ends(void *unused)
{
    swapcontext(&home, &wanderer);
    return unused;
}

static void run(void *(*one)(void *), void *(*other)(void *))
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, one, NULL);
    if (other)
        pthread_create(&threads[1], NULL, other, NULL);
    pthread_join(threads[0], NULL);
    if (other)
        pthread_join(threads[1], NULL);
}

int main(void)
{
    sem_init(&begun, 0, 0);
    sem_init(&go_on, 0, 0);
    sem_init(&done, 0, 0);
    run(first, second);
    run(starts, NULL);
    run(ends, NULL);
    puts("done");
    return 0;
}
