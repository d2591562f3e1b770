/*
 * waits_drift.c [kill] - rank 0 receives what rank 1 sends 5 ms later, in twenty rounds as the job begins and twenty as it ends, and writes
 * to `printed` how long it waited for that, in seconds of the one clock that does not drift. With `kill` it dies between the two.
 */
#define _DEFAULT_SOURCE
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { ROUNDS = 20, LATE_US = 5000, BETWEEN_US = 1500000 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static double rounds(int rank)
{
    double all = 0;
    for (int i = 0; i < ROUNDS; i++) {
        double enter = now(), sent = 0;
        if (rank == 1) {
            usleep(LATE_US);
            sent = now();
            MPI_Send(&sent, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
        } else if (rank == 0) {
            MPI_Recv(&sent, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            all += sent > enter ? sent - enter : 0;
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    return all;
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double all = rounds(rank);
    usleep(BETWEEN_US);
    if (argc > 1 && rank == 0)
        raise(SIGKILL);
    all += rounds(rank);
    FILE *printed = rank ? NULL : fopen("printed", "w");
    if (printed) {
        fprintf(printed, "%.9f\n", all);
        fclose(printed);
    }
    return MPI_Finalize();
}
