/*
 * refused.c - calls of MPI's functions with an argument that is wrong, and then work whose waiting is known.
 *
 *     refused try LIST    what MPI refuses of all in cases.h, which cases.awk makes: each is called by a child of its own, since some
 *                         end the process or wait for ever. To LIST.
 *     refused all LIST    rank 0 makes these calls. Prints what comes of each.
 *     refused KIND        rank 0 makes those of one kind: see refuse()
 *
 * Rank 1 prints how long it waited for messages, in barriers, in fences, and for its neighbor; both when they came there.
 */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROOM = 64, TIMES = 10, STEP_US = 30000 };

static MPI_Request requests[ROOM];
static MPI_Datatype types[ROOM];
static MPI_Status statuses[ROOM];
static MPI_Count counts[ROOM];
static MPI_Aint places[ROOM];
static int ints[3 * ROOM];
static char buffer[1 << 14];
static MPI_Comm no_comm, grid;
static MPI_Win no_win, win;
static MPI_File no_file, file;
static MPI_Group no_group, group;
static MPI_Info no_info;
static MPI_Op no_op;
static MPI_Errhandler no_handler;
static MPI_Message no_message;

#include "came.h"
#include "cases.h"

static void prepare(void)
{
    for (int i = 0; i < ROOM; i++) {
        requests[i] = MPI_REQUEST_NULL;
        types[i] = MPI_INT;
        counts[i] = places[i] = ints[i] = ints[ROOM + i] = ints[2 * ROOM + i] = 1;
    }
    memset(buffer, 0, sizeof buffer);
    no_comm = MPI_COMM_NULL;
    no_win = MPI_WIN_NULL;
    no_file = MPI_FILE_NULL;
    no_group = MPI_GROUP_NULL;
    no_info = MPI_INFO_NULL;
    no_op = MPI_OP_NULL;
    no_handler = MPI_ERRHANDLER_NULL;
    no_message = MPI_MESSAGE_NULL;
}

static int try(int which, int wrong)
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        int outcome, class = MPI_SUCCESS;
        setitimer(ITIMER_PROF, &(struct itimerval){.it_value.tv_usec = 20000}, NULL); /* MPI waits busily */
        setitimer(ITIMER_REAL, &(struct itimerval){.it_value.tv_usec = 500000}, NULL);
        outcome = cases[which].call(wrong);
        MPI_Error_class(outcome, &class);
        _exit(class == MPI_SUCCESS || class == MPI_ERR_OTHER ? 0 : 3); /* the latter: it failed when half was done */
    }
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 3;
}

static void try_all(const char *list)
{
    FILE *out = fopen(list, "w");
    for (int which = 0; which < (int)(sizeof cases / sizeof *cases); which++)
        for (int wrong = -cases[which].parameters; wrong <= cases[which].parameters; wrong++) {
            prepare();
            if ((wrong >= 0 || cases[which].ranks >> -wrong & 1) && try(which, wrong))
                fprintf(out, "%s %d\n", cases[which].name, wrong);
            fflush(out); /* a child may end by exit() */
        }
    fclose(out);
}

static void call(const char *name, int wrong)
{
    size_t which = 0;
    int class = -1, outcome;
    while (strcmp(cases[which].name, name) != 0)
        which++;
    prepare();
    outcome = cases[which].call(wrong);
    MPI_Error_class(outcome, &class);
    printf("%s %d: %d\n", name, wrong, class);
    fflush(stdout);
}

static void call_all(const char *list)
{
    char name[64];
    int wrong;
    FILE *in = fopen(list, "r");
    while (in && fscanf(in, "%63s %d", name, &wrong) == 2)
        call(name, wrong);
    if (in)
        fclose(in);
}

