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

static void figure(MPI_Comm comm, instr_label *label, const char *field, double expected)
{
    double got = -1;
    expect(field, instr_query_ranks(comm, label, field, &got), INSTR_OK);
    if (got > expected - 1e-7 && got < expected + 1e-7)
        return;
    printf("%s: %.9f, not %.9f\n", field, got, expected);
    MPI_Abort(MPI_COMM_WORLD, 9);
}

/* Rank r has one call of 10 - r ms; the last one has none. */
static void ask(MPI_Comm half, int rank)
{
    instr_label *label = rank < 5 ? instr_label_get("known") : NULL;
    double value;
    if (label)
        instr_add(label, (10 - rank) * 1e-3);
    figure(MPI_COMM_WORLD, label, "calls", 5);
    figure(MPI_COMM_WORLD, label, "total_time", 40e-3);
    figure(MPI_COMM_WORLD, label, "running_mean", 8e-3);
    figure(MPI_COMM_WORLD, label, "running_var", 2e-6);
    figure(MPI_COMM_WORLD, label, "min_time", 6e-3);
    figure(MPI_COMM_WORLD, label, "min_rank", 4);
    figure(MPI_COMM_WORLD, label, "max_rank", 0);
    figure(half, label, "min_time", rank % 2 ? 7e-3 : 6e-3); /* of 3 and 1, and of 4, 2 and 0 */
    figure(half, label, "min_rank", rank % 2 ? 1 : 0);
    figure(half, label, "max_rank", 2);
    expect("no field", instr_query_ranks(MPI_COMM_WORLD, label, "nothing", &value), INSTR_EFIELD);
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
    ask(half, rank);
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
