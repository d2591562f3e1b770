#!/bin/sh
# heat.sh COMPILER LAUNCHER SOURCES... - the sample on several numbers of ranks: same output as plain, one
# profile for all ranks, each count equal to what the ranks counted themselves. Once with the link done
# by instr-cc, once with objects from instr-cc that the plain compiler links.
set -eu
. "$INSTR_TEST_DIR/check.sh"
compiler=$1 launcher=$2
shift 2
steps=20

$compiler -O2 -o plain "$@" -lm
count_build counted "$compiler" "$@"
instr-cc $compiler -O2 -o linked "$@" -lm
objects=
for source in "$@"; do
    object=$(basename "$source" .c).o
    instr-cc $compiler -O2 -c -o "$object" "$source"
    objects="$objects $object"
done
$compiler -o loaded $objects -lm

for ranks in 1 2 4 5 8; do
    $launcher -n $ranks ./plain 60 $steps >plain.out
    rm -f counts
    COUNT_OUTPUT=counts $launcher -n $ranks ./counted 60 $steps >counted.out
    for program in linked loaded; do
        rm -f ./*.instr
        $launcher -n $ranks ./$program 60 $steps >$program.out
        cmp plain.out $program.out || fail "$program prints something else on $ranks ranks"
        check_one_profile
        check_counts counted counts
        check_sums
        instr-report tree --csv >tree.csv
        awk -F, -v ranks=$ranks '$2 == "main" && $7 == ranks && $15 == ranks { ok = 1 } END { exit !ok }' tree.csv ||
            fail "$program: main was not called once on each of $ranks ranks"
        # Each inner edge goes both ways in each step, a row of 60 doubles at a time.
        instr-report mpi --csv >mpi.csv
        awk -F, -v n=$((2 * (ranks - 1) * steps)) '
            $1 == "MPI_Isend" && $2 >= n && $6 == n && $7 == n * 60 * 8 { ok = 1 } END { exit !ok }' mpi.csv ||
            fail "$program: wrong messages or bytes on $ranks ranks: $(cat mpi.csv)"
    done
done
