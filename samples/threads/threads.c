/*
 * threads.c - counts primes with a few POSIX threads.
 *
 * Each worker takes every n-th block of numbers. In the profile the workers' calls hang under the
 * function that started them.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { LIMIT = 60000, BLOCK = 1000, MAX_WORKERS = 64 };

struct worker {
    pthread_t thread;
    int index, workers;
    long primes;
};

static int is_prime(long n)
{
    if (n < 2)
        return 0;
    for (long d = 2; d * d <= n; d++)
        if (n % d == 0)
            return 0;
    return 1;
}

static long count_block(long from, long to)
{
    long primes = 0;
    for (long n = from; n < to; n++)
        primes += is_prime(n);
    return primes;
}

static void *work(void *argument)
{
    struct worker *self = argument;
    for (long from = self->index * (long)BLOCK; from < LIMIT; from += self->workers * (long)BLOCK)
        self->primes += count_block(from, from + BLOCK);
    return NULL;
}

static int start_workers(struct worker *workers, int count)
{
    for (int i = 0; i < count; i++) {
        workers[i] = (struct worker){.index = i, .workers = count};
        if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0)
            return i;
    }
    return count;
}

static long join_workers(struct worker *workers, int count)
{
    long primes = 0;
    for (int i = 0; i < count; i++) {
        pthread_join(workers[i].thread, NULL);
        primes += workers[i].primes;
    }
    return primes;
}

int main(int argc, char **argv)
{
    static struct worker workers[MAX_WORKERS];
    int count = argc > 1 ? atoi(argv[1]) : 4;
    if (count < 1 || count > MAX_WORKERS) {
        fprintf(stderr, "usage: threads [WORKERS]   (1 to %d)\n", MAX_WORKERS);
        return 2;
    }
    int started = start_workers(workers, count);
    long primes = join_workers(workers, started);
    if (started < count) {
        fprintf(stderr, "threads: only %d of %d workers could be started\n", started, count);
        return 1;
    }
    printf("%ld primes below %d\n", primes, (int)LIMIT);
    return 0;
}
