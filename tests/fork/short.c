/* short.c HOW [CHILDREN [together]] - children that do little: HOW says what. Each work() is one call that must be found again. deep-HOW:
 * they are forked below a hundred calls of a function by itself, into which they return; below-HOW: they stay there; light-HOW, inside-HOW:
 * the same below calls that are only counted. */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static jmp_buf back;
static int volatile sum;

__attribute__((noinline)) static void work(int x)
{
    sum += x;
}

/* 2^depth calls, on as many paths as there are orders of left and right. */
static void right(int depth);
__attribute__((noinline)) static void left(int depth)
{
    if (depth == 0) {
        work(1);
        return;
    }
    left(depth - 1);
    right(depth - 1);
}

__attribute__((noinline)) static void right(int depth)
{
    if (depth == 0) {
        work(2);
        return;
    }
    left(depth - 1);
    right(depth - 1);
}

__attribute__((noinline)) static void run(void)
{
    execl("/bin/true", "true", (char *)NULL);
    _exit(9);
}

/* Returns in both processes. */
__attribute__((noinline)) static pid_t fork_here(void)
{
    return fork();
}

__attribute__((noinline)) static void jump(void)
{
    work(3);
    longjmp(back, 1);
}

__attribute__((noinline)) static void till_end(int file)
{
    char byte;
    while (read(file, &byte, 1) > 0)
        ;
}

static const char *how;
static int files[2], first;

#define WAY(name) if (!strcmp(how, name))

static void child(const char *how, int file)
{
    WAY("late") if (first)
        till_end(file), usleep(100000);
    work(0);
    WAY("kill") raise(SIGKILL);
    WAY("lives") usleep(200000), _exit(0);
    WAY("late") first ? (void)0 : till_end(file), _exit(0);
    WAY("_exit") _exit(0);
    WAY("races") _exit(0);
    WAY("exit") exit(0);
    WAY("exec-fails") {
        execl("/no/such/program", "program", (char *)NULL);
        work(1);
        execl("/no/such/program", "program", (char *)NULL);
        _exit(0);
    }
    WAY("recursion") left(4);
    WAY("paths") left(8);
    WAY("calls") for (int i = 0; i < 9999; i++) work(i);
    WAY("jump") if (!setjmp(back)) jump();
    WAY("grandchild") fork() == 0 ? work(1), run() : (void)wait(NULL);
    if (!strncmp(how, "waits", 5)) {
        till_end(file);
        work(1);
    }
    WAY("waits-kill") raise(SIGKILL);
    run();
}

/* Its calls fold. */
__attribute__((noinline)) static pid_t descend(int depth, int stay)
{
    pid_t pid = depth ? descend(depth - 1, stay) : fork_here();
    if (pid == 0 && depth == 0 && stay) {
        close(files[1]);
        child(how, files[0]);
    }
    sum += pid == 0;
    return pid;
}

__attribute__((noinline)) static pid_t pass(int depth, int stay)
{
    return depth ? 0 : descend(0, stay);
}

__attribute__((noinline)) static pid_t pass_on(int depth, int stay)
{
    return pass(depth, stay);
}

static int starts(const char *with)
{
    size_t length = strlen(with);
    if (strncmp(how, with, length))
        return 0;
    how += length;
    return 1;
}

static pid_t fork_there(void)
{
    if (starts("deep-"))
        return descend(100, 0);
    if (starts("below-"))
        return descend(100, 1);
    int stay = starts("inside-");
    if (!stay && !starts("light-"))
        return fork_here();
    for (clock_t end = clock() + CLOCKS_PER_SEC / 50; clock() < end;) /* in the first 5 ms all calls are timed */
        for (int i = 0; i < 100; i++)
            pass_on(1, 0);
    return pass_on(0, stay);
}

int main(int argc, char **argv)
{
    int children = argc > 2 ? atoi(argv[2]) : 1, status, failed = 0;
    if (argc < 2 || pipe(files) != 0)
        return 2;
    work(0);
    for (int i = 0; i < children; i++) {
        first = i == 0;
        how = argv[1];
        pid_t pid = fork_there();
        if (pid == 0) {
            close(files[1]);
            child(how, files[0]);
        }
        if (!strcmp(how, "late"))
            usleep(10000);
        else if (argc < 4 && strncmp(how, "waits", 5) != 0 && strcmp(how, "races") != 0)
            waitpid(pid, &status, 0);
    }
    if (!strcmp(argv[1], "parent-kill")) /* and what its children did is not booked yet */
        raise(SIGKILL);
    while (argc > 3 && wait(&status) > 0)
        failed |= status;
    return failed != 0;
}
