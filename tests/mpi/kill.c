/*
 * kill.c - ranks that count their own calls of work() in a file that outlives them; the kernel kills one of
 * them at a given moment, wherever it is then.
 *
 *     COUNTS=FILE      8 bytes for each of 64 ranks, then as many that say that its MPI_Init is done, and as many for its calls
 *                      of MPI_Allreduce
 *     KILL_RANK=RANK   who is killed
 *     KILL_US=NUMBER   how long after its main() began
 */
#include <fcntl.h>
#include <mpi.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { ROUNDS = 60, CALLS = 40 };

static volatile uint64_t *count;
static volatile double sink;

/* The probe counts a call before the program does. */
static void work(int depth)
{
    ++*count;
    for (int i = 0; i < 2000; i++)
        sink += i;
    if (depth > 0)
        work(depth - 1);
}

static int rank_by_launcher(void)
{
    const char *rank = getenv("OMPI_COMM_WORLD_RANK");
    if (!rank)
        rank = getenv("PMI_RANK");
    return rank ? atoi(rank) : -1;
}

static void be_killed_later(void)
{
    const char *rank = getenv("KILL_RANK"), *us = getenv("KILL_US");
    if (!rank || !us || atoi(rank) != rank_by_launcher())
        return;
    struct sigevent event;
    memset(&event, 0, sizeof event);
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGKILL;
    timer_t timer;
    struct itimerspec when = {.it_value = {atol(us) / 1000000, atol(us) % 1000000 * 1000 + 1}};
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0 || timer_settime(timer, 0, &when, NULL) != 0)
        abort();
}

int main(int argc, char **argv)
{
    be_killed_later();
    int file = open(getenv("COUNTS"), O_RDWR), rank = rank_by_launcher();
    uint64_t *counts = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (counts == MAP_FAILED || rank < 0)
        abort();
    count = counts + rank;
    for (int i = 0; i < CALLS; i++)
        work(3);
    MPI_Init(&argc, &argv);
    counts[64 + rank] = 1;
    for (int round = 0; round < ROUNDS; round++) {
        double mine = round, sum;
        for (int i = 0; i < CALLS; i++)
            work(i % 3);
        counts[128 + rank]++;
        MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    for (int i = 0; i < CALLS; i++)
        work(0);
    return 0;
}
