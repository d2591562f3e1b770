/*
 * waits_away.c - two ranks begin to send each other a large message, and one computes before it waits for it. Each writes to printed.RANK
 * when it began, and when its waiting began and ended: ROUND SENT ENTER END, in ns.
 */
#define _POSIX_C_SOURCE 200809L
#include <mpi.h>
#include <stdio.h>
#include <time.h>

enum { ROUNDS = 10, SIZE = 1 << 20 };

static int rank;
static FILE *printed;
static char out[SIZE], in[SIZE];

static long long now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000ll + time.tv_nsec;
}

static void compute(long long ns)
{
    for (long long since = now(); now() - since < ns;)
        ;
}

static void wait_for(int round, MPI_Request *requests, long long sent)
{
    if (rank == 1)
        compute(20000000);
    long long enter = now();
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    fprintf(printed, "%d %lld %lld %lld\n", round, sent, enter, now());
    MPI_Barrier(MPI_COMM_WORLD);
}

static void once(MPI_Request *requests)
{
    for (int round = 0; round < ROUNDS; round++) {
        MPI_Irecv(in, SIZE, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, &requests[0]);
        long long sent = now();
        MPI_Isend(out, SIZE, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, &requests[1]);
        wait_for(round, requests, sent);
    }
}

static void again(MPI_Request *requests)
{
    MPI_Send_init(out, SIZE, MPI_BYTE, 1 - rank, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Recv_init(in, SIZE, MPI_BYTE, 1 - rank, 1, MPI_COMM_WORLD, &requests[1]);
    for (int round = ROUNDS; round < 2 * ROUNDS; round++) {
        long long sent = now();
        MPI_Startall(2, requests);
        wait_for(round, requests, sent);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

int main(int argc, char **argv)
{
    MPI_Request requests[2];
    char name[32];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    snprintf(name, sizeof name, "printed.%d", rank);
    printed = fopen(name, "w");
    MPI_Barrier(MPI_COMM_WORLD);
    once(requests);
    again(requests);
    fclose(printed);
    return MPI_Finalize();
}
