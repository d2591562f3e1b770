/*
 * waits.c - waiting that is known by construction: in each case a rank comes late to a call, or early. Each writes to printed.RANK when it
 * came to its calls and when they ended, as launchers cut lines:
 *
 *     CASE CALL RANK KIND PLACE ENTER END CAME     times in ns. CALL tells collective calls of a case apart, and messages, which are
 *                                            what a message says itself; PLACE says whether it is a root, or its place in a scan. It
 *                                            waited from ENTER on, and came to the call before if that does not block
 *
 * The kinds are `all`, `loose`, which is a call of all that may end before all have come, `scan`, `from` and `to` a root, `send`, `isend`, which never waits, `receive`, `look`, which ends a receive
 * without waiting, and `poll`, which asks whether something has ended.
 *
 *     waits              all cases but those of the next
 *     waits threads      threads that call MPI at the same time, and
 *     waits killed       the same, and all ranks are killed before MPI_Finalize, or
 *     waits aborted      the second one calls MPI_Abort
 *     waits passive      one-sided communication in which nobody can know who waited for whom
 */
#define _POSIX_C_SOURCE 200809L
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

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
static char said[1 << 18];
static size_t length;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void note_later(const char *name, int number, const char *kind, int place, long long enter, long long end,
                       long long came)
{
    pthread_mutex_lock(&lock);
    length += (size_t)snprintf(said + length, sizeof said - length, "%s %d %d %s %d %lld %lld %lld\n", name, number,
                               rank, kind, place, enter, end, came);
    pthread_mutex_unlock(&lock);
}

static void note(const char *name, int number, const char *kind, int place, long long enter, long long end)
{
    note_later(name, number, kind, place, enter, end, enter);
}

