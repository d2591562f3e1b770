/*
 * heap.c - a program that knows what it allocates: of each of its functions it prints the name, how many blocks it took, their
 * bytes, what of these is still held, and what was held when the program held most.
 *
 *     heap [threads | fork | kill | library]
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SMALL, GROWN, KIN, TEXTS, GIVER, PEAK, LIBRARY, KINDS, TIMES = 3000, THREADS = 4 };
static const char *const names[KINDS] = {"small", "grown", "kin", "texts", "giver", "peak", "by_library"};
static struct {
    long calls, bytes, held, most;
} known[KINDS];
static long held, most;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* No library function that could allocate comes between. */
static void *took(int kind, void *block, size_t size)
{
    if (!block)
        abort();
    pthread_mutex_lock(&lock);
    known[kind].calls++;
    known[kind].bytes += (long)size;
    known[kind].held += (long)size;
    held += (long)size;
    if (held > most) {
        most = held;
        for (int i = 0; i < KINDS; i++)
            known[i].most = known[i].held;
    }
    pthread_mutex_unlock(&lock);
    return block;
}

static void gave(int kind, size_t size)
{
    pthread_mutex_lock(&lock);
    known[kind].held -= (long)size;
    held -= (long)size;
    pthread_mutex_unlock(&lock);
}

/* Called so often that its calls are soon only counted. */
__attribute__((noinline)) static void *small(size_t size)
{
    return took(SMALL, malloc(size), size);
}

/* A third of the blocks stay. */
__attribute__((noinline)) static void smalls(void)
{
    for (int i = 0; i < TIMES; i++) {
        size_t size = (size_t)(i % 100);
        void *block = small(size);
        if (i % 3) {
            free(block);
            gave(SMALL, size);
        }
    }
}

__attribute__((noinline)) static void *grown(void)
{
    volatile size_t too_much = PTRDIFF_MAX;
    void *block = took(GROWN, malloc(10), 10);
    for (size_t size = 100; size < 100000; size *= 2) {
        gave(GROWN, size == 100 ? 10 : size / 2);
        block = took(GROWN, realloc(block, size), size);
    }
    void *none = realloc(block, too_much); /* and the block stays */
    if (none)
        return none;
    gave(GROWN, 51200);
    return took(GROWN, reallocarray(block, 10, 30), 300);
}

__attribute__((noinline)) static void kin(void)
{
    void *block;
    took(KIN, calloc(7, 9), 63);
    took(KIN, aligned_alloc(64, 128), 128);
    took(KIN, memalign(32, 33), 33);
    took(KIN, valloc(50), 50);
    took(KIN, posix_memalign(&block, 256, 1000) ? NULL : block, 1000);
    free(took(KIN, pvalloc(4096), 4096));
    gave(KIN, 4096);
}

__attribute__((noinline)) static void texts(void)
{
    took(TEXTS, strdup("eleven char"), 12);
    took(TEXTS, strndup("four and more", 4), 5);
}

/* Its blocks are given back by other functions, and other threads. */
__attribute__((noinline)) static void *giver(size_t size)
{
    return took(GIVER, malloc(size), size);
}

__attribute__((noinline)) static void taker(void *block, size_t size)
{
    gave(GIVER, size);
    free(block);
}

__attribute__((noinline)) static void peak(void)
{
    void *blocks[50];
    for (int i = 0; i < 50; i++)
        blocks[i] = took(PEAK, malloc(20000), 20000);
    for (int i = 0; i < 50; i++) {
        free(blocks[i]);
        gave(PEAK, 20000);
    }
}

static void *thread(void *argument)
{
    smalls();
    taker(argument, 1234);
    return giver(4321);
}

static void work(void)
{
    smalls();
    grown();
    kin();
    texts();
    peak();
    smalls();
    taker(giver(500), 500);
}

/* All threads at once, and all gone before the next come. */
static void threads(void)
{
    pthread_t ids[THREADS];
    void *result;
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < THREADS; i++)
            pthread_create(&ids[i], NULL, thread, giver(1234));
        for (int i = 0; i < THREADS; i++) {
            pthread_join(ids[i], &result);
            if (round < 2)
                taker(result, 4321);
        }
    }
}

/* What a library that is not instrumented takes is its caller's. */
static void by_library(void)
{
    void *library = dlopen("./library.so", RTLD_NOW);
    void *(*take)(size_t) = library ? (void *(*)(size_t))dlsym(library, "take") : NULL;
    for (int i = 0; take && i < 100; i++)
        took(LIBRARY, take(40), 40);
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    int status = 0;
    if (!strcmp(how, "fork")) {
        took(GIVER, malloc(777), 777);
        if (fork())
            return wait(&status) < 0 || status;
        memset(known, 0, sizeof known); /* the child knows what it does itself */
        held = most = 0;
    }
    work();
    if (!strcmp(how, "threads"))
        threads();
    if (!strcmp(how, "library"))
        by_library();
    for (int i = 0; i < KINDS; i++)
        dprintf(1, "%s %ld %ld %ld %ld\n", names[i], known[i].calls, known[i].bytes, known[i].held, known[i].most);
    if (!strcmp(how, "kill"))
        kill(getpid(), SIGKILL);
    return 0;
}
