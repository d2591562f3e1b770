/*
 * fixed.c ME OTHER - a job that works ten times on each rank and then waits until the file OTHER tells that another job is where this one
 * is, which it tells by the file ME. With one word a rank calls MPI_Abort, with three it is killed.
 */
#include <fcntl.h>
#include <mpi.h>
#include <signal.h>
#include <unistd.h>

static volatile int sink;

static void work(void)
{
    sink++;
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 10; i++)
        work();
    if (rank == 0 && argc == 3) {
        close(open(argv[1], O_CREAT | O_WRONLY, 0666));
        while (access(argv[2], F_OK) != 0)
            usleep(1000);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (argc > 3 && rank == 1)
        raise(SIGKILL);
    if (argc > 3)
        sleep(30); /* as one who waits for it */
    if (argc == 2 && rank == 1)
        MPI_Abort(MPI_COMM_WORLD, 3);
    MPI_Finalize();
    return 0;
}
