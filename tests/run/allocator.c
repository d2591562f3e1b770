/*
 * allocator.c - a program with an allocator of its own, which calls functions of its own while it holds its lock: a probe
 * in them must not allocate. Each thread makes so many calls that they are soon only counted. Prints how many are wrong.
 */
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 3, CALLS = 400000 };

static char pool[1 << 24];
static size_t used;
static bool locked; /* by its only user: a second lock would wait for ever */
static int wrong;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((noinline)) static size_t round_up(size_t size)
{
    return (size + 31) & ~(size_t)15;
}

__attribute__((noinline)) static void *cut(size_t size)
{
    char *piece = pool + used;
    if (size > sizeof pool - used)
        return NULL;
    used += size;
    return piece;
}

static void *take(size_t size)
{
    pthread_mutex_lock(&lock);
    wrong += locked;
    locked = true;
    char *piece = cut(round_up(size));
    if (size == 1)
        used -= round_up(size); /* what the threads take is given back at once */
    locked = false;
    pthread_mutex_unlock(&lock);
    return piece;
}

void *malloc(size_t size)
{
    char *piece = take(size);
    if (piece)
        memcpy(piece, &size, sizeof size);
    return piece ? piece + 16 : NULL;
}

void free(void *memory)
{
    (void)memory;
}

void *calloc(size_t count, size_t size)
{
    volatile char *memory = malloc(count * size);
    for (size_t i = 0; memory && i < count * size; i++)
        memory[i] = 0;
    return (void *)(size_t)memory;
}

void *realloc(void *memory, size_t size)
{
    void *other = malloc(size);
    size_t before = 0;
    if (memory)
        memcpy(&before, (char *)memory - 16, sizeof before);
    if (other)
        memcpy(other, memory ? memory : "", before < size ? before : size);
    return other;
}

static void *run(void *nothing)
{
    for (int i = 0; i < CALLS; i++)
        free(malloc(1));
    return nothing;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, run, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    printf("%d wrong\n", wrong);
    return 0;
}
