/*
 * busy.c - calls, recursion, new paths and threads that come and go, for ever. Counts its calls itself in
 * a file that it shares with whoever kills it: busy FILE.
 */
#include "busy.h"

#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static struct busy *busy;
static jmp_buf back;

#define COUNT(name) __atomic_fetch_add(&busy->calls[BUSY_##name], 1, __ATOMIC_SEQ_CST)

__attribute__((noinline)) static void leaf(void)
{
    COUNT(leaf);
}

__attribute__((noinline)) static void stamp(void)
{
    struct timespec now;
    COUNT(stamp);
    clock_gettime(CLOCK_MONOTONIC, &now);
    uint64_t ns = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
    if (!busy->first)
        busy->first = ns;
    busy->before_last = busy->last;
    busy->last = ns;
    uint64_t *oldest = &busy->moments[busy->calls[BUSY_stamp] % BUSY_MOMENTS];
    busy->long_ago = *oldest;
    *oldest = ns;
}

__attribute__((noinline)) static unsigned down(unsigned path)
{
    COUNT(down);
    if (path & 1)
        leaf();
    return path > 1 ? 1 + down(path >> 1) : 1;
}

__attribute__((noinline)) static void jump(int depth)
{
    COUNT(jump);
    if (depth == 0)
        longjmp(back, 1);
    jump(depth - 1);
}

__attribute__((noinline)) static void *work(void *path)
{
    COUNT(work);
    for (unsigned i = 0; i < 50; i++)
        down(*(unsigned *)path + i);
    return NULL;
}

int main(int argc, char **argv)
{
    int file = argc == 2 ? open(argv[1], O_RDWR) : -1;
    busy = mmap(NULL, sizeof *busy, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (busy == MAP_FAILED)
        return 2;
    for (unsigned path = 1;; path = path * 5 % 4093) {
        pthread_t thread;
        stamp();
        down(path);
        if (setjmp(back) == 0)
            jump((int)(path % 7));
        unsigned other = path;
        if (path % 4 == 0 && pthread_create(&thread, NULL, work, &other) == 0) {
            down(path + 1);
            pthread_join(thread, NULL);
        }
    }
}
