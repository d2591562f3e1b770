/*
 * waits_cut.c TURNS US - two ranks exchange that many empty messages with each other, and rank 0 is late for each thousandth. Both are
 * killed so many microseconds after they came to MPI_Finalize; with 0 turns, so many after the first of them, which go on until then.
 * How long rank 1 waited, in ns, is in a file named waited, whenever that is.
 */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <mpi.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long long now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000ll + time.tv_nsec;
}

static long long sleep_ns(long ns)
{
    long long begin = now();
    nanosleep(&(struct timespec){0, ns}, NULL);
    return now() - begin;
}

/* SIGALRM ends the process, as nobody handles it. */
static void end_in(long us)
{
    setitimer(ITIMER_REAL, &(struct itimerval){.it_value = {us / 1000000, us % 1000000}}, NULL);
}

int main(int argc, char **argv)
{
    int rank;
    long turns = atol(argv[1]), us = atol(argv[2]);
    int file = open("waited", O_RDWR | O_CREAT, 0666);
    double *waited = ftruncate(file, sizeof *waited) ? MAP_FAILED
                                                     : mmap(NULL, sizeof *waited, PROT_WRITE, MAP_SHARED, file, 0);
    if (waited == MAP_FAILED)
        return 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (!turns)
        end_in(us);
    for (long i = 0; !turns || i < turns; i++) {
        long long begin = now();
        if (i % 1000 == 999 && !rank)
            sleep_ns(1000000);
        MPI_Sendrecv(NULL, 0, MPI_BYTE, 1 - rank, 3, NULL, 0, MPI_BYTE, 1 - rank, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (i % 1000 == 999 && rank)
            *waited += (double)(now() - begin);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    end_in(us);
    MPI_Finalize();
    return 0;
}
