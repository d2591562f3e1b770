# openmp.sh SOURCE - a program with parallel regions, built by each compiler that has OpenMP: it prints the same, no
# unit needs another object than the edited one, and its profile has the calls that the source states:
#     path: A/B/C CALLS         of one call path
#     sum: NAME CALLS           of a function, wherever it was called
set -eu
. "$INSTR_TEST_DIR/check.sh"
source=$1

stated() { sed -n "s/^ \* $1: //p" "$source" | sort; }

stated path >paths.stated
stated sum >sums.stated
[ -s paths.stated ] || fail "no path is stated"

check() {
    # shellcheck disable=SC2086
    $1 -fopenmp -pthread -Wall -o plain "$source" 2>plain.messages || return 0
    ./plain >plain.out || return 0
    rm -f log
    # shellcheck disable=SC2086
    instr-cc $1 -fopenmp -pthread -Wall --instr-log=log -o program "$source" 2>messages || fail "$1: $(cat messages)"
    diff plain.messages messages || fail "$1: other messages than plainly"
    grep -q '"result":"full"' log || fail "$1: $(cat log)"
    for timing in exact adaptive; do
        rm -f -- *.instr
        INSTR_TIMING=$timing ./program >program.out
        diff plain.out program.out || fail "$1: prints something else"
        instr-report tree --csv --min=0 >tree
        awk -F, 'NR > 1 { print $2, $7 }' tree | sort >paths
        comm -23 paths.stated paths >missing
        [ ! -s missing ] || fail "$1, $timing: not in the profile: $(cat missing); there is: $(cat paths)"
        awk '{ n = split($1, part, "/"); calls[part[n]] += $2 } END { for (n in calls) print n, calls[n] }' paths |
            sort >sums
        comm -23 sums.stated sums >missing
        [ ! -s missing ] || fail "$1, $timing: not in the profile: $(cat missing)"
        check_sums
    done
    built=yes
}

built=no
for compiler in gcc clang; do
    command -v "$compiler" >/dev/null || continue
    check "$compiler -O0"
    check "$compiler -O2"
done
[ $built = yes ] || fail "no compiler here has OpenMP"
