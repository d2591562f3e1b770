/* deep.c - see deep.h. The stack's pages are only taken as they are used. */
#include "instrumenter/edit/deep.h"

#include <pthread.h>
#include <signal.h>
#include <stddef.h>

enum { MOST = 512 << 20, LEAST = 16 << 20, FOR_HANDLERS = 64 << 10 };

struct task {
    void (*call)(void *);
    void *argument;
};

static void *run(void *data)
{
    char handlers[FOR_HANDLERS]; /* outermost on the new stack, so never used up */
    const struct task *task = data;
    stack_t stack = {.ss_sp = handlers, .ss_size = sizeof handlers}, off = {.ss_flags = SS_DISABLE};
    sigaltstack(&stack, NULL);
    task->call(task->argument);
    sigaltstack(&off, NULL);
    return NULL;
}

void deep_call(void (*call)(void *), void *argument)
{
    struct task task = {call, argument};
    pthread_attr_t attributes;
    pthread_t thread;
    sigset_t all, before;
    int failed = 1;
    if (pthread_attr_init(&attributes)) {
        call(argument);
        return;
    }
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    for (size_t size = MOST; failed && size >= LEAST; size /= 2)
        if (!pthread_attr_setstacksize(&attributes, size))
            failed = pthread_create(&thread, &attributes, run, &task);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    if (failed)
        call(argument);
    else
        pthread_join(thread, NULL);
}