static void refuse(const char *kind)
{
    int one = 1, far = 50000;
    MPI_Request request;
    for (int i = 0; i < 12; i++)
        if (strcmp(kind, "sends") == 0)
            MPI_Send(&one, -1, MPI_INT, 1, 7, MPI_COMM_WORLD);
        else if (strcmp(kind, "far") == 0)
            MPI_Send(&one, 1, MPI_INT, far, 7, MPI_COMM_WORLD);
        else if (strcmp(kind, "isends") == 0)
            MPI_Isend(&one, 1, MPI_DATATYPE_NULL, 1, 7, MPI_COMM_WORLD, &request);
        else if (strcmp(kind, "exchanges") == 0)
            MPI_Sendrecv(&one, -1, MPI_INT, 1, 7, &one, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        else if (strcmp(kind, "starts") == 0)
            MPI_Send_init(&one, -1, MPI_INT, 1, 7, MPI_COMM_WORLD, &request);
        else if (strcmp(kind, "bcasts") == 0)
            MPI_Bcast(&one, -1, MPI_INT, 0, MPI_COMM_WORLD);
        else if (strcmp(kind, "ibcasts") == 0)
            MPI_Ibcast(&one, -1, MPI_INT, 0, MPI_COMM_WORLD, &request);
}

/* Messages that are longer than what they are received in have come. */
static void cut(int rank, int wildcard)
{
    int two[2] = {1, 2}, source = wildcard ? MPI_ANY_SOURCE : 0, class, outcome;
    MPI_Status status;
    MPI_Request both[2];
    for (int i = 0; i < 8; i++) {
        if (rank == 0) {
            outcome = MPI_Send(two, 2, MPI_INT, 1, 7, MPI_COMM_WORLD);
        } else if (i < 2) {
            outcome = MPI_Recv(two, 1, MPI_INT, source, 7, MPI_COMM_WORLD, i == 0 ? MPI_STATUS_IGNORE : &status);
        } else if (i < 4) {
            MPI_Irecv(two, 1, MPI_INT, source, 7, MPI_COMM_WORLD, both);
            outcome = i == 2 ? MPI_Waitall(1, both, MPI_STATUSES_IGNORE) : MPI_Wait(both, MPI_STATUS_IGNORE);
        } else {
            if (i % 2 == 0)
                MPI_Irecv(two, 2, MPI_INT, source, 7, MPI_COMM_WORLD, &both[0]);
            else
                MPI_Irecv(two, 1, MPI_INT, source, 7, MPI_COMM_WORLD, &both[1]);
            outcome = i % 2 == 0 ? MPI_SUCCESS : MPI_Waitall(2, both, i == 5 ? MPI_STATUSES_IGNORE : statuses);
        }
        MPI_Error_class(outcome, &class);
        printf("Cut %d: %d %d\n", rank, i, class);
    }
}

/* What rank 1 waits for. */
static double receive(int rank)
{
    double waited = 0;
    int x = 0;
    for (int i = 0; i < TIMES; i++)
        if (rank == 0) {
            usleep(STEP_US);
            came(0, i);
            MPI_Send(&x, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
        } else {
            double at = MPI_Wtime();
            came(0, i);
            MPI_Recv(&x, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            waited += MPI_Wtime() - at;
        }
    return waited;
}

enum { ALL, WINDOW, GRID };

static double meet(int rank, int what)
{
    double waited = 0;
    int one = rank, both[2];
    for (int i = 0; i < TIMES; i++) {
        if (rank == 0)
            usleep(STEP_US);
        double at = MPI_Wtime();
        came(1 + what, i);
        if (what == ALL)
            MPI_Barrier(MPI_COMM_WORLD);
        else if (what == WINDOW)
            MPI_Win_fence(0, win);
        else
            MPI_Neighbor_allgather(&one, 1, MPI_INT, both, 1, MPI_INT, grid);
        waited += MPI_Wtime() - at;
    }
    return waited;
}

int main(int count, char **words)
{
    int rank;
    double received, met[3];
    MPI_Init(&count, &words);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Win_create(buffer, sizeof buffer, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_File_open(MPI_COMM_WORLD, "file", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    MPI_Cart_create(MPI_COMM_WORLD, 1, (int[]){2}, (int[]){0}, 0, &grid);
    if (rank == 0 && count > 2 && strcmp(words[1], "try") == 0) {
        try_all(words[2]);
        MPI_Abort(MPI_COMM_WORLD, 5);
    }
    if (count > 2 && strcmp(words[1], "try") == 0)
        for (;;)
            pause();
    if (rank == 0 && count > 2)
        call_all(words[2]);
    else if (count > 1 && strncmp(words[1], "cut", 3) == 0)
        cut(rank, strcmp(words[1], "cut-any") == 0);
    else if (rank == 0 && count > 1)
        refuse(words[1]);
    received = receive(rank);
    for (int what = ALL; what <= GRID; what++)
        met[what] = meet(rank, what);
    if (rank == 1)
        printf("waited %.6f %.6f %.6f %.6f\n", received, met[ALL], met[WINDOW], met[GRID]);
    came_print(rank);
    MPI_Comm_free(&grid);
    MPI_Group_free(&group);
    MPI_File_close(&file);
    MPI_Win_free(&win);
    return MPI_Finalize();
}
