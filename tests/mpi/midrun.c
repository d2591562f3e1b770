/* midrun.c - asks in the middle of a run what 6 ranks have done; midrun.sh knows what must come out. */
#include <instr.h>
#include <mpi.h>
#include <stdio.h>

static volatile double sink;

static void work(void)
{
    for (int i = 0; i < 100; i++)
        sink += i;
}

static void expect(const char *what, int got, int expected)
{
    if (got == expected)
        return;
    printf("%s: %s, not %s\n", what, instr_error(got), instr_error(expected));
    MPI_Abort(MPI_COMM_WORLD, 9);
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Comm half;
    expect("before MPI_Init", instr_reduce(MPI_COMM_WORLD), INSTR_ENONE);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half); /* its first rank is 5 or 4 */
    for (int i = 0; i <= rank; i++)
        work();
    expect("half", instr_reduce_to(half, rank % 2 ? "odd.%r.profile" : "even.%r.profile"), INSTR_OK);
    expect("print", instr_print_ranks(MPI_COMM_WORLD, "tree.text"), INSTR_OK);
    expect("no such folder", instr_reduce_to(MPI_COMM_WORLD, "nowhere/x.profile"), INSTR_EFILE);
    expect("no communicator", instr_reduce(MPI_COMM_NULL), INSTR_EARGUMENT);
    expect("the job's name", instr_reduce(MPI_COMM_WORLD), INSTR_OK);
    work();
    MPI_Comm_free(&half);
    MPI_Finalize();
    expect("after MPI_Finalize", instr_reduce(MPI_COMM_WORLD), INSTR_ENONE);
    return 0;
}
