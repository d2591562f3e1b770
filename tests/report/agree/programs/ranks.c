/*
 * ranks.c - ranks with unequal work, some of which never come to some functions; messages and collectives.
 *
 *     ranks [threads]    each rank has a thread besides
 *     ranks kill         the last rank ends by SIGKILL before the end
 */
#include "work.h"

#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>

#define OWN __attribute__((noinline)) static

static int rank, ranks;

OWN void compute(int share)
{
    spin((unsigned long)(100 * (share + 1)));
}

OWN void only_even(void)
{
    spin(150);
}

OWN void only_last(void)
{
    spin(800);
    compute(1);
}

OWN void tiny_ones(void)
{
    for (unsigned i = 0; i < 3000; i++)
        sink += cell(i);
}

OWN void exchange(void)
{
    double data[32] = {0};
    MPI_Request request;
    if (ranks < 2)
        return;
    MPI_Irecv(data, 16, MPI_DOUBLE, (rank + ranks - 1) % ranks, 1, MPI_COMM_WORLD, &request);
    MPI_Send(data + 16, 16, MPI_DOUBLE, (rank + 1) % ranks, 1, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

OWN void *helper(void *argument)
{
    compute(rank % 3);
    return argument;
}

OWN void step(int threads)
{
    double mine = rank, sum;
    pthread_t thread;
    if (threads)
        pthread_create(&thread, NULL, helper, NULL);
    compute(rank % 4);
    if (rank % 2 == 0)
        only_even();
    exchange();
    tiny_ones();
    MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (threads)
        pthread_join(thread, NULL);
}

#ifdef OUTSIDE
#pragma instr skip
#endif
int main(int argc, char **argv)
{
    int threads = argc > 1 && strcmp(argv[1], "threads") == 0, got;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &got);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 0; i < 3; i++)
        step(threads);
    if (rank == ranks - 1 && ranks > 1)
        only_last();
    if (argc > 1 && strcmp(argv[1], "kill") == 0 && rank == ranks - 1)
        raise(SIGKILL);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
