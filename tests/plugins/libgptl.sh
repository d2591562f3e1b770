#!/bin/sh
# libgptl.sh COMPILER LAUNCHER SOURCES - INSTR_PLUGINS=libgptl in an MPI job: GPTL's file of each rank, and the one of all ranks, unless
# there are ranks of which nobody knows whether they come.
set -eu
. "$INSTR_TEST_DIR/check.sh"
compiler=$1 launcher=$2 sources=$3
unset INSTR_TIMING
cat >program.c <<'END'
#include <mpi.h>

__attribute__((noinline)) void work(int n)
{
    for (volatile int i = 0; i < n; i++)
        ;
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i <= rank; i++)
        work(1000);
    MPI_Finalize();
    return 0;
}
END
instr-cc $compiler --instr-paths=all -O1 -o program program.c
$compiler -O1 -o plain program.c
$compiler -w -shared -fPIC -DGPTL -DWITH_MPI -o libgptl.so "$sources/tool.c"
export INSTR_PLUGINS=libgptl INSTR_LIBGPTL="$PWD/libgptl.so"

$launcher -n 3 ./program >said 2>&1 || fail "it ended with $?: $(cat said)"
[ "$(cat timing.summary)" = 'work 6 on 3 ranks' ] || fail "the summary: $(cat timing.summary said)"
grep -qx 'work 3' timing.2 || fail "the file of a rank: $(cat timing.2)"
check_one_profile

rm -f timing.*
timeout -k 5 60 $launcher -n 2 ./program : -n 1 ./plain >said 2>&1 || fail "with a rank that is not measured it ended with $?"
grep -qx 'work 2' timing.1 || fail "the file of a rank: $(cat timing.1)"
[ ! -f timing.summary ] || fail 'a summary without a rank'
