/* finals.c MODE - ranks that write a profile of their own before the job's is written: each calls work() ten times. */
#include <instr.h>

#include <mpi.h>
#include <string.h>
#include <unistd.h>

static volatile double sink;

static void work(void)
{
    for (int i = 0; i < 1000; i++)
        sink += i;
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "";
    MPI_Init(&argc, &argv);
    for (int i = 0; i < 5; i++)
        work();
    if (strcmp(mode, "snapshot") == 0)
        instr_snapshot();
    if (strcmp(mode, "period") == 0)
        usleep(200000);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 5; i++)
        work();
    if (strcmp(mode, "before") == 0)
        instr_finalize();
    MPI_Finalize();
    if (strcmp(mode, "after") == 0)
        instr_finalize();
    if (strcmp(mode, "period") == 0)
        usleep(200000);
    return 0;
}
