# heat.sh COMPILER LAUNCHER SOURCES... - the sample on several numbers of ranks: same output as plain, one
# profile for all ranks, each count equal to what the ranks counted themselves, and bit for bit what merging
# the ranks' own profiles gives. Once with the link done by instr-cc, once with objects from instr-cc that the
# plain compiler links. HEAT_RANKS and HEAT_ROWS in the environment are other numbers of ranks and rows.
compiler=$1 launcher=$2
shift 2
steps=20 rows=${HEAT_ROWS:-60} ranks_list=${HEAT_RANKS:-1 3 8}
# More ranks run the same code for longer.
[ "${CHECKER:-}" != valgrind ] || ranks_list=${HEAT_RANKS:-1 2 3}

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

for ranks in $ranks_list; do
    $launcher -n $ranks ./plain $rows $steps >plain.out
    rm -f counts
    COUNT_OUTPUT=counts $launcher -n $ranks ./counted $rows $steps >counted.out
    for program in linked loaded; do
        rm -f ./*.instr
        $launcher -n $ranks ./$program $rows $steps >$program.out
        cmp plain.out $program.out || fail "$program prints something else on $ranks ranks"
        check_one_profile
        check_counts counted counts
        check_sums
        instr-report tree --csv >tree.csv
        awk -F, -v ranks=$ranks '$2 == "main" && $7 == ranks && $15 == ranks { ok = 1 } END { exit !ok }' tree.csv ||
            fail "$program: main was not called once on each of $ranks ranks"
        # Each inner edge goes both ways in each step, a row of doubles at a time.
        instr-report flat --by=mpi --csv >mpi.csv
        awk -F, -v n=$((2 * (ranks - 1) * steps)) -v rows=$rows '
            $1 == "MPI_Isend" && $2 >= n && $6 == n && $7 == n * rows * 8 { ok = 1 } END { exit !ok }' mpi.csv ||
            fail "$program: wrong messages or bytes on $ranks ranks: $(cat mpi.csv)"
    done
    rm -f ./*.instr
    INSTR_JOB=both INSTR_OUTPUT=%r.instr $launcher -n $ranks ./linked $rows $steps >linked.out
    instr-report merge -o merged $(seq -f %.0f.instr 0 $((ranks - 1)))
    cmp all.instr merged || fail "merging the profiles of $ranks ranks gives something else"
    [ $ranks -gt 1 ] || continue
    # What each rank counted itself, by the rows of the job's profile.
    instr-report tree --by=rank --csv all.instr | awk -F, 'NR > 1 { print $5, $2, $7 }' | sort >rows.found
    for rank in $(seq 0 $((ranks - 1))); do
        instr-report tree --csv --min=0 $rank.instr |
            awk -F, -v pid="$(instr-report tree --json $rank.instr | sed -n 's/.*"pid": *"\([0-9]*\)".*/\1/p' | head -n 1)" \
                'NR > 1 { print pid, $3, $7 }'
    done | sort >rows.expected
    cmp rows.expected rows.found || fail "the rows of $ranks ranks are not what the ranks wrote themselves"
done
