/*
 * causes_mpi.c - jobs of ranks with one planted cause each, by name: what the first screen must name.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "burn.h"

static int rank, ranks;

ALONE static void loop(int part)
{
    burn(part);
}

ALONE static void rest(void)
{
    burn(25);
}

static void uneven(void)
{
    for (int i = 0; i < 10; i++) {
        loop(rank ? 0 : 40);
        rest();
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

ALONE static void cell(void)
{
    burn(2);
}

static void more_calls(void)
{
    for (int i = 0; i < 10; i++) {
        for (int k = 0; k < (rank == ranks - 1 ? 25 : 5); k++)
            cell();
        rest();
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

ALONE static void read_input(void)
{
    burn(600);
}

static void input(void)
{
    int data = 0;
    if (!rank)
        read_input();
    MPI_Bcast(&data, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < 12; i++)
        rest();
}

ALONE static void step(int part)
{
    burn(part);
}

/* Each is late in its turn. */
static void turns(void)
{
    for (int i = 0; i < 14; i++) {
        step(i % ranks == rank ? 45 : 2);
        rest();
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

static void late_sender(void)
{
    int token = 0;
    for (int i = 0; i < 10; i++) {
        if (rank == 0) {
            step(35);
            rest();
            for (int to = 1; to < ranks; to++)
                MPI_Send(&token, 1, MPI_INT, to, 0, MPI_COMM_WORLD);
        } else {
            rest();
            MPI_Recv(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    }
}

static void small_messages(void)
{
    enum { COUNT = 512 };
    static int mine[COUNT], theirs[COUNT];
    int other = rank ^ 1;
    for (int i = 0; i < 150000 && other < ranks; i++)
        MPI_Sendrecv(mine, COUNT, MPI_INT, other, 0, theirs, COUNT, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

ALONE static void solve(void)
{
    burn(50);
}

static void even(void)
{
    for (int i = 0; i < 12; i++) {
        solve();
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

static const struct cause {
    const char *name;
    void (*run)(void);
} causes[] = {{"uneven", uneven},           {"more-calls", more_calls},         {"input", input}, {"turns", turns},
              {"late-sender", late_sender}, {"small-messages", small_messages}, {"even", even}};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (size_t i = 0; argc > 1 && i < sizeof causes / sizeof *causes; i++)
        if (!strcmp(argv[1], causes[i].name))
            causes[i].run();
    MPI_Finalize();
    return 0;
}
