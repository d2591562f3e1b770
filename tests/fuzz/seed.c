/*
 * seed.c - a small program whose profile and store fuzzers start from: recursion, threads, labels, a block, iterations.
 *
 * `seed N` ends as it should, N decides how much it does; `seed N kill` leaves its store.
 */
#include "include/instr.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static volatile unsigned work;

static void leaf(unsigned n)
{
    work += n;
}

static void walk(unsigned depth)
{
    leaf(depth);
    if (depth)
        walk(depth - 1);
    if (depth > 2)
        walk(depth / 2);
}

static void *part(void *rounds)
{
    instr_start("part");
    for (unsigned i = *(unsigned *)rounds; i; i--) {
        INSTR_REGION("round")
        {
            walk(i % 5);
        }
    }
    instr_stop("part");
    return rounds;
}

int main(int argc, char **argv)
{
    unsigned rounds = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
    pthread_t thread;
    if (pthread_create(&thread, NULL, part, &rounds))
        return 1;
    part(&rounds);
    pthread_join(thread, NULL);
    instr_start("end");
    if (argc > 2)
        kill(getpid(), SIGKILL);
    instr_stop("end");
    return 0;
}
