/*
 * handlers.c - a signal comes each time a lock was taken (handlers_locks.c raises it), and its handler makes calls on paths that
 * there were not: while the runtime holds that lock, it can't wait for it. Everything that takes one of the runtime's locks is
 * done here; handlers.sh knows how often.
 */
#include "contexts.h"

#include <instr.h>

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define PLAIN __attribute__((noinline)) static

/* Of handlers_locks.c. */
extern void raise_at_locks(int on);

static long volatile sum;
static unsigned *handled; /* in all processes */

/* The digits of a number are a path that no other number has. */
PLAIN void even(unsigned number);

PLAIN void odd(unsigned number)
{
    sum += number;
    if (number > 1)
        (number >> 1 & 1 ? odd : even)(number >> 1);
}

PLAIN void even(unsigned number)
{
    sum -= number;
    if (number > 1)
        (number >> 1 & 1 ? odd : even)(number >> 1);
}

/* Is counted by function. */
PLAIN unsigned numbered(int other)
{
    return __atomic_add_fetch(handled, 1, __ATOMIC_RELAXED) * 2 + (unsigned)other;
}

static void handle(int signal)
{
    unsigned number = numbered(signal != SIGUSR1);
    (number & 1 ? odd : even)(number);
}

PLAIN void tiny(int x)
{
    sum += x;
}

PLAIN void is_long(int x)
{
    for (int volatile i = 0; i < 300; i++)
        sum += x;
}

/* On its first paths, and then often: adaptive timing thinks about it, and has it counted alone. */
PLAIN void often(int x)
{
    for (int i = 0; i < 200; i++) {
        tiny(x);
        is_long(i);
    }
}

PLAIN void deep(int depth)
{
    often(1);
    if (depth > 0)
        deep(depth - 1);
}

static void *in_thread(void *nothing)
{
    often(2);
    return nothing;
}

PLAIN void threads(void)
{
    pthread_t id;
    for (int i = 0; i < 20; i++)
        if (pthread_create(&id, NULL, in_thread, NULL) == 0)
            pthread_join(id, NULL);
}

static ucontext_t one;

static void in_context(void)
{
    often(3);
    swapcontext(&one, &home);
    often(4);
    swapcontext(&one, &home);
}

PLAIN void contexts(void)
{
    make(&one, in_context, stacks[0]);
    for (int i = 0; i < 3; i++)
        swapcontext(&home, &one);
}

PLAIN void labels(void)
{
    char name[20];
    for (int i = 0; i < 20; i++) {
        snprintf(name, sizeof name, "label %d", i);
        instr_start(name);
        tiny(i);
        instr_stop(name);
    }
}

PLAIN void forks(void)
{
    for (int i = 0; i < 4; i++) {
        pid_t child = fork();
        if (child == 0) {
            if (i & 1)
                often(5);
            tiny(i);
            raise_at_locks(0);
            _exit(0);
        }
        waitpid(child, NULL, 0);
    }
}

PLAIN void loads(const char *name)
{
    for (int i = 0; i < 3; i++) {
        void *library = dlopen(name, RTLD_NOW);
        void (*function)(void) = library ? (void (*)(void))dlsym(library, "loaded") : NULL;
        if (!function)
            abort();
        function();
        dlclose(library);
    }
}

int main(int argc, char **argv)
{
    handled = mmap(NULL, sizeof *handled, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    signal(SIGUSR1, handle);
    raise_at_locks(1);
    for (int i = 0; i < 5; i++)
        often(i);
    deep(20);
    threads();
    contexts();
    labels();
    forks();
    if (argc > 1)
        loads(argv[1]);
    raise_at_locks(0);
    printf("%u\n", *handled);
    return 0;
}
