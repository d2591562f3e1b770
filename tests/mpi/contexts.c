/*
 * contexts.c - contexts on 8 ranks, so that all figures can be worked out by hand; contexts.sh has them.
 *
 *   atm    ranks 0-3, by hand      physics() on 0 and 1 only; inside of it "pair": 0-1 and 2-3
 *   ocn    ranks 4-7, by pragma    physics() on all
 *   pair   0-1, 2-3, 4-5, 6-7      rank 3 stays outside
 *   mixed  0-3, and 1 3 5 7        overlapping: 6 ranks in all, 8 calls
 *   all    the world, by pragma
 */
#include <instr.h>
#include <mpi.h>
#include <stdio.h>

static volatile double sink;

static void physics(int turns)
{
    for (int i = 0; i < turns; i++)
        sink += i;
}

static void atm(MPI_Comm half, MPI_Comm pair, int rank)
{
    instr_context_begin(half, "atm");
    if (rank < 2)
        physics(100 * (rank + 1));
    instr_context_begin(pair, "pair");
    physics(10);
    instr_context_end("pair");
    instr_context_end("atm");
}

static void ocn(MPI_Comm half)
{
#pragma instr context("ocn", half)
    {
        physics(1000);
        physics(1000);
    }
}

int main(int argc, char **argv)
{
    int rank, ranks, sum = 0;
    MPI_Comm half, pair, odd, copy;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (ranks != 8)
        MPI_Abort(MPI_COMM_WORLD, 2);
    MPI_Comm_split(MPI_COMM_WORLD, rank / 4, rank, &half);
    MPI_Comm_set_name(half, rank < 4 ? "atmosphere" : "ocean");
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, -rank, &pair); /* in it the order of ranks is the other way round */
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2 ? 1 : MPI_UNDEFINED, rank, &odd);

    if (rank < 4)
        atm(half, pair, rank);
    else
        ocn(half);
    if (rank != 3) {
        instr_context_begin(pair, "pair");
        instr_context_end("pair");
    }
    if (rank < 4) {
        instr_context_begin(half, "mixed");
        instr_context_end("mixed");
    }
    if (rank % 2) {
        instr_context_begin(odd, "mixed");
        instr_context_end("mixed");
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, odd);
    }
#pragma instr context("all", MPI_COMM_WORLD)
    {
        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }

    for (int i = 0; i < 10; i++) { /* all of them are one in the profile */
        MPI_Comm_dup(half, &copy);
        MPI_Barrier(copy);
        MPI_Comm_free(&copy);
    }
    if (rank == 0)
        printf("%d\n", sum);
    MPI_Comm_free(&half);
    MPI_Comm_free(&pair);
    if (odd != MPI_COMM_NULL)
        MPI_Comm_free(&odd);
    MPI_Finalize();
    return 0;
}