#define TIMED(name, number, kind, place, call)                                                                         \
    do {                                                                                                               \
        long long enter = now();                                                                                       \
        call;                                                                                                          \
        note(name, number, kind, place, enter, now());                                                                 \
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

/* To make a communicator is a call of all, too. */
__attribute__((noinline)) static void duplicate(MPI_Comm *made)
{
    static int turn;
    oversleep(rank == 1 ? 10 : 0);
    TIMED("duplicate", turn++, "all", 0, MPI_Comm_dup(MPI_COMM_WORLD, made));
}

__attribute__((noinline)) static void split(int color, int place, MPI_Comm *made)
{
    static int turn;
    oversleep(rank == 2 ? 10 : 0);
    TIMED("split", turn++, "all", 0, MPI_Comm_split(MPI_COMM_WORLD, color, place, made));
}

/* In each half another number of calls, and a rank that is late. Of the two communicators of all, made in between, one is freed. */
static void halves(void)
{
    MPI_Comm half, all, again;
    int value = rank, values[64], odd = rank % 2;
    duplicate(&all);
    split(odd, -rank, &half);
    MPI_Comm_free(&all);
    duplicate(&again);
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
        TIMED("late_receiver", value, "send", 0, MPI_Ssend(&value, 1, MPI_INT, 3, 0, MPI_COMM_WORLD));
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
    TIMED(name, number, "isend", 0, MPI_Isend(&number, 1, MPI_INT, to, tag, MPI_COMM_WORLD, &request));
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
            TIMED("persistent", i, "isend", 0, MPI_Start(&request));
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
    split(rank % 2, -rank, &half);
    MPI_Comm_size(half, &members);
    MPI_Comm_rank(half, &mine);
    for (int i = 0; i < 2 * members; i++) {
        if (i % members == mine)
            oversleep(10);
        int number = 100 * i + rank;
        long long enter = now();
        MPI_Sendrecv(&number, 1, MPI_INT, (mine + 1) % members, 1, &got, 1, MPI_INT, (mine + members - 1) % members, 1,
                     half, MPI_STATUS_IGNORE);
        note("ring", number, "isend", 0, enter, now());
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

/* Against the order of ranks; the first is late for all, and one in the middle for those behind it. */
static void scan(void)
{
    MPI_Comm turned;
    int value = rank, sum, place = size - 1 - rank;
    split(0, -rank, &turned);
    oversleep(place == 0 ? 20 : 0);
    TIMED("scan", 0, "scan", place, MPI_Scan(&value, &sum, 1, MPI_INT, MPI_SUM, turned));
    oversleep(place == 1 ? 30 : 2 * place);
    TIMED("scan", 1, "scan", place, MPI_Exscan(&value, &sum, 1, MPI_INT, MPI_SUM, turned));
    MPI_Comm_free(&turned);
}

/* The rank that is late begins late, and waits last; one call waits for a call of all and for a message. */
static void later(void)
{
    int value = rank, sum, got = 0;
    MPI_Request requests[2];
    oversleep(rank == 1 ? 30 : 0);
    long long came = now();
    MPI_Iallreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[0]);
    oversleep(rank == 1 ? 10 : 5);
    long long enter = now();
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    note_later("later", 0, "all", 0, enter, now(), came);
    TIMED("later", 10, "all", 0, MPI_Barrier(MPI_COMM_WORLD));
    oversleep(rank == 2 ? 20 : 0);
    came = now();
    MPI_Ibcast(&value, 1, MPI_INT, 2, MPI_COMM_WORLD, &requests[0]);
    enter = now();
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    note_later("later", 1, "from", rank == 2, enter, now(), came);
    TIMED("later", 11, "all", 0, MPI_Barrier(MPI_COMM_WORLD));
    if (rank == 3)
        send_late("later", 7, 0, 5, 60);
    oversleep(rank == 1 ? 10 : 0);
    came = now();
    MPI_Ibarrier(MPI_COMM_WORLD, &requests[0]);
    if (!rank)
        MPI_Irecv(&got, 1, MPI_INT, 3, 5, MPI_COMM_WORLD, &requests[1]);
    enter = now();
    MPI_Waitall(rank ? 1 : 2, requests, MPI_STATUSES_IGNORE);
    note_later("later", 2, "all", 0, enter, now(), came);
    if (!rank)
        note_later("later", 7, "receive", 0, enter, now(), came);
}

/* Two groups: in a call of all each waits for the other. */
static void between(void)
{
    MPI_Comm half, both;
    int group = rank % 2, value = rank, got = -1;
    split(group, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, !group, 1, &both);
    for (int i = 0; i < 2; i++) {
        oversleep(rank == i ? 20 : rank == 2 ? 8 : 0);
        long long enter = now();
        MPI_Allgather(&value, 0, MPI_INT, &got, 0, MPI_INT, both);
        note("between", 2 * i + group, "from", 1, enter, now());
        note("between", 2 * i + !group, "from", 0, enter, now());
    }
    int root = group ? 0 : rank ? MPI_PROC_NULL : MPI_ROOT;
    oversleep(rank ? 0 : 15);
    if (root != MPI_PROC_NULL)
        TIMED("between", 100, "from", !rank, MPI_Bcast(&value, 1, MPI_INT, root, both));
    if (rank == 2) {
        oversleep(20);
        value = 200;
        TIMED("between", value, "send", 0, MPI_Send(&value, 1, MPI_INT, 1, 9, both));
    } else if (rank == 3) {
        TIMED("between", 200, "receive", 0, MPI_Recv(&value, 1, MPI_INT, 1, 9, both, MPI_STATUS_IGNORE));
    }
    MPI_Comm_free(&both);
    MPI_Comm_free(&half);
}

static void fences(void)
{
    MPI_Win win;
    int *memory, value = rank;
    oversleep(rank == 1 ? 15 : 0);
    TIMED("fences", 5, "all", 0,
          MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, (void *)&memory, &win));
    for (int i = 0; i < 3; i++) {
        oversleep(rank == 2 ? 20 : 0);
        TIMED("fences", i, "all", 0, MPI_Win_fence(0, win));
        MPI_Put(&value, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    }
    TIMED("fences", 3, "all", 0, MPI_Win_fence(0, win));
    TIMED("fences", 4, "all", 0, MPI_Win_free(&win));
}

/* Ranks 0 and 2 may use memory of rank 1, which is late, and then rank 2 is; then rank 1 only looks. Rank 3 is last each time. */
static void epochs(void)
{
    MPI_Win win;
    MPI_Group all, others;
    int *memory, value = rank, origins[] = {0, 2}, target = 1, done = 0;
    TIMED("epochs", 0, "all", 0,
          MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, (void *)&memory, &win));
    MPI_Win_get_group(win, &all);
    MPI_Group_incl(all, rank == target ? 2 : 1, rank == target ? origins : &target, &others);
    for (int turn = 1; turn <= 3; turn++) {
        int number = 100 * turn, mine = number + 10 * rank;
        if (rank == target) {
            oversleep(turn == 1 ? 20 : 0);
            long long enter = now();
            MPI_Win_post(others, 0, win);
            for (int i = 0; i < 4; i++)
                note("epochs", number + 10 * origins[i / 2] + i % 2, "isend", 0, enter, now());
            enter = now();
            for (done = turn < 3; !done;)
                MPI_Win_test(win, &done);
            if (turn < 3)
                MPI_Win_wait(win);
            for (int i = 0; i < 2; i++)
                note("epochs", number + 10 * origins[i] + 2, turn < 3 ? "receive" : "look", 0, enter, now());
        } else if (rank == origins[0] || rank == origins[1]) {
            TIMED("epochs", mine, "receive", 0, MPI_Win_start(others, 0, win));
            oversleep(turn > 1 && rank == 2 ? 20 : 0);
            long long enter = now();
            MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
            long long complete = now();
            MPI_Win_complete(win);
            note("epochs", mine + 1, "receive", 0, complete, now());
            note("epochs", mine + 2, "isend", 0, enter, now());
        }
        oversleep(rank == 3 ? 40 : 0);
        TIMED("epochs", turn, "all", 0, MPI_Barrier(MPI_COMM_WORLD));
    }
    MPI_Group_free(&others);
    MPI_Group_free(&all);
    TIMED("epochs", 4, "all", 0, MPI_Win_free(&win));
}

__attribute__((noinline)) static void begun(MPI_Comm *made)
{
    MPI_Request request;
    static int turn;
    oversleep(rank == turn ? 20 : 0);
    long long came = now();
    MPI_Comm_idup(MPI_COMM_WORLD, made, &request);
    long long enter = now();
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    note_later("begun", turn++, "all", 0, enter, now(), came);
}

/* Each half uses the communicators for the first time in another order. Rank 2 is late in the second one, rank 3 in the first one. */
__attribute__((noinline)) static void swapped(const MPI_Comm made[2])
{
    MPI_Request requests[2];
    long long came[2];
    for (int i = 0; i < 2; i++) {
        int which = (rank + i) % 2;
        oversleep(which ? 0 : rank == 2 ? 40 : rank == 3 ? 50 : 0);
        came[which] = now();
        MPI_Ibarrier(made[which], &requests[which]);
    }
    for (int which = 1; which >= 0; which--) {
        long long enter = now();
        MPI_Wait(&requests[which], MPI_STATUS_IGNORE);
        note_later("swapped", which, "all", 0, enter, now(), came[which]);
    }
}

static void duplicates(void)
{
    MPI_Comm made[2];
    for (int i = 0; i < 2; i++)
        begun(&made[i]);
    swapped(made);
    for (int i = 0; i < 2; i++)
        MPI_Comm_free(&made[i]);
}

/* Only who is in the new communicator waits for it. */
static void chosen(void)
{
    const int ranks[] = {0, 2, 3};
    MPI_Comm comm;
    MPI_Group world, group;
    if (rank != 0 && rank != 2 && rank != 3)
        return;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 3, ranks, &group);
    oversleep(rank == 3 ? 15 : 0);
    TIMED("chosen", 0, "all", 0, MPI_Comm_create_group(MPI_COMM_WORLD, group, 7, &comm));
    MPI_Comm_free(&comm);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
}

