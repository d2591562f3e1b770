/* noticed.c HOW - says what a process can see of others around it, after it called a tiny function for so long that it is
 * observed. Built plainly and with instr it prints the same. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
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

/* The first process of a namespace is the program's to make, however long it takes, and so is the setting of a clock that nobody
 * uses yet. */
static void made(int flag, const char *name)
{
    if (unshare(flag)) {
        printf("%s: %s\n", name, strerror(errno));
        return;
    }
    hot(1);
    int clocks = flag == CLONE_NEWTIME ? open("/proc/self/timens_offsets", O_WRONLY) : -1;
    if (flag == CLONE_NEWTIME)
        printf("offset %d\n", write(clocks, "monotonic 100 0", 15) > 0 ? 0 : errno);
    pid_t first = fork();
    if (first == 0) {
        hot(1);
        printf("%s: first %d\n", name, flag == CLONE_NEWPID ? (int)getpid() : 0);
        waits("first");
        fflush(stdout);
        _exit(0);
    }
    printf("%s: fork %s\n", name, first > 0 ? "works" : strerror(errno));
    waitpid(first, NULL, 0);
    waits("made");
}

/* In a namespace that another process has made: that one's first process inherits nobody from here. */
static void entered(void)
{
    char path[64], byte = 0;
    int go[2];
    if (pipe(go) || unshare(CLONE_NEWPID))
        return;
    pid_t first = fork();
    if (first == 0) {
        close(go[1]);
        read(go[0], &byte, 1);
        waits("inherited");
        fflush(stdout);
        _exit(0);
    }
    pid_t other = fork();
    if (other == 0) { /* a child that enters is in it only by its children */
        close(go[1]);
        _exit(0);
    }
    waitpid(other, NULL, 0);
    snprintf(path, sizeof path, "/proc/%d/ns/pid", (int)first);
    int space = open(path, O_RDONLY);
    printf("setns %d\n", setns(space, CLONE_NEWPID));
    hot(1);
    pid_t inside = fork();
    if (inside == 0) {
        printf("inside %d\n", (int)getpid());
        fflush(stdout);
        _exit(0);
    }
    waitpid(inside, NULL, 0);
    close(go[1]);
    waitpid(first, NULL, 0);
}

static void in_child(void (*what)(void))
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        what();
        fflush(stdout);
        _exit(0);
    }
    waitpid(child, NULL, 0);
}

static void new_processes(void)
{
    made(CLONE_NEWPID, "processes");
}

static void new_times(void)
{
    made(CLONE_NEWTIME, "times");
}

static void containers(void)
{
    in_child(new_processes);
    in_child(new_times);
    in_child(entered);
}

/* Whoever waits for all kinds of children, in a thread that the runtime knows nothing of, finds none. */
static void *wait_always(void *stop)
{
    intptr_t found = 0;
    int status;
    while (!*(volatile int *)stop)
        found += waitpid(-1, &status, __WALL | WNOHANG) >= 0;
    return (void *)found;
}

static void walls(void)
{
    volatile int stop = 0;
    pthread_t thread;
    void *found;
    pthread_create(&thread, NULL, wait_always, (void *)&stop);
    hot(2);
    stop = 1;
    pthread_join(thread, &found);
    printf("found %d\n", (int)(intptr_t)found);
}

/* Runs the rest of the command three times, as one that inherits orphans, and counts what it inherited. */
static int supervise(char **command)
{
    int status = 0, others = 0;
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    for (int i = 0; i < 3; i++) {
        pid_t worker = fork(), other;
        if (worker == 0) {
            execv(command[0], command);
            _exit(127);
        }
        waitpid(worker, &status, 0);
        while ((other = waitpid(-1, NULL, WNOHANG)) > 0)
            others++;
        others += other == 0; /* one that lives on */
    }
    printf("others %d\n", others);
    return WEXITSTATUS(status) != 3;
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
    else if (!strcmp(how, "containers"))
        containers();
    else if (!strcmp(how, "walls"))
        walls();
    else if (!strcmp(how, "supervise"))
        return supervise(argv + 2);
    else if (!strcmp(how, "limits"))
        limits();
    else if (!strcmp(how, "reaper")) {
        prctl(PR_SET_CHILD_SUBREAPER, 1);
        hot(1);
    } else if (!strcmp(how, "drops")) {
        hot(1);
        if (setresuid(54321, 54321, 54321))
            perror("setresuid");
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
    fflush(stdout);
    if (!strcmp(how, "stays")) { /* until whoever reads this lets it go */
        char byte;
        while (read(0, &byte, 1) > 0)
            hot(1);
    }
    waits("end");
    fflush(stdout);
    if (!strcmp(how, "kill"))
        raise(SIGKILL);
    return 3;
}
