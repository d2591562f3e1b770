/* ends.c - ends in the way its argument says, after four calls of work(). */
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

/* How a child ended. */
static int told(pid_t pid)
{
    int status = 0;
    waitpid(pid, &status, 0);
    printf("child %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    return 0;
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
    return told(pid);
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
    return told(pid);
}

/* WAY(NAME, LEFT): what `program NAME` does. LEFT is what ends.sh looks for, if anything: profiles that are `written`, or a store that is
 * `left`, and the calls of work() in each profile, sorted. */
#define WAY(name, left) if (!strcmp(how, name))

int main(int argc, char **argv)
{
    char *how = argc > 1 ? argv[1] : (char *)"";
    char *const again[] = {argv[0], (char *)"return", NULL};
    pthread_t thread;
    pid_t pid = 0;
    for (int i = 0; i < 4; i++)
        work();
    WAY("return", "written 4") return 3;
    WAY("exit", "written 4") exit(4);
    WAY("atexit", "written 5") return atexit(late), 3;
    WAY("exit-in-atexit", "written 5") return atexit(exit_now), 3;
    WAY("quick_exit", "written 5") at_quick_exit(late), quick_exit(5);
    WAY("_exit", "written 4") _exit(6);
    WAY("_Exit", "written 4") _Exit(7);
    WAY("other-exit", "left 4") syscall(SYS_exit_group, 6);
    WAY("abort", "written 4") abort();
    WAY("abort-caught", "written 5") return signal(SIGABRT, jump_out), sigsetjmp(back, 1) ? work(), 0 : (abort(), 9);
    WAY("segv", "left 4") *(volatile int *)(size_t)(argc - 2) = 1;
    WAY("term", "left 4") raise(SIGTERM);
    WAY("int", "left 4") raise(SIGINT);
    WAY("main-thread-exit", "written 5") pthread_create(&thread, NULL, in_thread, how), pthread_exit(NULL);
    WAY("pthread-exit", "written 5") return threads(how);
    WAY("cancel", "written 5") return threads(how);
    WAY("cancel-growing", "written 5") return threads(how);
    WAY("running", "written 5") return threads(how);
    WAY("longjmp", "written 10") return sigsetjmp(back, 1) ? 0 : (deep(5), 9);
    WAY("descriptors", "written 4") { while (dup(0) >= 0); return 0; }
    WAY("sigaltstack", "written 5") return on_other_stack();
    WAY("coroutines", "written 7") return coroutines();
    WAY("exec-fails", "written 5") return execlp("/nonexistent/program", "program", (char *)NULL), work(), 0;
    WAY("exec", "written 4 4") return execv(argv[0], again), 9;
    WAY("system", "written 4") return system("exit 3") == 3 << 8 ? 0 : 9;
    WAY("popen", "written 4") return pclose(popen("exit 3", "r")) == 3 << 8 ? 0 : 9;
    WAY("spawn", "written 4 4") return posix_spawn(&pid, argv[0], NULL, NULL, again, environ) ? 9 : told(pid);
    WAY("vfork-exec", "written 4 4") return (pid = vfork()) ? told(pid) : (execv(argv[0], again), _exit(9), 9);
    WAY("fork-grow", "written 1 5") return fork_and_grow();
    WAY("fork-snapshot", "") return fork_and_snapshot();
    WAY("snapshot", "") {
        raise(SIGUSR1);
        for (int i = 0; i < 1000 && access("snapshot.instr", F_OK) != 0; i++)
            usleep(10000);
        late();
        raise(SIGKILL);
    }
    WAY("abort-after-exec", "") execlp("/nonexistent/program", "program", (char *)NULL), branch(12), abort();
    WAY("grow-return", "") return branch(12), 3;
    WAY("grow-kill", "") branch(12), raise(SIGKILL);
    if (strncmp(how, "fork", 4) || (pid = fork()) != 0)
        return pid ? told(pid) : 9;
    WAY("fork-true", "written 4") execl("/bin/true", "true", (char *)NULL);
    WAY("fork-exec", "written 4 4") execv(argv[0], again);
    work();
    WAY("fork-exit", "written 1 4") exit(5);
    WAY("fork-return", "written 1 4") return 6;
    WAY("fork-_exit", "written 5") _exit(7);
    return 9;
}
