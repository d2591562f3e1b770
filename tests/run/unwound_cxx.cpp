// unwound_cxx.cpp - as unwound.c, in C++: threads that can be cancelled anywhere, below an object. Prints how many were cancelled and how
// many objects were destroyed. With a word a thread is cancelled where it asks for it, below a function that is noexcept.
#include <cstdio>
#include <cstdlib>
#include <pthread.h>
#include <sched.h>

enum { THREADS = 100 };

static volatile unsigned sink;
static int destroyed, started;

struct object {
    ~object()
    {
        destroyed++;
    }
};

static unsigned tiny(unsigned x)
{
    return x * 3 + 1;
}

static unsigned middle(unsigned x)
{
    for (int i = 0; i < 50; i++)
        x = tiny(x);
    return x;
}

static unsigned deeper(int depth)
{
    return depth ? deeper(depth - 1) + middle(sink) : 0;
}

__attribute__((noinline)) static void work()
{
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, nullptr);
    __atomic_store_n(&started, 1, __ATOMIC_SEQ_CST);
    for (;;)
        sink = deeper(sink & 15);
}

static void *run(void *nothing)
{
    object first;
    work();
    return nothing;
}

__attribute__((noinline)) static unsigned ask(unsigned x)
{
    pthread_testcancel();
    return x + 1;
}

__attribute__((noinline)) static unsigned promise(unsigned x) noexcept
{
    return ask(x) + 1;
}

static void *wait(void *nothing)
{
    __atomic_store_n(&started, 1, __ATOMIC_SEQ_CST);
    for (;;)
        sink = promise(sink);
    return nothing;
}

static bool cancel(void *(*function)(void *), int delay)
{
    pthread_t thread;
    void *result = nullptr;
    started = 0;
    if (pthread_create(&thread, nullptr, function, nullptr) != 0)
        std::exit(9);
    while (!__atomic_load_n(&started, __ATOMIC_SEQ_CST))
        sched_yield();
    for (volatile int i = 0; i < delay; i = i + 1)
        continue;
    pthread_cancel(thread);
    pthread_join(thread, &result);
    return result == PTHREAD_CANCELED;
}

int main(int count, char **)
{
    int cancelled = 0;
    if (count > 1)
        return cancel(wait, 0);
    for (int i = 0; i < THREADS; i++)
        cancelled += cancel(run, 1000 + i * 7);
    std::printf("%d cancelled, %d destroyed\n", cancelled, destroyed);
    return 0;
}
