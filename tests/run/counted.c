/* counted.c HOW TIMES - functions that are counted by function, which count themselves, too; see counted.sh. Prints NAME CALLS. */
#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

enum { HALF, QUARTER, DROP, SLOW, KINDS };
static unsigned long *calls; /* shared with children */
static unsigned long times;
static volatile unsigned long sink;
static sigjmp_buf back;

static inline unsigned long half(unsigned long x)
{
    __atomic_fetch_add(&calls[HALF], 1, __ATOMIC_RELAXED);
    return x / 2;
}

static unsigned long quarter(unsigned long x)
{
    __atomic_fetch_add(&calls[QUARTER], 1, __ATOMIC_RELAXED);
    return half(half(x));
}

__attribute__((noinline)) static unsigned long slow(unsigned long x)
{
    __atomic_fetch_add(&calls[SLOW], 1, __ATOMIC_RELAXED);
    for (int i = 0; i < 3000; i++)
        sink += x;
    for (int i = 0; i < 100; i++)
        x = x * 31 + quarter(x);
    return x;
}

static unsigned long drop(unsigned long x)
{
    __atomic_fetch_add(&calls[DROP], 1, __ATOMIC_RELAXED);
    if (x % 64 == 0)
        return slow(slow(x) & 63);
    return x;
}

__attribute__((noinline)) static unsigned long works(unsigned long count)
{
    unsigned long sum = 0;
    for (unsigned long i = 0; i < count; i++)
        sum += drop(i) + quarter(i);
    return sum;
}

static void *thread(void *unused)
{
    sink = works(times);
    return unused;
}

static void threads(int count)
{
    for (int i = 0; i < count; i += 4) {
        pthread_t ids[4];
        for (int k = 0; k < 4; k++)
            pthread_create(&ids[k], NULL, thread, NULL);
        for (int k = 0; k < 4; k++)
            pthread_join(ids[k], NULL);
    }
}

static void comes(int signal)
{
    (void)signal;
    sink = quarter(sink);
}

static void jumps(int signal)
{
    (void)signal;
    sink = quarter(sink);
    siglongjmp(back, 1);
}

static void child(unsigned long count, int fast)
{
    pid_t id = fork();
    if (id == 0) {
        sink = works(count);
        if (fast)
            _exit(0);
        exit(0);
    }
    waitpid(id, NULL, 0);
}

static void interrupted(void (*handler)(int))
{
    struct itimerval often = {{0, 1000}, {0, 1000}}, never = {{0, 0}, {0, 0}};
    volatile int round = 0;
    signal(SIGALRM, handler);
    setitimer(ITIMER_REAL, &often, NULL);
    sigsetjmp(back, 1);
    if (round++ < 50)
        sink = works(times / 50);
    setitimer(ITIMER_REAL, &never, NULL);
}

/* Contexts that go on in whatever thread comes first, in the midst of a function that calls such. */
static struct moving {
    ucontext_t context, *caller;
    unsigned long left;
    int busy;
} moving[8];
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;

static void moves(int index)
{
    struct moving *self = &moving[index];
    while (self->left > 0) {
        for (int i = 0; i < 10; i++)
            sink = half(sink) + quarter(sink);
        self->left--;
        swapcontext(&self->context, self->caller);
        sink = half(sink);
    }
    swapcontext(&self->context, self->caller);
}

static struct moving *next_moving(unsigned *seed, int *over)
{
    struct moving *found = NULL;
    pthread_mutex_lock(&one);
    *over = 1;
    for (int i = 0; i < 8; i++)
        *over &= moving[i].left == 0 && !moving[i].busy;
    struct moving *chosen = &moving[(*seed = *seed * 1103515245u + 12345u) >> 16 & 7];
    if (chosen->left > 0 && !chosen->busy)
        (found = chosen)->busy = 1;
    pthread_mutex_unlock(&one);
    return found;
}

static void *move(void *seed)
{
    ucontext_t mine;
    for (int over = 0; !over;) {
        struct moving *next = next_moving(seed, &over);
        if (!next)
            continue;
        next->caller = &mine;
        swapcontext(&mine, &next->context);
        pthread_mutex_lock(&one);
        next->busy = 0;
        pthread_mutex_unlock(&one);
    }
    return NULL;
}

static void move_all(void)
{
    unsigned seeds[4] = {1, 2, 3, 4};
    pthread_t ids[4];
    for (int i = 0; i < 8; i++) {
        getcontext(&moving[i].context);
        moving[i].context.uc_stack.ss_sp = malloc(1 << 16);
        moving[i].context.uc_stack.ss_size = 1 << 16;
        moving[i].left = times;
        makecontext(&moving[i].context, (void (*)(void))moves, 1, i);
    }
    for (int i = 0; i < 4; i++)
        pthread_create(&ids[i], NULL, move, &seeds[i]);
    for (int i = 0; i < 4; i++)
        pthread_join(ids[i], NULL);
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    static const char *const names[] = {"half", "quarter", "drop", "slow"};
    times = argc > 2 ? strtoul(argv[2], NULL, 10) : 1000;
    calls = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (!strcmp(how, "threads"))
        threads(8);
    else if (!strcmp(how, "many"))
        threads(400);
    else if (!strcmp(how, "signals"))
        interrupted(comes);
    else if (!strcmp(how, "moves"))
        move_all(), sink = works(64);
    else if (!strcmp(how, "jumps"))
        interrupted(jumps);
    else if (!strcmp(how, "child"))
        child(times, 0);
    else if (!strcmp(how, "short child"))
        for (int i = 0; i < 5; i++)
            child(3, 1);
    else
        sink = works(times);
    for (int i = 0; i < KINDS; i++)
        printf("%s %lu\n", names[i], calls[i]);
    fflush(stdout);
    if (!strcmp(how, "killed"))
        kill(getpid(), SIGKILL);
    return 0;
}
