/*
 * waits_many.c - more messages than a log holds. Rank 0 sends them in bursts and is late for each; rank 1 prints how long it waited, in
 * ns, as both ranks' clocks say, and the sum of the squares of its waits. With an argument both are killed before MPI_Finalize.
 */
#define _POSIX_C_SOURCE 200809L
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>

enum { BURSTS = 500, BURST = 1000, MESSAGES = BURSTS * BURST };

static long long enter[MESSAGES], end[MESSAGES], sent[MESSAGES];

static long long now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000ll + time.tv_nsec;
}

static void send_all(void)
{
    for (int i = 0; i < MESSAGES; i++) {
        struct timespec late = {0, 100000 + i % 7 * 100000};
        if (i % BURST == 0)
            nanosleep(&late, NULL);
        enter[i] = now();
        MPI_Send(NULL, 0, MPI_BYTE, 1, 3, MPI_COMM_WORLD);
    }
}

static void receive_all(void)
{
    for (int i = 0; i < MESSAGES; i++) {
        enter[i] = now();
        MPI_Recv(NULL, 0, MPI_BYTE, i % 3 ? 0 : MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        end[i] = now();
    }
}

/* One call waits for many messages of one stream. */
static void exchange_bursts(int rank)
{
    static MPI_Request requests[BURST];
    static char none[BURSTS / 2][2];
    for (int i = 0; i < BURSTS / 2; i++) {
        for (int k = 0; k < BURST; k++)
            if (rank)
                MPI_Irecv(none[i], 0, MPI_BYTE, 0, 5, MPI_COMM_WORLD, &requests[k]);
            else
                MPI_Isend(none[i], 0, MPI_BYTE, 1, 5, MPI_COMM_WORLD, &requests[k]);
        MPI_Waitall(BURST, requests, MPI_STATUSES_IGNORE);
    }
}

/* The same requests again and again, more than a chunk of the log has. */
static void exchange_persistent(int rank)
{
    enum { REQUESTS = 5000, TURNS = 60 };
    static MPI_Request requests[REQUESTS];
    for (int i = 0; i < REQUESTS; i++)
        if (rank)
            MPI_Recv_init(NULL, 0, MPI_BYTE, 0, 6, MPI_COMM_WORLD, &requests[i]);
        else
            MPI_Send_init(NULL, 0, MPI_BYTE, 1, 6, MPI_COMM_WORLD, &requests[i]);
    for (int turn = 0; turn < TURNS; turn++) {
        MPI_Startall(REQUESTS, requests);
        MPI_Waitall(REQUESTS, requests, MPI_STATUSES_IGNORE);
    }
    for (int i = 0; i < REQUESTS; i++)
        MPI_Request_free(&requests[i]);
}

static void say(void)
{
    double waited = 0, squares = 0;
    for (int i = 0; i < MESSAGES; i++) {
        long long until = sent[i] < end[i] ? sent[i] : end[i];
        double wait = until > enter[i] ? (double)(until - enter[i]) : 0;
        waited += wait;
        squares += wait * wait;
    }
    printf("%.0f %.0f\n", waited, squares);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (!rank)
        send_all();
    else if (rank == 1)
        receive_all();
    if (rank < 2)
        exchange_bursts(rank);
    if (rank < 2)
        exchange_persistent(rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (!rank)
        MPI_Ssend(enter, MESSAGES, MPI_LONG_LONG, 1, 4, MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Recv(sent, MESSAGES, MPI_LONG_LONG, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        say();
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (argc > 1) {
        struct timespec while_it_is_read = {0, 200000000};
        nanosleep(&while_it_is_read, NULL);
        raise(SIGKILL);
    }
    MPI_Finalize();
    return 0;
}
