/*
 * ends.c - ends in the way its argument says, after four calls of work(); ends.sh has the list.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include "paths.h"

extern char **environ;
static const char *self;
static sigjmp_buf back;

__attribute__((noinline)) static void work(void)
{
    static volatile int n;
    n++;
}

__attribute__((noinline)) static void late(void)
{
    work();
}

static sem_t worked, cancelled;
static int grown;

/* Cancelled already, but in nothing that ends a thread for it: its many call paths make the store grow. */
static void grow_cancelled(void)
{
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    sem_wait(&cancelled);
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
    branch(12);
    grown = 1;
    pthread_testcancel();
}

__attribute__((noinline)) static void *in_thread(void *how)
{
    work();
    sem_post(&worked);
    if (!strcmp(how, "cancel-growing"))
        grow_cancelled();
    if (!strcmp(how, "pthread-exit"))
        pthread_exit(NULL);
    while (!strcmp(how, "cancel") || !strcmp(how, "running"))
        pause();
    return NULL;
}

__attribute__((noinline)) static void deep(int n)
{
    work();
    if (n == 0)
        siglongjmp(back, 1);
    deep(n - 1);
}

static void on_signal(int number)
{
    (void)number;
    work();
}

static void jump_out(int number)
{
    (void)number;
    siglongjmp(back, 1);
}

static void exit_now(void)
{
    work();
    exit(8);
}

static int child_of(pid_t pid)
{
    int status = 0;
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static ucontext_t main_context, other_context;

static void coroutine(void)
{
    for (int i = 0; i < 3; i++) {
        work();
        swapcontext(&other_context, &main_context);
    }
}

static int coroutines(void)
{
    static char stack[1 << 16];
    getcontext(&other_context);
    other_context.uc_stack.ss_sp = stack;
    other_context.uc_stack.ss_size = sizeof stack;
    other_context.uc_link = &main_context;
    makecontext(&other_context, coroutine, 0);
    for (int i = 0; i < 3; i++)
        swapcontext(&main_context, &other_context);
    return 0;
}

static int threads(char *how)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, in_thread, how))
        return 9;
    while (sem_wait(&worked) != 0) /* on a busy machine that takes a while */
        continue;
    usleep(20000);
    if (!strncmp(how, "cancel", 6))
        pthread_cancel(thread);
    sem_post(&cancelled);
    if (strcmp(how, "running") != 0)
        pthread_join(thread, NULL);
    return strcmp(how, "cancel-growing") == 0 && !grown ? 9 : 0;
}

static int on_other_stack(void)
{
    static char stack[1 << 16];
    stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK};
    sigaltstack(&other, NULL);
    sigaction(SIGUSR2, &action, NULL);
    return raise(SIGUSR2);
}

/* Between the fork and the child's first call the parent has a new thread and new call paths. */
static int fork_and_grow(void)
{
    int go[2];
    char byte = 0;
    if (pipe(go))
        return 9;
    pid_t pid = fork();
    if (pid == 0) {
        if (read(go[0], &byte, 1) != 1)
            _exit(9);
        branch(10);
        work();
        _exit(7);
    }
    if (threads((char *)"thread"))
        return 9;
    branch(10);
    if (write(go[1], &byte, 1) != 1)
        return 9;
    printf("child %d\n", child_of(pid));
    return 0;
}

/* The child is killed as soon as a snapshot is there that has all of it: the first may have begun before work(). */
static int fork_and_snapshot(void)
{
    char path[64];
    pid_t pid = fork();
    if (pid == 0) {
        work();
        snprintf(path, sizeof path, "%ld.instr", (long)getpid());
        for (int snapshot = 0; snapshot < 2; snapshot++) {
            unlink(path);
            for (int i = 0; i < 3000 && access(path, F_OK) != 0; i++)
                usleep(10000);
        }
        raise(SIGKILL);
    }
    printf("child %d\n", child_of(pid));
    return 0;
}

