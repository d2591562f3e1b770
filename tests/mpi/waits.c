/*
 * waits.c - waiting that is known by construction: in each case a rank comes late to a call, or early. Each writes to printed.RANK when it
 * came to its calls and when they ended, as launchers cut lines:
 *
 *     CASE CALL RANK KIND ROOT ENTER END     times in ns. CALL tells collective calls of a case apart, and messages, which are what
 *                                            a message says itself; ROOT says whether it is the root
 *
 * The kinds are `all`, `from` and `to` a root, `send`, `ssend`, `receive`, and `look`, which ends a receive without waiting.
 */
#define _POSIX_C_SOURCE 200809L
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>

static int rank, size;

static long long now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000ll + time.tv_nsec;
}

__attribute__((noinline)) static void oversleep(int ms)
{
    struct timespec time = {ms / 1000, ms % 1000 * 1000000l};
    nanosleep(&time, NULL);
}

/* Before MPI_Finalize, so that no rank is late because it prints. */
static char said[1 << 17];
static size_t length;

static void note(const char *name, int number, const char *kind, int is_root, long long enter, long long end)
{
    length += (size_t)snprintf(said + length, sizeof said - length, "%s %d %d %s %d %lld %lld\n", name, number, rank,
                               kind, is_root, enter, end);
}

#define TIMED(name, number, kind, is_root, call)                                                                       \
    do {                                                                                                               \
        long long enter = now();                                                                                       \
        call;                                                                                                          \
        note(name, number, kind, is_root, enter, now());                                                               \
    } while (0)

/* Each is late in its turn. */
static void rotating(void)
{
    for (int turn = 0; turn < 3 * size; turn++) {
        if (turn % size == rank)
            oversleep(10 + rank);
        TIMED("rotating", turn, "all", 0, MPI_Barrier(MPI_COMM_WORLD));
    }
}

static void imbalance(void)
{
    double mine = 1, sum;
    oversleep(rank == 2 ? 40 : 2 * rank);
    TIMED("imbalance", 0, "all", 0, MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD));
}

static void late_root(void)
{
    int value = rank;
    if (rank == 1)
        oversleep(30);
    TIMED("late_root", 0, "from", rank == 1, MPI_Bcast(&value, 1, MPI_INT, 1, MPI_COMM_WORLD));
}

static void early_root(void)
{
    int value = rank, sum;
    if (rank != 3)
        oversleep(20 + 10 * rank);
    TIMED("early_root", 0, "to", rank == 3, MPI_Reduce(&value, &sum, 1, MPI_INT, MPI_SUM, 3, MPI_COMM_WORLD));
}

/* In each half another number of calls, and a rank that is late. Of the two communicators of all, made in between, one is freed. */
static void halves(void)
{
    MPI_Comm half, all, again;
    int value = rank, values[64], odd = rank % 2;
    MPI_Comm_dup(MPI_COMM_WORLD, &all);
    MPI_Comm_split(MPI_COMM_WORLD, odd, -rank, &half);
    MPI_Comm_free(&all);
    MPI_Comm_dup(MPI_COMM_WORLD, &again);
    for (int i = 0; i < 2 + odd; i++) {
        if (rank == i)
            oversleep(20);
        TIMED("halves", 2 * i + odd, "all", 0, MPI_Allgather(&value, 1, MPI_INT, values, 1, MPI_INT, half));
    }
    oversleep(3 * rank);
    TIMED("halves", 100, "all", 0, MPI_Allgather(&value, 1, MPI_INT, values, 1, MPI_INT, again));
    MPI_Comm_free(&again);
    MPI_Comm_free(&half);
}

static void late_sender(void)
{
    int value = 1;
    if (rank == 0) {
        oversleep(30);
        TIMED("late_sender", value, "send", 0, MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD));
    } else if (rank == 1) {
        TIMED("late_sender", value, "receive", 0,
              MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    }
}

