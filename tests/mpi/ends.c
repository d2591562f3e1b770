/*
 * ends.c MODE - the ways in which an MPI program begins and ends. Each rank calls work() ten times, then
 * happens what MODE says; ends.sh knows what must be left behind.
 */
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static _Thread_local volatile double sink;

static void work(void)
{
    for (int i = 0; i < 1000; i++)
        sink += i;
}

static void after(void)
{
    sink += 1;
}

/* As a rank that still has something to do when MPI is over. */
static void long_after(void)
{
    usleep(1300000);
}

/* The ranks of another world, started by this one: they have a communicator to their parents. */
static void spawn(const char *program)
{
    char *arguments[] = {(char *)"child", NULL};
    MPI_Comm children;
    int errors[2];
    MPI_Comm_spawn(program, arguments, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children, errors);
    MPI_Barrier(children);
    MPI_Comm_disconnect(&children);
}

static void team(void)
{
#pragma omp parallel num_threads(2)
    for (int i = 0; i < 5; i++)
        work();
}

static void *threaded(void *argument)
{
    int peer = *(int *)argument, got = 0;
    for (int i = 0; i < 10; i++) {
        work();
        MPI_Sendrecv(&i, 1, MPI_INT, peer, 1, &got, 1, MPI_INT, peer, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "";
    int rank, ranks, provided;
    if (strcmp(mode, "late") == 0)
        for (int i = 0; i < 10; i++)
            work();
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 0; i < 10; i++)
        work();
    MPI_Barrier(MPI_COMM_WORLD);
    if (strcmp(mode, "threads") == 0 && provided == MPI_THREAD_MULTIPLE) {
        pthread_t thread;
        int self = rank;
        pthread_create(&thread, NULL, threaded, &self);
        MPI_Barrier(MPI_COMM_WORLD);
        pthread_join(thread, NULL);
    }
    if (strcmp(mode, "openmp") == 0)
        team();
    if (strcmp(mode, "spawn") == 0)
        spawn(argv[0]);
    if (strcmp(mode, "child") == 0) {
        MPI_Comm parents;
        MPI_Comm_get_parent(&parents);
        MPI_Barrier(parents);
        MPI_Comm_disconnect(&parents);
    }
    if (strcmp(mode, "early") == 0 && rank == 1)
        exit(0);
    if (strcmp(mode, "abort") == 0 && rank == 1)
        MPI_Abort(MPI_COMM_WORLD, 3);
    if (strcmp(mode, "kill") == 0 && rank == 1)
        raise(SIGKILL);
    if (strcmp(mode, "exit") == 0)
        exit(0);
    if (strcmp(mode, "abort") == 0 || strcmp(mode, "kill") == 0)
        sleep(30); /* as one who waits for a message that never comes */
    MPI_Finalize();
    for (int i = 0; i < 5; i++)
        after();
    if (strcmp(mode, "after") == 0 && rank == 0)
        long_after();
    if (strcmp(mode, "die") == 0 && rank == 1)
        raise(SIGKILL);
    if (strcmp(mode, "status") == 0)
        return rank == 0 ? 0 : 5;
    return 0;
}
