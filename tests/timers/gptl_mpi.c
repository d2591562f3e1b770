/* gptl_mpi.c - ranks that have different timers, and two threads each. */
#include <gptl.h>
#include <gptlmpi.h>
#include <time.h>

int main(int argc, char **argv)
{
    int rank, provided, result = 0;
    MPI_Comm half;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
#ifdef GPTL_E3SM
    GPTLprint_mode_set(GPTLprint_write);
#endif
    GPTLsetoption(GPTLmaxthreads, 2);
    GPTLinitialize();

    GPTLstart("total");
#pragma omp parallel num_threads(2)
    for (int i = 0; i <= rank; i++) {
        GPTLstart("work");
        GPTLstop("work");
    }
    if (rank == 3) {
        GPTLstart("last rank");
        GPTLstop("last rank");
    }
    for (int i = 0; i < 2; i++) {
        GPTLstart("nap");
        nanosleep(&(struct timespec){.tv_nsec = rank * 10000000L}, NULL);
        GPTLstop("nap");
    }
    GPTLbarrier(MPI_COMM_WORLD, "wait");
    GPTLstop("total");

    result |= GPTLpr(rank);
    result |= GPTLpr_summary(MPI_COMM_WORLD);
    result |= GPTLpr_summary_file(half, rank % 2 ? "odd" : "even");
    MPI_Finalize();
    return result != 0;
}