static int multiply(const char *how)
{
    char *const again[] = {(char *)self, (char *)"return", NULL};
    pid_t pid = 0;
    if (!strcmp(how, "spawn")) {
        if (posix_spawn(&pid, self, NULL, NULL, again, environ))
            return 9;
    } else if (!strcmp(how, "vfork-exec")) {
        if ((pid = vfork()) == 0) {
            execv(self, again);
            _exit(9);
        }
    } else if ((pid = fork()) == 0) {
        if (!strcmp(how, "fork-true"))
            execl("/bin/true", "true", (char *)NULL);
        if (!strcmp(how, "fork-exec"))
            execv(self, again);
        work();
        if (!strcmp(how, "fork-exit"))
            exit(5);
        if (!strcmp(how, "fork-return"))
            return 6;
        _exit(7);
    }
    int status = child_of(pid);
    printf("child %d\n", status);
    return 0;
}

int main(int argc, char **argv)
{
    char *how = argc > 1 ? argv[1] : (char *)"";
    self = argv[0];
    for (int i = 0; i < 4; i++)
        work();
    if (!strcmp(how, "return"))
        return 3;
    if (!strcmp(how, "exit"))
        exit(4);
    if (!strcmp(how, "atexit")) {
        atexit(late);
        return 3;
    }
    if (!strcmp(how, "exit-in-atexit")) {
        atexit(exit_now);
        return 3;
    }
    if (!strcmp(how, "quick_exit")) {
        at_quick_exit(late);
        quick_exit(5);
    }
    if (!strcmp(how, "_exit"))
        _exit(6);
    if (!strcmp(how, "_Exit"))
        _Exit(7);
    if (!strcmp(how, "abort"))
        abort();
    if (!strcmp(how, "abort-caught")) {
        signal(SIGABRT, jump_out);
        if (sigsetjmp(back, 1) == 0)
            abort();
        work();
        return 0;
    }
    if (!strcmp(how, "descriptors")) {
        while (dup(0) >= 0)
            continue;
        return 0;
    }
    if (!strcmp(how, "segv"))
        *(volatile int *)(size_t)(argc - 2) = 1;
    if (!strcmp(how, "term"))
        raise(SIGTERM);
    if (!strcmp(how, "int"))
        raise(SIGINT);
    if (!strcmp(how, "main-thread-exit")) {
        pthread_t thread;
        pthread_create(&thread, NULL, in_thread, how);
        pthread_exit(NULL);
    }
    if (!strncmp(how, "cancel", 6) || !strcmp(how, "running") || !strcmp(how, "pthread-exit"))
        return threads(how);
    if (!strcmp(how, "longjmp")) {
        if (sigsetjmp(back, 1) == 0)
            deep(5);
        return 0;
    }
    if (!strcmp(how, "sigaltstack"))
        return on_other_stack();
    if (!strcmp(how, "coroutines"))
        return coroutines();
    if (!strcmp(how, "exec")) {
        execl(self, self, "return", (char *)NULL);
        return 9;
    }
    if (!strcmp(how, "exec-fails")) {
        execlp("/nonexistent/program", "program", (char *)NULL);
        work();
        return 0;
    }
    if (!strcmp(how, "abort-after-exec")) {
        execlp("/nonexistent/program", "program", (char *)NULL);
        branch(12);
        abort();
    }
    if (!strcmp(how, "snapshot")) {
        raise(SIGUSR1);
        for (int i = 0; i < 1000 && access("snapshot.instr", F_OK) != 0; i++)
            usleep(10000);
        late();
        raise(SIGKILL);
    }
    if (!strcmp(how, "fork-snapshot"))
        return fork_and_snapshot();
    if (!strcmp(how, "other-exit"))
        syscall(SYS_exit_group, 6);
    if (!strncmp(how, "grow", 4))
        branch(12);
    if (!strcmp(how, "grow-return"))
        return 3;
    if (!strcmp(how, "grow-kill"))
        raise(SIGKILL);
    if (!strcmp(how, "system"))
        return system("exit 3") == 3 << 8 ? 0 : 9;
    if (!strcmp(how, "popen"))
        return pclose(popen("exit 3", "r")) == 3 << 8 ? 0 : 9;
    if (!strcmp(how, "fork-grow"))
        return fork_and_grow();
    return multiply(how);
}
