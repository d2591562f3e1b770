/*
 * A program of very many call paths: walks through layers of functions, each of which calls any of the next layer. It counts
 * its calls itself and prints them.
 *
 *     explode WALKS [threads | turns | kill | later WAYS]    in two threads; in one that comes when the other is over; it
 *                                                           ends by SIGKILL; or for two seconds it walks few ways afterwards
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LAYERS = 8, WIDTH = 6 };

static unsigned long counts[LAYERS][WIDTH];
static __thread unsigned seed = 1;
static unsigned ways = WIDTH; /* from a layer to the next */

#pragma instr skip
static unsigned draw(void)
{
    seed = seed * 1103515245u + 12345u;
    return (seed >> 16) % ways;
}

#define COUNT(layer, at) __atomic_fetch_add(&counts[layer][at], 1, __ATOMIC_RELAXED)
#define GO(layer)                                                                                                      \
    switch (draw()) {                                                                                                  \
    case 0:                                                                                                            \
        f##layer##0();                                                                                                 \
        break;                                                                                                         \
    case 1:                                                                                                            \
        f##layer##1();                                                                                                 \
        break;                                                                                                         \
    case 2:                                                                                                            \
        f##layer##2();                                                                                                 \
        break;                                                                                                         \
    case 3:                                                                                                            \
        f##layer##3();                                                                                                 \
        break;                                                                                                         \
    case 4:                                                                                                            \
        f##layer##4();                                                                                                 \
        break;                                                                                                         \
    default:                                                                                                           \
        f##layer##5();                                                                                                 \
    }
#define ONE(layer, at, then)                                                                                           \
    static __attribute__((noinline)) void f##layer##at(void)                                                           \
    {                                                                                                                  \
        COUNT(layer, at);                                                                                              \
        then                                                                                                           \
    }
#define LAYER(layer, then)                                                                                             \
    ONE(layer, 0, then)                                                                                                \
    ONE(layer, 1, then) ONE(layer, 2, then) ONE(layer, 3, then) ONE(layer, 4, then) ONE(layer, 5, then)
LAYER(7, )
LAYER(6, GO(7))
LAYER(5, GO(6))
LAYER(4, GO(5))
LAYER(3, GO(4))
LAYER(2, GO(3))
LAYER(1, GO(2))
LAYER(0, GO(1))

static void *walk(void *walks)
{
    for (long i = 0; i < (long)walks; i++)
        GO(0)
    return NULL;
}

static void walk_later(void)
{
    for (time_t end = time(NULL) + 3; time(NULL) < end;)
        walk((void *)100);
}

#pragma instr skip
static long most_memory(void)
{
    char line[256];
    long kib = 0;
    FILE *file = fopen("/proc/self/status", "r");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "VmHWM: %ld", &kib) == 1)
            break;
    if (file)
        fclose(file);
    return kib;
}

int main(int argc, char **argv)
{
    void *walks = (void *)strtol(argv[1], NULL, 10);
    const char *how = argc > 2 ? argv[2] : "";
    pthread_t other;
    if (strcmp(how, "threads") == 0 && pthread_create(&other, NULL, walk, walks) != 0)
        return 1;
    for (int i = 0; i < 3 && strcmp(how, "turns") == 0; i++)
        if (pthread_create(&other, NULL, walk, walks) != 0 || pthread_join(other, NULL) != 0)
            return 1;
    walk(walks);
    if (strcmp(how, "later") == 0) {
        ways = (unsigned)atoi(argv[3]);
        walk_later();
    }
    if (strcmp(how, "threads") == 0)
        pthread_join(other, NULL);
    for (int i = 0; i < LAYERS; i++)
        for (int k = 0; k < WIDTH; k++)
            printf("f%d%d %lu\n", i, k, counts[i][k]);
    fprintf(stderr, "%ld\n", most_memory());
    fflush(stdout);
    if (strcmp(how, "kill") == 0)
        raise(SIGKILL);
    return 0;
}