#if MPI_VERSION >= 4
/* The last of the parts is late. */
static void in_parts(void)
{
    enum { PARTS = 4 };
    int values[PARTS] = {0};
    MPI_Request request;
    if (rank == 1)
        MPI_Psend_init(values, PARTS, 1, MPI_INT, 2, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    else if (rank == 2)
        MPI_Precv_init(values, PARTS, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    else
        return;
    for (int i = 0; i < 3; i++) {
        MPI_Start(&request);
        if (rank == 1) {
            oversleep(5);
            MPI_Pready_range(0, 1, request);
            MPI_Pready(3, request);
            oversleep(10);
            TIMED("in_parts", i, "isend", 0, MPI_Pready(2, request));
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        } else {
            TIMED("in_parts", i, "receive", 0, MPI_Wait(&request, MPI_STATUS_IGNORE));
        }
    }
    MPI_Request_free(&request);
}

/* Collective calls that are begun again and again, in another order by each half. */
static void again(void)
{
    int value = rank, sum, given = rank;
    MPI_Request requests[2];
    MPI_Allreduce_init(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Bcast_init(&given, 1, MPI_INT, 2, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    for (int turn = 0; turn < 3; turn++) {
        oversleep(rank == turn ? 20 : 0);
        long long came = now();
        for (int i = 0; i < 2; i++)
            MPI_Start(&requests[rank % 2 ? !i : i]);
        long long enter = now();
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        note_later("again", 2 * turn, "all", 0, enter, now(), came);
        note_later("again", 2 * turn + 1, "from", rank == 2, enter, now(), came);
    }
    for (int i = 0; i < 2; i++)
        MPI_Request_free(&requests[i]);
}

static void of_group(void)
{
    MPI_Group group;
    MPI_Comm made;
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    oversleep(rank == 3 ? 15 : 0);
    TIMED("of_group", 1, "all", 0,
          MPI_Comm_create_from_group(group, "waits", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &made));
    oversleep(rank == 1 ? 20 : 0);
    TIMED("of_group", 0, "all", 0, MPI_Barrier(made));
    MPI_Comm_free(&made);
    MPI_Group_free(&group);
}
#endif

/* In a ring in which each is late in its turn; of two turns one is begun and waited for. The two sides of a rank have numbers. */
static void neighbors(void)
{
    MPI_Comm ring;
    MPI_Request request;
    int periods = 1, value = rank, got[2], sides[2];
    TIMED("neighbors", 9, "all", 0, MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periods, 0, &ring));
    MPI_Cart_shift(ring, 0, 1, &sides[0], &sides[1]);
    for (int turn = 0; turn < 2 * size; turn++) {
        oversleep(turn % size == rank ? 10 : 0);
        long long came = now(), enter = came;
        if (turn % 2) {
            MPI_Ineighbor_allgather(&value, 1, MPI_INT, got, 1, MPI_INT, ring, &request);
            enter = now();
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        } else {
            MPI_Neighbor_allgather(&value, 1, MPI_INT, got, 1, MPI_INT, ring);
        }
        for (int i = 0; i < 2; i++) {
            note("neighbors", 1000 * turn + 10 * rank + i, "isend", 0, came, now());
            note("neighbors", 1000 * turn + 10 * sides[i] + !i, "receive", 0, enter, now());
        }
    }
    MPI_Comm_free(&ring);
}

/* Who sends to whom is as the program says: all to the next, and the first to the third, too. */
static void directed(void)
{
    MPI_Comm graph;
    int sources[] = {(rank + size - 1) % size, 0}, targets[] = {(rank + 1) % size, 2}, value = rank, got[2];
    int in = 1 + (rank == 2), out = 1 + (rank == 0);
    TIMED("directed", 99, "all", 0,
          MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, in, sources, MPI_UNWEIGHTED, out, targets, MPI_UNWEIGHTED,
                                         MPI_INFO_NULL, 0, &graph));
    oversleep(rank ? 5 * (rank % 3) : 25);
    long long enter = now();
    MPI_Neighbor_allgather(&value, 1, MPI_INT, got, 1, MPI_INT, graph);
    for (int i = 0; i < out; i++)
        note("directed", 100 * rank + targets[i], "isend", 0, enter, now());
    for (int i = 0; i < in; i++)
        note("directed", 100 * sources[i] + rank, "receive", 0, enter, now());
    MPI_Comm_free(&graph);
}

static void files(void)
{
    MPI_File file;
    int value = rank;
    MPI_Offset place = (MPI_Offset)sizeof value * rank;
    oversleep(rank == 1 ? 20 : 0);
    TIMED("files", 0, "all", 0,
          MPI_File_open(MPI_COMM_WORLD, "values", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file));
    oversleep(rank == 2 ? 20 : 0);
    TIMED("files", 1, "loose", 0, MPI_File_set_size(file, 0));
    oversleep(rank == 3 ? 20 : 0);
    TIMED("files", 2, "loose", 0, MPI_File_write_at_all(file, place, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
    oversleep(rank == 0 ? 20 : 0);
    TIMED("files", 3, "loose", 0, MPI_File_read_at_all(file, place, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
    oversleep(rank == 2 ? 20 : 0);
    TIMED("files", 4, "loose", 0, MPI_File_close(&file));
}

/* Each rank works on what the one before it gives. */
static void pipeline(void)
{
    for (int i = 0; i < 3; i++) {
        int value = 100 * rank + i, got;
        if (rank)
            TIMED("pipeline", value - 100, "receive", 0,
                  MPI_Recv(&got, 1, MPI_INT, rank - 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        oversleep(rank == 1 ? 15 : 5);
        if (rank + 1 < size)
            TIMED("pipeline", value, "send", 0, MPI_Send(&value, 1, MPI_INT, rank + 1, 2, MPI_COMM_WORLD));
    }
}

/* All wait for the one who has the work. */
static void late_master(void)
{
    int value = 100 + rank;
    if (rank) {
        TIMED("late_master", value, "send", 0, MPI_Send(&value, 1, MPI_INT, 0, 6, MPI_COMM_WORLD));
        TIMED("late_master", rank, "receive", 0, MPI_Recv(&value, 1, MPI_INT, 0, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        return;
    }
    for (int i = 1; i < size; i++) {
        MPI_Status status;
        long long enter = now();
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 6, MPI_COMM_WORLD, &status);
        note("late_master", value, "receive", 0, enter, now());
        oversleep(10);
        value = status.MPI_SOURCE;
        TIMED("late_master", value, "send", 0, MPI_Send(&value, 1, MPI_INT, value, 6, MPI_COMM_WORLD));
    }
}

/* More than MPI keeps for a receiver that has not asked. */
static void large(void)
{
    enum { BYTES = 8 << 20 };
    static char bytes[BYTES]; /* memory that is asked for takes time with the thread sanitizer */
    if (rank == 1)
        TIMED("large", 1, "send", 0, MPI_Send(bytes, BYTES, MPI_CHAR, 0, 0, MPI_COMM_WORLD));
    if (!rank) {
        oversleep(30);
        TIMED("large", 1, "receive", 0, MPI_Recv(bytes, BYTES, MPI_CHAR, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    }
}

/* It waits where it looks for the message, not where it gets it. */
static void probed(void)
{
    int value = 0;
    for (int i = 0; i < 3; i++) {
        if (rank == 2)
            send_late("probed", i, 1, 4, 10);
        if (rank != 1)
            continue;
        TIMED("probed", i, "receive", 0, MPI_Probe(i ? MPI_ANY_SOURCE : 2, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        MPI_Recv(&value, 1, MPI_INT, 2, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/* It asks again and again, and so does not wait. */
static void polled(void)
{
    int value = 0, flag = 0;
    MPI_Request request;
    if (rank == 2)
        send_late("polled", 1, 1, 4, 20);
    if (rank != 1)
        return;
    MPI_Irecv(&value, 1, MPI_INT, 2, 4, MPI_COMM_WORLD, &request);
    long long polls = 0, begin = now();
    while (!flag) {
        long long enter = now();
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
        polls += now() - enter;
    }
    note("polled", 1, "look", 0, begin, now());
    note("polled", 2, "poll", 0, begin, begin + polls);
}

/* Of the two threads of a rank each meets its like, and one is late; at last both are. */
static MPI_Comm of_thread[2];

static void *threads(void *which)
{
    int thread = which == &of_thread[1], value = 10 * rank + thread, next = (rank + 1) % size, sum;
    int from = (rank + size - 1) % size, got;
    MPI_Comm comm = of_thread[thread];
    for (int i = 0; i < 4; i++) {
        oversleep(rank != 1 ? 0 : i == 3 ? 100 : thread == i % 2 ? 20 : 0);
        TIMED("threads", 1000 + 10 * i + thread, "all", 0, MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, comm));
    }
    MPI_Request request;
    oversleep(rank == 1 && thread ? 15 : 0);
    TIMED("threads", value, "isend", 0, MPI_Isend(&value, 1, MPI_INT, next, thread, MPI_COMM_WORLD, &request));
    TIMED("threads", 10 * from + thread, "receive", 0,
          MPI_Recv(&got, 1, MPI_INT, from, thread, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return NULL;
}

static void with_threads(void)
{
    pthread_t other;
    for (int i = 0; i < 2; i++)
        MPI_Comm_dup(MPI_COMM_WORLD, &of_thread[i]);
    pthread_create(&other, NULL, threads, &of_thread[1]);
    threads(&of_thread[0]);
    pthread_join(other, NULL);
    for (int i = 0; i < 2; i++)
        MPI_Comm_free(&of_thread[i]);
}

static void passive(void)
{
    MPI_Win win;
    int *memory, value = rank;
    MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, (void *)&memory, &win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
    MPI_Win_free(&win);
    MPI_File file;
    MPI_File_open(MPI_COMM_WORLD, "values", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_write_at_all(file, (MPI_Offset)sizeof value * rank, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_read_at_all(file, (MPI_Offset)sizeof value * rank, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
}

int main(int argc, char **argv)
{
    void (*const cases[])(void) = {rotating,      imbalance,    late_root,    early_root, halves,     late_sender,
                                   late_receiver, late_for_one, late_for_all, from_any,   persistent, ring,
                                   matched,       scan,         later,        between,    fences,     pipeline,
                                   late_master,   large,        probed,       polled,     epochs,     duplicates,
                                   chosen,        neighbors,    directed,     files,
#if MPI_VERSION >= 4
                                   in_parts,      again,        of_group,
#endif
    };
    const char *only = argc > 1 ? argv[1] : "";
    int multiple = strcmp(only, "threads") == 0, provided;
    int killed = strcmp(only, "killed") == 0, aborted = strcmp(only, "aborted") == 0;
    MPI_Init_thread(&argc, &argv, multiple ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (size_t i = 0; (!*only || killed || aborted) && i < sizeof cases / sizeof *cases; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        cases[i]();
    }
    if (multiple && provided == MPI_THREAD_MULTIPLE)
        with_threads();
    if (strcmp(only, "passive") == 0)
        passive();
    char name[32];
    snprintf(name, sizeof name, "printed.%d", rank);
    FILE *file = fopen(name, "w");
    bool written = file && fputs(said, file) >= 0 && !fclose(file);
    if (killed || aborted)
        MPI_Barrier(MPI_COMM_WORLD);
    if (killed)
        raise(SIGKILL);
    if (aborted && rank == 1)
        MPI_Abort(MPI_COMM_WORLD, 3);
    while (aborted)
        pause();
    MPI_Finalize();
    return !written;
}
