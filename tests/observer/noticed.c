/* noticed.c HOW - says what a process can see of others around it, after it called a tiny function for so long that it is
 * observed. Built plainly and with instr it prints the same. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile unsigned sum;
static volatile sig_atomic_t signals;

__attribute__((noinline)) static void tiny(unsigned x)
{
    sum += x;
}

/* Tenths of a second of the process's own time. */
__attribute__((noinline)) static void hot(int tenths)
{
    clock_t end = clock() + tenths * (CLOCKS_PER_SEC / 10);
    do
        for (unsigned i = 0; i < 10000; i++)
            tiny(i);
    while (clock() < end);
}

static void on_signal(int number)
{
    (void)number;
    signals++;
}

static int count_entries(const char *path)
{
    DIR *folder = opendir(path);
    int count = 0;
    while (folder && readdir(folder))
        count++;
    if (folder)
        closedir(folder);
    return count;
}

static void waits(const char *when)
{
    int status;
    siginfo_t info;
    pid_t any = waitpid(-1, &status, WNOHANG), clones = waitpid(-1, &status, WNOHANG | __WALL);
    int by_id = waitid(P_ALL, 0, &info, WNOHANG | WEXITED | WSTOPPED | WCONTINUED);
    printf("%s: wait %d %d %d %s\n", when, (int)any, (int)clones, by_id, strerror(errno));
}

static void in_handlers(void)
{
    struct sigaction action = {.sa_handler = on_signal};
    for (int number = 1; number < 32; number++)
        if (number != SIGKILL && number != SIGSTOP && number != SIGSEGV)
            sigaction(number, &action, NULL);
    hot(1);
    struct timespec pause = {0, 300000000};
    int slept = nanosleep(&pause, NULL);
    printf("sleep %d, signals %d\n", slept, (int)signals);
}

static void forks(void)
{
    int status, children = 0;
    for (int i = 0; i < 3; i++)
        if (fork() == 0) {
            hot(1);
            _exit(i);
        }
    hot(1);
    while (wait(&status) > 0)
        children += 1 + 10 * WEXITSTATUS(status);
    printf("children %d\n", children);
}

/* What wants that nobody else is in the process, or is done before. */
static void spaces(void)
{
    static const int flags[] = {CLONE_NEWUSER, CLONE_NEWPID, CLONE_FS | CLONE_FILES, CLONE_NEWNS};
    hot(1);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        pid_t child = fork();
        if (child == 0) {
            hot(1);
            int result = unshare(flags[i]), number = result ? errno : 0;
            pid_t first = fork(); /* the first process of its kind, if it has become one */
            if (first == 0) {
                hot(1);
                waits("first");
                fflush(stdout);
                _exit((int)getpid() == 1);
            }
            int status = 0;
            waitpid(first, &status, 0);
            printf("unshare %x: %d %d, first %d\n", (unsigned)flags[i], result, number, WEXITSTATUS(status));
            waits("unshared");
            fflush(stdout);
            _exit(0);
        }
        waitpid(child, NULL, 0);
    }
}

/* So few processes that one more would be missed. */
static void limits(void)
{
    struct rlimit limit = {2, 2};
    if (setrlimit(RLIMIT_NPROC, &limit) || setresuid(54321, 54321, 54321))
        return;
    hot(1);
    pid_t child = fork();
    if (child == 0)
        _exit(0);
    printf("fork %s\n", child > 0 ? "works" : strerror(errno));
    waitpid(child, NULL, 0);
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    if (!strcmp(how, "signals"))
        in_handlers();
    else if (!strcmp(how, "forks"))
        forks();
    else if (!strcmp(how, "spaces"))
        spaces();
    else if (!strcmp(how, "limits"))
        limits();
    else if (!strcmp(how, "reaper")) {
        prctl(PR_SET_CHILD_SUBREAPER, 1);
        hot(1);
    } else if (!strcmp(how, "closes")) {
        for (int file = 3; file < 1024; file++)
            close(file);
        hot(1);
    } else {
        hot(1);
    }
    printf("group %d, session %d, first of its group %d\n", getpgrp() == getpgid(getppid()),
           getsid(0) == getsid(getppid()), getpgrp() == getpid());
    printf("descriptors %d, tasks %d, children %d\n", count_entries("/proc/self/fd"), count_entries("/proc/self/task"),
           signals);
    waits("end");
    fflush(stdout);
    if (!strcmp(how, "stays")) { /* until whoever reads this lets it go */
        char byte;
        while (read(0, &byte, 1) > 0)
            hot(1);
    }
    if (!strcmp(how, "kill"))
        raise(SIGKILL);
    return 3;
}
