/*
 * metrics.c - ranks that know what they use, each another amount: pages that they touch, and blocks that they take and give back. Each
 * prints its rank, pages, blocks that main took, their bytes, and the bytes still held, and the blocks that `grab` took in all: by
 * path the last rank has most of them, by function another one.
 */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static long blocks, bytes, held;

__attribute__((noinline)) static void touch(size_t pages)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *memory = mmap(NULL, pages * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    madvise(memory, pages * page, MADV_NOHUGEPAGE);
    for (size_t i = 0; i < pages; i++)
        memory[i * page] = 1;
}

__attribute__((noinline)) static void *grab(size_t size)
{
    blocks++;
    bytes += (long)size;
    return malloc(size);
}

__attribute__((noinline)) static void more(int rank)
{
    for (int i = 0; i < 100 * (4 - rank) + (rank == 1 ? 50 : 0); i++)
        free(grab(1000));
}

__attribute__((noinline)) static void only_last(void)
{
    touch(1);
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    size_t pages = 1000 * (size_t)(rank + 1);
    touch(pages);
    for (int i = 0; i < 100 * (rank + 1); i++) {
        void *block = grab(1000);
        if (i % 2)
            free(block);
        else
            held += 1000;
    }
    long mine = blocks, of_mine = bytes;
    more(rank);
    if (rank == 3)
        only_last();
    printf("%d %zu %ld %ld %ld %ld\n", rank, pages, mine, of_mine, held, blocks);
    fflush(stdout);
    MPI_Finalize();
    return 0;
}
