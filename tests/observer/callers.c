/* callers.c SECONDS - functions that do all their work in a library, which says nothing of who called it: one looks through three times as
 * many bytes as the other; and a trivial one, which has no frames at all. A thread calls them that begins when none has frames any more. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PART = 2000 };
static char bytes[PART];
static char *volatile room = bytes;
static volatile int found;
static double seconds;

__attribute__((noinline)) static void few(int which)
{
    found = memchr(room, which | 1, PART) != NULL;
}

__attribute__((noinline)) static void many(int which)
{
    for (int i = 0; i < 6; i += 2)
        found = memchr(room, (which + i) | 1, PART) != NULL;
}

unsigned tiny(unsigned x); /* in another unit, so that it is not inlined */

__attribute__((noinline)) static void both(int which)
{
    found = (int)tiny((unsigned)which);
    few(which);
    many(which);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

__attribute__((noinline)) static void *work(void *unused)
{
    for (double end = now() + seconds; now() < end;)
        for (int i = 0; i < 1000; i++)
            both(i);
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    seconds = argc > 1 ? atof(argv[1]) : 1;
    work(NULL);
    if (pthread_create(&thread, NULL, work, NULL) != 0)
        return 1;
    pthread_join(thread, NULL);
    return 0;
}
