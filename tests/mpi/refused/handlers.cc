/*
 * handlers.cc - the program's own handler of errors returns, throws or jumps away, in a job whose waiting is known.
 *
 *     handlers HOW     HOW is return, throw or jump
 */
#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <mpi.h>
#include <unistd.h>

#include "came.h"

static const char *how;
static int judged;
static jmp_buf back;

static void handle(MPI_Comm *, int *code, ...)
{
    judged += *code != MPI_SUCCESS;
    if (!std::strcmp(how, "throw"))
        throw *code;
    if (!std::strcmp(how, "jump"))
        std::longjmp(back, 1);
}

template <class Call> static void refused(Call call)
{
    try {
        if (!setjmp(back))
            call();
    } catch (int) {
    }
}

int main(int count, char **words)
{
    enum { TIMES = 10 };
    int rank, x = 0;
    double received = 0, met = 0;
    MPI_Errhandler handler;
    MPI_Request request;
    how = count > 1 ? words[1] : "return";
    MPI_Init(&count, &words);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_create_errhandler(handle, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    for (int i = 0; rank == 0 && i < 12; i++) {
        refused([&] { MPI_Send(&x, -1, MPI_INT, 1, 7, MPI_COMM_WORLD); });
        refused([&] { MPI_Isend(&x, 1, MPI_INT, 50000, 7, MPI_COMM_WORLD, &request); });
        refused([&] { MPI_Bcast(&x, 1, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD); });
    }
    for (int i = 0; i < TIMES; i++)
        if (rank == 0) {
            usleep(30000);
            came(0, i);
            MPI_Send(&x, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
        } else {
            double at = MPI_Wtime();
            came(0, i);
            MPI_Recv(&x, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            received += MPI_Wtime() - at;
        }
    for (int i = 0; i < TIMES; i++) {
        if (rank == 0)
            usleep(30000);
        double at = MPI_Wtime();
        came(1, i);
        MPI_Barrier(MPI_COMM_WORLD);
        met += MPI_Wtime() - at;
    }
    if (rank == 0)
        std::printf("judged %d\n", judged);
    if (rank == 1)
        std::printf("waited %.6f %.6f\n", received, met);
    came_print(rank);
    MPI_Errhandler_free(&handler);
    return MPI_Finalize();
}
