# gptl_mpi.sh COMPILER LAUNCHER SOURCES INCLUDE LIBRARIES MODULE - GPTL's timers in C and Fortran programs that plain wrappers
# of MPI compiled and linked: the sums over ranks, and one profile of all of them.
compiler=$1 launcher=$2 sources=$3 include=$4 libraries=$5 module=$6
export LD_LIBRARY_PATH="$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"

# row NAME FILE: calls, ranks, and the ranks with most and least.
row() { sed -n "s/^$1  *//p" "$2" | sed 's/[(),]/ /g' | awk '{ print $1, $2 }'; }

# check PROGRAM THREADS
check() {
    rm -f ./*.instr timing.*
    $launcher -n 4 ./$1 || fail "$1"
    [ "$(row total timing.summary)" = '4 4' ] || fail "$1: total: $(cat timing.summary)"
    [ "$(row work timing.summary)" = "$((10 * $2)) 4" ] || fail "$1: work: $(cat timing.summary)"
    grep -q '^Total ranks in communicator=4$' timing.summary || fail "$1: $(cat timing.summary)"
    for rank in 0 1 2 3; do
        awk -v n=$((rank + 1)) '$1 == "work" && $2 == n { ok = 1 } END { exit !ok }' timing.00000$rank || fail "$1: rank $rank"
    done
    check_one_profile "$1"
    instr-report flat --csv | awk -F, -v n=$((10 * $2)) '$1 == "work" && $5 == n && $13 == 4 { ok = 1 } END { exit !ok }' ||
        fail "$1: $(instr-report flat --csv)"
    # Each rank calls it once more than the one before.
    instr-report tree --by=rank --csv | awk -F, '$2 == "work" { calls[$3] += $7 } END { print calls[0], calls[1], calls[2], calls[3] }' >by_rank
    [ "$(cat by_rank)" = "$2 $((2 * $2)) $((3 * $2)) $((4 * $2))" ] || fail "$1: calls by rank: $(cat by_rank)"
}

# mpi.h before gptl.h is all that E3SM's programs include.
printf '#include <mpi.h>\n#include <gptl.h>\nint summary(void) { return GPTLpr_summary(MPI_COMM_WORLD); }\n' >summary.c
$compiler -Wall -Werror -I"$include" -c summary.c || fail 'gptl.h alone'
$compiler -Wall -Werror -fopenmp -I"$include" -o inC "$sources/gptl_mpi.c" -L"$libraries" -linstr_gptl
check inC 2
[ "$(row 'last rank' timing.summary)" = '1 1' ] || fail "a timer of one rank: $(cat timing.summary)"
[ "$(row wait timing.summary)" = '4 4' ] || fail "the barrier: $(cat timing.summary)"
[ "$(row work even) $(row work odd)" = '8 2 12 2' ] || fail "halves: $(cat even odd)"
instr-report tree --by=rank --csv | awk -F, '$2 == "last rank" && $3 == 3 { ok = 1 } END { exit !ok }' || fail 'the rank of a timer'

fortran=$(echo "$compiler" | sed 's/mpicc/mpifort/')
command -v "${fortran%% *}" >/dev/null || { echo "without Fortran: no $fortran"; exit 0; }
$fortran -c "$module"
$fortran -o inFortran "$sources/gptl_mpi.f90" -L"$libraries" -linstr_gptl
check inFortran 1
