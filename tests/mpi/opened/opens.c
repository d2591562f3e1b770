/*
 * opens.c [early] [close] LIBRARY... - opens libraries by dlopen after MPI_Init, or with `early` before it, and has each
 * call MPI_Allreduce ten times. With `close` they are closed again before MPI_Finalize.
 */
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 4 };

static void *libraries[MOST];
static int count;

static void open_all(char **paths)
{
    for (; *paths && count < MOST; paths++)
        if ((libraries[count] = dlopen(*paths, RTLD_NOW)))
            count++;
        else
            fprintf(stderr, "%s\n", dlerror());
}

int main(int argc, char **argv)
{
    int rank, sum = 0, early = 0, closes = 0;
    for (; argv[1] && strchr(argv[1], '.') == NULL; argv++) {
        early |= strcmp(argv[1], "early") == 0;
        closes |= strcmp(argv[1], "close") == 0;
    }
    if (early)
        open_all(argv + 1);
    MPI_Init(&argc, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (!early)
        open_all(argv + 1);
    for (int i = 0; i < count; i++) {
        int (*call)(int) = (int (*)(int))dlsym(libraries[i], "extension_sum");
        sum += call ? call(10) : 0;
    }
    if (rank == 0)
        printf("%d\n", sum);
    for (int i = 0; closes && i < count; i++)
        dlclose(libraries[i]);
    MPI_Finalize();
    return 0;
}
