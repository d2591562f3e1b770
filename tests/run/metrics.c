/*
 * metrics.c - a program that knows what it uses: pages that it touches, CPU time that it burns, and time that it sleeps.
 * It prints what the system says of `touch` and `burn` itself, read inside of them.
 *
 *     metrics [threads | fork | kill | sandbox]
 */
#define _GNU_SOURCE
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PAGES = 6000, BURNT_MS = 60, SLEPT_MS = 60 };

static long faults(void)
{
    struct rusage usage;
    getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_minflt;
}

/* Returns the faults that it had. */
static long touch(void)
{
    long page = sysconf(_SC_PAGESIZE), before = faults();
    char *memory = mmap(NULL, (size_t)(PAGES * page), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    madvise(memory, (size_t)(PAGES * page), MADV_NOHUGEPAGE);
    for (long i = 0; i < PAGES; i++)
        memory[i * page] = 1;
    return faults() - before;
}

static long processor_ns(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * 1000000000 + time.tv_nsec;
}

/* Returns what it burnt. */
static long burn(void)
{
    long begin = processor_ns(), burnt;
    do
        burnt = processor_ns() - begin;
    while (burnt < BURNT_MS * 1000000);
    return burnt;
}

static void nap(void)
{
    usleep(SLEPT_MS * 1000);
}

static void *work(void *argument)
{
    long touched = touch();
    printf("%ld %ld\n", touched, burn());
    nap();
    return argument;
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    pthread_t thread;
    if (!strcmp(how, "threads")) {
        pthread_create(&thread, NULL, work, NULL);
        pthread_join(thread, NULL);
    }
    if (!strcmp(how, "fork") && fork())
        return wait(NULL) < 0;
    work(NULL);
    fflush(stdout);
    if (!strcmp(how, "kill"))
        kill(getpid(), SIGKILL);
    if (!strcmp(how, "sandbox")) {
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
        for (volatile int i = 0; i < 100000000; i++)
            continue;
        syscall(SYS_write, 1, "alive\n", 6);
        syscall(SYS_exit, 0);
    }
    return 0;
}
