# cplusplus.sh COMPILER LAUNCHER - programs of C++ that mpicxx links: MPI's calls are timed, whether any C is in it or not.
launcher=$2
compiler=$(echo "$1" | sed 's/mpicc/mpicxx/')
command -v "$compiler" >/dev/null || exit 77

cat >pure.cc <<'C'
#include <mpi.h>
#include <cstdio>
int main(int count, char **words)
{
    int rank;
    MPI_Init(&count, &words);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 5; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    if (!rank)
        std::puts("done");
    MPI_Finalize();
    return 0;
}
C
barriers() {
    "$compiler" --version >/dev/null
    rm -f ./*.instr
    [ "$(env -u LD_LIBRARY_PATH $launcher -n 3 ./program)" = done ] || fail "$1: the program"
    check_one_profile
    calls=$(instr-report flat --csv | awk -F, '$1 == "MPI_Barrier" { print $5 }')
    [ "$calls" = 15 ] || fail "$1: '$calls' calls of MPI_Barrier"
}
instr-cc "$compiler" -O1 -o program pure.cc
barriers "at once"
instr-report coverage | grep -q '^coverage: 1 of 1 functions' || fail "MPI's own functions are covered: $(instr-report coverage)"
instr-cc "$compiler" -O1 -c pure.cc
instr-cc "$compiler" -o program pure.o 2>err
barriers "in two steps"
cp program one
instr-cc "$compiler" -o program pure.o 2>err
cmp one program || fail "the same link gives other bytes"
