/*
 * Fork in a coroutine: the child goes on in it, in the function that resumed it, and in one that waited
 * meanwhile, as the parent does. paths.sh compares the calls on each path with those stated here; those that
 * were open count in both.
 *
 * path: main 1
 * path: main/begin 1
 * path: main/begin/waits 1
 * path: main/begin/waits/work 2
 * path: main/resume 1
 * path: main/resume/forks 1
 * path: main/resume/forks/work 3
 * path: main/work 1
 * child: main 1
 * child: main/begin/waits 1
 * child: main/begin/waits/work 1
 * child: main/resume 1
 * child: main/resume/forks 1
 * child: main/resume/forks/work 2
 * child: main/work 1
 * sum: work 6
 * sum: deep 400
 * tally: call paths of deep recursion, counted in the path above: 1
 */
#include "contexts.h"

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static ucontext_t waiting, forking;
static pid_t child;

/* More frames than a piece of the shadow stack has. */
__attribute__((noinline)) static int deep(int frames)
{
    return frames > 1 ? deep(frames - 1) + 1 : 1;
}

static void waits(void)
{
    work();
    swapcontext(&waiting, &home);
    work();
}

static void forks(void)
{
    work();
    child = fork();
    if (child)
        deep(400);
    work();
    work();
}

__attribute__((noinline)) static void begin(void)
{
    make(&waiting, waits, stacks[0]);
    swapcontext(&home, &waiting);
}

__attribute__((noinline)) static void resume(void)
{
    make(&forking, forks, stacks[1]);
    swapcontext(&home, &forking);
}

int main(void)
{
    begin();
    resume();
    swapcontext(&home, &waiting);
    work();
    if (child) {
        int status = 0;
        waitpid(child, &status, 0);
        printf("%d\n", status);
    }
    return 0;
}
