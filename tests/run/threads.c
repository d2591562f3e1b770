/*
 * Threads of either kind that return, exit, are cancelled, or still run when the process ends; and thousands that
 * come and go, for which the store must not grow. paths.sh compares the calls on each path with those stated here.
 *
 * path: main 1
 * path: main/posix/posix (threads) 4
 * path: main/posix/posix (threads)/returns/work 1
 * path: main/posix/posix (threads)/exits/work 1
 * path: main/posix/posix (threads)/waits/work 2
 * path: main/c11/c11 (threads) 2
 * path: main/c11/c11 (threads)/returns_c11/work 1
 * path: main/c11/c11 (threads)/exits_c11/work 1
 * path: main/crowd 2
 * path: main/crowd/crowd (threads) 800
 * path: main/crowd/crowd (threads)/starts 800
 * path: main/crowd/crowd (threads)/starts/starts (threads) 800
 * path: main/crowd/crowd (threads)/starts/starts (threads)/returns_c11/work 800
 * sum: work 806
 * threads: main 1 1
 * threads: main/posix/posix (threads) 4 4
 * threads: main/posix/posix (threads)/waits/work 2 2
 * threads: main/c11/c11 (threads)/returns_c11 1 1
 */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <threads.h>
#include <unistd.h>

__attribute__((noinline)) static void work(void)
{
    __asm__ volatile("");
}

static void *returns(void *argument)
{
    work();
    return argument;
}

static void *exits(void *argument)
{
    work();
    pthread_exit(argument);
}

static void *waits(void *argument)
{
    work();
    if (write(*(int *)argument, "", 1) == 1)
        for (;;)
            pause();
    return NULL;
}

static int returns_c11(void *argument)
{
    work();
    return *(int *)argument;
}

static int exits_c11(void *argument)
{
    work();
    thrd_exit(*(int *)argument);
}

__attribute__((noinline)) static void posix(void)
{
    static void *(*const starts[])(void *) = {returns, exits, waits, waits};
    static int ends[2];
    pthread_t threads[4];
    char byte;
    if (pipe(ends))
        return;
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, starts[i], &ends[1]);
    for (int i = 0; i < 2; i++)
        if (read(ends[0], &byte, 1) != 1)
            return;
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    pthread_cancel(threads[2]);
    pthread_join(threads[2], NULL);
    pthread_detach(threads[3]);
}

__attribute__((noinline)) static int c11(void)
{
    thrd_t first, second;
    int status = 20, sum, other;
    thrd_create(&first, returns_c11, &status);
    thrd_create(&second, exits_c11, &status);
    thrd_join(first, &sum);
    thrd_join(second, &other);
    return sum + other;
}

static void *starts(void *argument)
{
    thrd_t thread;
    int result = 0;
    thrd_create(&thread, returns_c11, argument);
    thrd_join(thread, &result);
    return NULL;
}

__attribute__((noinline)) static void crowd(void)
{
    int argument = 1;
    for (int i = 0; i < 400; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, starts, &argument);
        pthread_join(thread, NULL);
    }
}

/* Of the store, which is mapped where a program is measured. */
__attribute__((noinline)) static unsigned long store_size(void)
{
    char line[4096];
    unsigned long from, to, size = 0;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && fgets(line, sizeof line, maps))
        if (strstr(line, "/instr.") && strstr(line, ".map") && sscanf(line, "%lx-%lx", &from, &to) == 2)
            size += to - from;
    if (maps)
        fclose(maps);
    return size;
}

int main(void)
{
    posix();
    printf("%d\n", c11());
    crowd();
    unsigned long before = store_size();
    crowd();
    if (store_size() != before)
        printf("the store grew from %lu to %lu bytes\n", before, store_size());
    return 0;
}
