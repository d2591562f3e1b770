/*
 * call_sites.c - calls of MPI on lines that are marked `WHO MS`: so many ms each of the others waits there for that rank, less what it is late itself. With
 * a word behind its name nobody is late. With PLAIN it is the part that is not instrumented. The times are longer than a rank waits for a
 * processor on a busy machine.
 */
#include <mpi.h>
#include <time.h>

void barrier_of_library(int rank);

extern int nobody_is_late;

static void late(int rank, int who, int ms)
{
    struct timespec time = {0, ms * 1000000l};
    if (rank == who && !nobody_is_late)
        nanosleep(&time, NULL);
}

#ifdef PLAIN

void barrier_of_library(int rank)
{
    late(rank, 3, 200);
    MPI_Barrier(MPI_COMM_WORLD);
}

#else

int nobody_is_late;

static void twice(int rank)
{
    double one = 1, sum;
    late(rank, 1, 240);
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); /* 1 240 */
    late(rank, 2, 160);
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); /* 2 160 */
}

__attribute__((noinline)) static int at_the_end(void)
{
    return MPI_Barrier(MPI_COMM_WORLD); /* 0 200 */
}

static int count(int rank)
{
    late(rank, 2, 160);
    MPI_Barrier(MPI_COMM_WORLD); /* 2 160 */
    return 1;
}

/* One call is an argument of another, whose line is not known then. */
static void inside(int rank)
{
    int value = rank, all[64];
    late(rank, 1, 160);
    MPI_Barrier(MPI_COMM_WORLD); /* 1 160 */
    MPI_Allgather(&value, count(rank), MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
}

/* What is done in a call that waits for nobody, or by code that is not edited, is no other line's. */
static void mixed(int rank)
{
    int size;
    late(rank, 0, 160);
    MPI_Barrier(MPI_COMM_WORLD); /* 0 160 */
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    barrier_of_library(rank);
}

static void message(int rank)
{
    int value = rank;
    MPI_Request request = MPI_REQUEST_NULL;
    if (rank == 1)
        MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    late(rank, 0, 200);
    if (rank == 0)
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD); /* sent */
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* waited */
}

int main(int argc, char **argv)
{
    int rank;
    nobody_is_late = argc > 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    twice(rank);
    late(rank, 0, 200);
    at_the_end();
    inside(rank);
    mixed(rank);
    MPI_Barrier(MPI_COMM_WORLD);
    message(rank);
    return MPI_Finalize();
}

#endif
