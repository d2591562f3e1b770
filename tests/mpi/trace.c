/* Ranks with a thread each that meet at barriers. */
#include <mpi.h>
#include <pthread.h>
#include <unistd.h>

static void *helper(void *argument)
{
    usleep(2000);
    return argument;
}

__attribute__((noinline)) static void step(int rank)
{
    pthread_t thread;
    pthread_create(&thread, NULL, helper, NULL);
    usleep((useconds_t)(1000 * rank));
    pthread_join(thread, NULL);
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int count, char **words)
{
    int rank, level;
    MPI_Init_thread(&count, &words, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 10; i++)
        step(rank);
    MPI_Finalize();
    return 0;
}
