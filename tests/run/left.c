/*
 * left.c - code that is interrupted anywhere, and never goes on: left HOW. By `jump` a handler jumps out of main's thread, by
 * `other` from a stack of its own; by `end` it ends its thread, and by `cancel` the thread is cancelled. What is called behind
 * that, on paths that there were not, is printed: it is to be counted.
 */
#include <instr.h>

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#define PLAIN __attribute__((noinline)) static

enum { ROUNDS = 300 };

static unsigned volatile sum;
static unsigned calls;
static char how;
static sigjmp_buf back;
static sig_atomic_t volatile may_jump;
static pthread_key_t key;

PLAIN void work(unsigned number)
{
    for (int volatile i = 0; i < 3; i++)
        sum += number;
}

/* The digits of a number are a path that no other number has. */
PLAIN void even(unsigned number);

PLAIN void odd(unsigned number)
{
    work(number);
    if (number > 1)
        (number >> 1 & 1 ? odd : even)(number >> 1);
}

PLAIN void even(unsigned number)
{
    work(number + 1);
    if (number > 1)
        (number >> 1 & 1 ? odd : even)(number >> 1);
}

PLAIN void label(unsigned number)
{
    char name[20];
    snprintf(name, sizeof name, "label %u", number % 50);
    instr_start(name);
    odd(number & 63);
    instr_stop(name);
}

PLAIN void work_for_ever(unsigned number)
{
    for (;; number++) {
        (number & 1 ? odd : even)(number);
        label(number);
    }
}

/* The same behind all that: how often settled() is called is known. */
PLAIN void settled(unsigned number)
{
    work(number);
}

PLAIN void settled_even(unsigned number);

PLAIN void settled_odd(unsigned number)
{
    settled(number);
    if (number > 1)
        (number >> 1 & 1 ? settled_odd : settled_even)(number >> 1);
}

PLAIN void settled_even(unsigned number)
{
    settled(number);
    if (number > 1)
        (number >> 1 & 1 ? settled_odd : settled_even)(number >> 1);
}

static void settle(void *number)
{
    unsigned digits = (unsigned)(uintptr_t)number;
    (digits & 1 ? settled_odd : settled_even)(digits);
    for (; digits; digits >>= 1)
        calls++;
}

static void handle(int signal)
{
    (void)signal;
    if (how == 'e')
        pthread_exit(NULL);
    if (may_jump) {
        may_jump = 0;
        siglongjmp(back, 1);
    }
}

PLAIN void jump(unsigned round)
{
    struct itimerval soon = {{0, 200}, {0, 1 + rand() % 60}}, never;
    memset(&never, 0, sizeof never);
    setitimer(ITIMER_REAL, &soon, NULL);
    if (sigsetjmp(back, 1) == 0) {
        may_jump = 1;
        work_for_ever(round * 20);
    }
    setitimer(ITIMER_REAL, &never, NULL);
    settle((void *)(uintptr_t)(round + 1));
}

static void *in_thread(void *round)
{
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    pthread_setspecific(key, round);
    pthread_cleanup_push(settle, (char *)round + ROUNDS);
    work_for_ever((unsigned)(uintptr_t)round * 20);
    pthread_cleanup_pop(0);
    return NULL;
}

PLAIN void end(unsigned round)
{
    pthread_t id;
    struct timespec soon = {0, 1 + rand() % 300000};
    if (pthread_create(&id, NULL, in_thread, (void *)(uintptr_t)(round + 1)) != 0)
        abort();
    nanosleep(&soon, NULL);
    if (how == 'c')
        pthread_cancel(id);
    else
        pthread_kill(id, SIGALRM);
    pthread_join(id, NULL);
}

int main(int argc, char **argv)
{
    static char room[65536];
    struct sigaction action;
    stack_t other = {.ss_sp = room, .ss_size = sizeof room};
    memset(&action, 0, sizeof action);
    action.sa_handler = handle;
    how = argc > 1 ? argv[1][0] : 'j';
    if (how == 'o') {
        sigaltstack(&other, NULL);
        action.sa_flags = SA_ONSTACK;
    }
    sigaction(SIGALRM, &action, NULL);
    pthread_key_create(&key, settle);
    for (unsigned round = 0; round < ROUNDS; round++)
        (how == 'j' || how == 'o' ? jump : end)(round);
    printf("%u\n", calls);
    return 0;
}
