/*
 * sandbox.c - enters the sandbox that its first argument says, where any system call but those that the plain program
 * makes kills it, makes thousands of call paths, and ends as its second says. sandbox.sh has the list.
 */
#define _GNU_SOURCE
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "paths.h"

enum { DEPTH = 11, THREADS = 3 }; /* 4095 calls */

__attribute__((noinline)) static void *in_thread(void *nothing)
{
    branch(DEPTH);
    return nothing;
}

#define ALLOW(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

#ifdef CHECKED /* and what the address and the thread sanitizer call themselves */
#define ALLOW_END                                                                                                      \
    ALLOW(SYS_exit_group), ALLOW(SYS_gettid), ALLOW(SYS_sched_getaffinity), ALLOW(SYS_sigaltstack), ALLOW(SYS_mmap),   \
        ALLOW(SYS_gettimeofday), ALLOW(SYS_clock_gettime), ALLOW(SYS_nanosleep), ALLOW(SYS_sched_yield)
#else
#define ALLOW_END ALLOW(SYS_exit_group)
#endif

/* What _exit, and with `threads` what glibc needs for a thread of its own. */
static struct sock_fprog filter(int threads)
{
    static struct sock_filter few[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        ALLOW(SYS_write),
        ALLOW_END,
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    };
    static struct sock_filter more[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        ALLOW(SYS_write),
        ALLOW_END,
        ALLOW(SYS_exit),
        ALLOW(SYS_mmap),
        ALLOW(SYS_mprotect),
        ALLOW(SYS_munmap),
        ALLOW(SYS_madvise),
        ALLOW(SYS_brk),
        ALLOW(SYS_rt_sigprocmask),
        ALLOW(SYS_rt_sigaction),
        ALLOW(SYS_getrandom),
        ALLOW(SYS_clone),
        ALLOW(SYS_clone3),
        ALLOW(SYS_set_robust_list),
        ALLOW(334), /* rseq */
        ALLOW(SYS_futex),
        ALLOW(SYS_wait4),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    };
    return threads ? (struct sock_fprog){sizeof more / sizeof *more, more}
                   : (struct sock_fprog){sizeof few / sizeof *few, few};
}

static int enter(const char *how, int threads)
{
    struct sock_fprog program = filter(threads);
    if (!strcmp(how, "strict"))
        return prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        return -1;
    if (!strcmp(how, "prctl"))
        return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
    if (!strcmp(how, "refused") && syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0xffff, &program) == 0)
        return -1;
    return !strcmp(how, "refused") ? 0 : (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}

static void run_threads(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, in_thread, NULL))
            _exit(8);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

/* In the sandbox: the child is not measured, and must not notice that. */
static int run_child(void)
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        branch(3);
        _exit(4);
    }
    return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : 9;
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    int threads = !strcmp(argv[2], "threads"), child = !strcmp(argv[2], "child"), status = 5;
    if (enter(argv[1], threads || child)) {
        perror(argv[1]);
        return 9;
    }
    if (threads)
        run_threads();
    else
        branch(DEPTH);
    if (child)
        status = run_child();
    if (write(1, "done\n", 5) != 5)
        return 9;
    if (!strcmp(argv[2], "return"))
        return 3;
    if (!strcmp(argv[1], "strict"))
        syscall(SYS_exit, 6);
    _exit(status);
}