static void late_receiver(void)
{
    int value = 1;
    if (rank == 2)
        TIMED("late_receiver", value, "ssend", 0, MPI_Ssend(&value, 1, MPI_INT, 3, 0, MPI_COMM_WORLD));
    if (rank != 3)
        return;
    oversleep(30);
    TIMED("late_receiver", value, "receive", 0, MPI_Recv(&value, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
}

/* The message's number is `number`; it is late by so much. */
static void send_late(const char *name, int number, int to, int tag, int ms)
{
    MPI_Request request;
    oversleep(ms);
    TIMED(name, number, "send", 0, MPI_Isend(&number, 1, MPI_INT, to, tag, MPI_COMM_WORLD, &request));
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void late_for_one(void)
{
    int value = 0;
    MPI_Request request;
    if (rank == 2)
        send_late("late_for_one", 1, 3, 0, 30);
    if (rank != 3)
        return;
    MPI_Irecv(&value, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, &request);
    oversleep(5);
    TIMED("late_for_one", 1, "receive", 0, MPI_Wait(&request, MPI_STATUS_IGNORE));
}

/* Rank 0 waits for all others, by one call for all and then by several. */
static void late_for_all(void)
{
    int values[64], ended = 0, some, which[64];
    MPI_Request requests[64];
    if (rank)
        for (int i = 0; i < 4; i++)
            send_late("late_for_all", 4 * rank + i, 0, i, 5 + 3 * rank + i % 2);
    for (int i = 0; !rank && i < 4; i++) {
        for (int k = 1; k < size; k++)
            MPI_Irecv(&values[k - 1], 1, MPI_INT, k, i, MPI_COMM_WORLD, &requests[k - 1]);
        for (ended = 0; ended < size - 1; ended += some) {
            long long enter = now();
            if (i == 0)
                MPI_Waitall(some = size - 1, requests, MPI_STATUSES_IGNORE);
            else if (i == 1)
                MPI_Waitsome(size - 1, requests, &some, which, MPI_STATUSES_IGNORE);
            else if (i == 2)
                MPI_Waitany(some = size - 1, requests, which, MPI_STATUS_IGNORE), some = 1;
            else
                MPI_Testsome(size - 1, requests, &some, which, MPI_STATUSES_IGNORE);
            for (int k = 0; k < some; k++)
                note("late_for_all", values[i ? which[k] : k], i == 3 ? "look" : "receive", 0, enter, now());
        }
    }
}

/* Rank 0 gets from 1 and 2 what comes first, among others that it asks for by name, and one that it does not wait for. */
static void from_any(void)
{
    enum { MOST = 6 };
    int values[MOST], none;
    MPI_Request requests[MOST], cancelled;
    if (rank == 1 || rank == 2)
        for (int i = 0; i < MOST / 2; i++)
            send_late("from_any", 10 * rank + i, 0, i == 1, 3 * rank + 2 * i);
    if (rank)
        return;
    MPI_Irecv(&none, 1, MPI_INT, MPI_ANY_SOURCE, 77, MPI_COMM_WORLD, &cancelled);
    for (int i = 0; i < MOST; i++)
        MPI_Irecv(&values[i], 1, MPI_INT, i == 1 ? 1 : MPI_ANY_SOURCE, i == 1 ? 0 : MPI_ANY_TAG, MPI_COMM_WORLD,
                  &requests[i]);
    MPI_Cancel(&cancelled);
    MPI_Wait(&cancelled, MPI_STATUS_IGNORE);
    for (int i = MOST; i-- > 0;) {
        long long enter = now();
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
        note("from_any", values[i], "receive", 0, enter, now());
    }
}

static void persistent(void)
{
    int value = 0;
    MPI_Request request;
    if (rank == 1)
        MPI_Send_init(&value, 1, MPI_INT, 2, 3, MPI_COMM_WORLD, &request);
    else if (rank == 2)
        MPI_Recv_init(&value, 1, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &request);
    else
        return;
    for (int i = 0; i < 3; i++) {
        if (rank == 1) {
            oversleep(10);
            TIMED("persistent", i, "send", 0, MPI_Start(&request));
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        } else {
            MPI_Start(&request);
            TIMED("persistent", i, "receive", 0, MPI_Wait(&request, MPI_STATUS_IGNORE));
        }
    }
    MPI_Request_free(&request);
}

/* In each half, against the order of ranks: each is late in its turn. */
static void ring(void)
{
    MPI_Comm half;
    int got, members, mine;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    MPI_Comm_size(half, &members);
    MPI_Comm_rank(half, &mine);
    for (int i = 0; i < 2 * members; i++) {
        if (i % members == mine)
            oversleep(10);
        int number = 100 * i + rank;
        long long enter = now();
        MPI_Sendrecv(&number, 1, MPI_INT, (mine + 1) % members, 1, &got, 1, MPI_INT, (mine + members - 1) % members, 1,
                     half, MPI_STATUS_IGNORE);
        note("ring", number, "send", 0, enter, now());
        note("ring", got, "receive", 0, enter, now());
    }
    MPI_Comm_free(&half);
}

static void matched(void)
{
    int value, flag = 0;
    MPI_Message message;
    if (rank == 3)
        for (int i = 0; i < 3; i++)
            send_late("matched", i, 0, 0, 10);
    if (rank)
        return;
    TIMED("matched", 0, "receive", 0, MPI_Mprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE));
    MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    while (!flag)
        MPI_Improbe(3, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &message, MPI_STATUS_IGNORE);
    note("matched", 1, "look", 0, now(), now());
    MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    TIMED("matched", 2, "receive", 0, MPI_Recv(&value, 1, MPI_INT, 3, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
}

int main(int argc, char **argv)
{
    void (*const cases[])(void) = {rotating,    imbalance,     late_root,    early_root,   halves,
                                   late_sender, late_receiver, late_for_one, late_for_all, from_any,
                                   persistent,  ring,          matched};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        cases[i]();
    }
    char name[32];
    snprintf(name, sizeof name, "printed.%d", rank);
    FILE *file = fopen(name, "w");
    bool written = file && fputs(said, file) >= 0 && !fclose(file);
    MPI_Finalize();
    return !written;
}
