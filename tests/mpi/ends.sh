#!/bin/sh
# ends.sh COMPILER LAUNCHER SOURCE - a job ends as it would plainly, however it ends, and leaves what
# docs/mpi.md promises.
set -eu
. "$INSTR_TEST_DIR/check.sh"
compiler=$1 launcher=$2 source=$3
$compiler -O1 -pthread -o plain "$source"
instr-cc $compiler -O1 -pthread -o instrumented "$source"

# run MODE: both programs, whose exit statuses must agree; but where ranks end without MPI_Finalize it is
# chance whether MPICH's launcher sees the first one go before the last.
run() {
    rm -f ./*.instr
    expected=0 status=0
    $launcher -n 3 ./plain "$1" >plain.out 2>&1 || expected=$?
    $launcher -n 3 ./instrumented "$1" >instrumented.out 2>&1 || status=$?
    [ $status -eq $expected ] || [ "$1" = exit ] || fail "$1: the job ended with $status, plainly with $expected"
}

# calls FUNCTION: in all profiles of this directory together.
calls() {
    instr-report flat --csv ./*.instr | awk -F, -v f="$1" '$1 == f { n += $5 } END { print n + 0 }'
}

for mode in none late threads status; do
    run $mode
    check_one_profile
    case $mode in
    late | threads) expected=60 ;;
    *) expected=30 ;;
    esac
    [ "$(calls work)" -eq $expected ] || fail "$mode: work was called $(calls work) times, not $expected"
    [ "$(calls main)" -eq 3 ] || fail "$mode: main was called $(calls main) times"
    [ "$(calls MPI_Barrier)" -ge 3 ] || fail "$mode: no MPI_Barrier"
done

# The rank that aborts writes its own profile first; whether the others still can depends on the MPI.
run abort
[ "$(calls MPI_Abort)" -eq 1 ] && [ "$(calls work)" -ge 10 ] || fail 'abort: the profile of the rank is missing'

# Nobody calls MPI_Finalize: each rank that gets to its end writes its own.
run exit
[ "$(calls work)" -ge 10 ] || fail 'exit: no profile'

run kill
