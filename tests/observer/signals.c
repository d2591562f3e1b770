/*
 * signals.c [sleeps|forks|dies] - how a program fares whose threads sample themselves by signals.
 *
 *     sleeps    prints how often a read of a pipe was cut short, beside a thread that computes
 *     forks     parent and child compute
 *     dies      sends itself the signal
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "turn.h"

PLAIN number one(number x)
{
    return turn(x, 30) + 1;
}

PLAIN number three(number x)
{
    return turn(x, 90) + 1;
}

PLAIN void *compute(void *unused)
{
    for (int i = 0; i < 5000000; i++)
        kept = three(one(kept));
    return unused;
}

PLAIN int sleeps(void)
{
    int ends[2], cut = 0, got = 0;
    pthread_t thread;
    char byte;
    if (pipe(ends) != 0 || pthread_create(&thread, NULL, compute, NULL) != 0)
        return 1;
    pid_t child = fork();
    if (child == 0) {
        for (int i = 0; i < 200; i++) {
            usleep(1000);
            if (write(ends[1], "x", 1) != 1)
                _exit(1);
        }
        _exit(0);
    }
    while (got < 200) {
        ssize_t size = read(ends[0], &byte, 1);
        got += size == 1;
        cut += size < 0;
    }
    printf("read %d, cut %d\n", got, cut);
    return pthread_join(thread, NULL) != 0 || waitpid(child, NULL, 0) != child;
}

PLAIN int forks(void)
{
    pid_t child = fork();
    compute(NULL);
    return child && waitpid(child, NULL, 0) != child;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "sleeps") == 0)
        return sleeps();
    if (strcmp(what, "forks") == 0)
        return forks();
    compute(NULL);
    return strcmp(what, "dies") == 0 ? raise(SIGRTMAX - 3) : 0;
}
