/* light.c - calls that go without frames (runtime/measure/stack/light.h), and what may come in their midst. */
#include <instr.h>

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Of catching.c, which is not instrumented. */
int catching(void (*function)(int), int argument);
void throwing(void);

#define PLAIN __attribute__((noinline)) static

static __thread jmp_buf back;
static __thread long sum;

/* Each call takes a block. */
PLAIN void leaf(int x)
{
    void *volatile block = malloc(16);
    free(block);
    sum += x;
}

PLAIN void inner(int x)
{
    leaf(x);
    leaf(x + 1);
}

/* A label in a function that is entered often, by timers of the program's own. */
PLAIN void timer_on(const char *name)
{
    instr_start(name);
}

PLAIN void timer_off(const char *name)
{
    instr_stop(name);
}

PLAIN void timed_by_hand(int x)
{
    timer_on("by hand");
    inner(x);
    timer_off("by hand");
    leaf(x);
}

/* The same where the timer's function calls others once the label is open. */
PLAIN void timer_on_and_tell(const char *name)
{
    instr_start(name);
    inner(1);
}

PLAIN void timed_and_told(int x)
{
    timer_on_and_tell("told");
    inner(x);
    timer_off("told");
    leaf(x);
}

/* One that ends below functions which go on. */
PLAIN void stops_what_runs(int x)
{
    leaf(x);
    timer_off("of a caller");
    inner(x);
}

PLAIN void goes_on(int x)
{
    stops_what_runs(x);
    leaf(x);
}

PLAIN void stopped_below(int x)
{
    instr_start("of a caller");
    goes_on(x);
    inner(x);
}

/* Jumps out of calls, to a function that is instrumented and to one that is not. */
PLAIN void jumps(int depth)
{
    leaf(depth);
    if (depth == 0)
        longjmp(back, 1);
    jumps(depth - 1);
}

PLAIN void jumped_to(int x)
{
    if (setjmp(back) == 0)
        jumps(x % 5);
    inner(x);
}

PLAIN void throws(int x)
{
    inner(x);
    throwing();
}

PLAIN void catches(int x)
{
    catching(throws, x);
    leaf(x);
}

/* Recursion, by itself and by another. */
PLAIN void down(int depth)
{
    inner(depth);
    if (depth > 0)
        down(depth - 1);
    leaf(depth);
}

PLAIN void even(int x);

PLAIN void odd(int x)
{
    if (x > 0)
        even(x - 1);
    leaf(x);
}

PLAIN void even(int x)
{
    if (x > 0)
        odd(x - 1);
    inner(x);
}

/* What is long, and so timed, in the midst. */
PLAIN void is_long(int x)
{
    for (volatile int i = 0; i < 20000; i++)
        ;
    leaf(x);
}

PLAIN void seldom_long(int x)
{
    leaf(x);
    if (x % 1000 == 999)
        is_long(x);
    inner(x);
}

static int handled;

static void handle(int number)
{
    __atomic_fetch_add(&handled, number == SIGUSR1, __ATOMIC_RELAXED);
    inner(number);
}

/* A child that goes on below calls which its parent began. */
PLAIN void forks(int x)
{
    leaf(x);
    if (x < 0) {
        fflush(NULL);
        pid_t child = fork();
        if (child == 0) {
            struct timespec pause = {.tv_nsec = 200000000};
            nanosleep(&pause, NULL);
        } else {
            waitpid(child, NULL, 0);
        }
    }
    inner(x);
}

PLAIN void below_forks(int x)
{
    forks(x);
    leaf(x);
}

PLAIN void all(int x)
{
    timed_by_hand(x);
    timed_and_told(x);
    stopped_below(x);
    jumped_to(x);
    catches(x);
    down(x % 7);
    even(x % 9);
    seldom_long(x);
    below_forks(x);
    if (x % 500 == 1)
        raise(SIGUSR1);
}

static void *work(void *count)
{
    for (int i = 0; i < *(int *)count; i++)
        all(i);
    return NULL;
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 20000;
    const char *then = argc > 2 ? argv[2] : "";
    signal(SIGUSR1, handle);
    work(&count);
    if (strcmp(then, "fork") == 0)
        below_forks(-1);
    if (strcmp(then, "threads") == 0) {
        pthread_t thread[2];
        for (int i = 0; i < 2; i++)
            pthread_create(&thread[i], NULL, work, &count);
        for (int i = 0; i < 2; i++)
            pthread_join(thread[i], NULL);
    }
    work(&count);
    if (strcmp(then, "kill") == 0)
        raise(SIGKILL);
    return 0;
}
