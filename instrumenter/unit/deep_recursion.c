/*
 * deep_recursion.c - see deep_recursion.h. The stack's pages are only taken as they are used.
 *
 * The thread reports its end by closing a pipe, because only waiting for a pipe is interrupted by a signal. A thread can't be killed
 * while it may hold locks; the process can. A call that crashes writes to the pipe, and is given up as one that is slow.
 */
#include "instrumenter/unit/deep_recursion.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 512 << 20, LEAST = 16 << 20, FOR_HANDLERS = 64 << 10 };

struct task {
    void (*call)(void *);
    void *argument;
    int end; /* closed when the call is done; -1: nobody waits for that, and to close it does nothing */
};

static _Thread_local int running = -1; /* the end of the task that this thread runs */

/* The crash comes again, and ends the process, where this returns. */
static void stop_here(int signal)
{
    (void)signal;
    while (write(running, "", 1) == 1)
        pause();
}

static void *run(void *data)
{
    char handlers[FOR_HANDLERS]; /* outermost on the new stack, so never used up */
    const struct task *task = data;
    stack_t stack = {.ss_sp = handlers, .ss_size = sizeof handlers}, off = {.ss_flags = SS_DISABLE};
    sigaltstack(&stack, NULL);
    running = task->end;
    task->call(task->argument);
    sigaltstack(&off, NULL);
    close(running);
    return NULL;
}

static bool is_too_long(pthread_t thread, double seconds)
{
    clockid_t clock;
    struct timespec now;
    return seconds > 0 && !pthread_getcpuclockid(thread, &clock) && !clock_gettime(clock, &now) &&
           (double)now.tv_sec + (double)now.tv_nsec * 1e-9 > seconds;
}

/* Waits until the other end of `done` is closed. Signals are delivered only while it waits, with the mask `before`. */
static void wait_within(const struct deep_recursion_limit *limit, pthread_t thread, int done, const sigset_t *before)
{
    struct pollfd end = {.fd = done, .events = POLLIN};
    const struct timespec moment = {.tv_nsec = 50000000};
    while (ppoll(&end, 1, &moment, before) <= 0 || end.revents & POLLIN) {
        bool stop = limit->stop && limit->stop();
        if (stop || end.revents & POLLIN || is_too_long(thread, limit->seconds))
            limit->give_up(!stop, limit->data);
    }
}

void deep_recursion_call(void (*call)(void *), void *argument, const struct deep_recursion_limit *limit)
{
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
    static struct sigaction stop = {.sa_handler = stop_here, .sa_flags = SA_ONSTACK | (int)SA_RESETHAND};
    struct task task = {call, argument, -1};
    pthread_attr_t attributes;
    pthread_t thread;
    sigset_t all, before;
    int failed = 1, ends[2] = {-1, -1};
    if (pthread_attr_init(&attributes)) {
        call(argument);
        return;
    }
    if (limit->give_up && !pipe2(ends, O_CLOEXEC))
        task.end = ends[1];
    sigfillset(&all);
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) {
        sigdelset(&all, crashes[i]); /* one that is blocked ends the process */
        if (stop.sa_handler)         /* only once: libclang puts its handlers in front, and never again */
            sigaction(crashes[i], &stop, NULL);
    }
    stop.sa_handler = NULL;
    pthread_sigmask(SIG_SETMASK, &all, &before);
    for (size_t size = MOST; failed && size >= LEAST; size /= 2)
        if (!pthread_attr_setstacksize(&attributes, size))
            failed = pthread_create(&thread, &attributes, run, &task);
    if (!failed && task.end >= 0)
        wait_within(limit, thread, ends[0], &before);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    if (failed)
        call(argument);
    else
        pthread_join(thread, NULL);
    if (failed)
        close(ends[1]);
    close(ends[0]);
}
