/* program.c - what plug-ins are told of: threads, labels that overlap functions, jumps, a fork. */
#include <instr.h>

#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static jmp_buf back;

static int tiny(int n)
{
    return n + 1;
}

static int fib(int n)
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

static void jump(int depth)
{
    if (!depth)
        longjmp(back, 1);
    jump(depth - 1);
}

static void opens(void)
{
    instr_start("across");
}

static void closes(void)
{
    instr_stop("across");
}

static int work(int turns)
{
    int sum = 0;
    for (int i = 0; i < turns; i++)
        sum += tiny(i);
    return sum + fib(10);
}

static void *thread(void *turns)
{
    work(*(int *)turns);
    return turns;
}

int main(int argc, char **argv)
{
    pthread_t threads[3];
    int turns = 1000, forks = argc > 1 && !strcmp(argv[1], "fork");
    if (!setjmp(back))
        jump(5);
    opens();
    work(turns);
    closes();
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, thread, &turns);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    pid_t child = forks ? fork() : -1;
    if (child == 0) {
        for (int i = 0; i < 100; i++)
            work(turns);
        exit(0);
    }
    if (child > 0)
        waitpid(child, NULL, 0);
    return printf("%d\n", work(turns)) < 0;
}
